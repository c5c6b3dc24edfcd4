internal import Days
public import Forms
internal import Hours
public import Interface
public import Kernel
internal import Numbers
public import Platform
public import Storage
internal import Units

/// The identity of a form: one for new entries of each kind, and one for each entry being edited.
public struct FormName: Sendable, Hashable {
  public let kind: LogKind
  /// Nil for a new entry.
  public let entry: UUID?

  public init(_ kind: LogKind, editing entry: UUID? = nil) {
    self.kind = kind
    self.entry = entry
  }

  /// Nil for a route that shows no form.
  public init?(_ route: Route) {
    guard route.path.count == 2, route.path[0] == "log", let kind = LogKind(rawValue: route.path[1]) else { return nil }
    self.init(kind, editing: route.parameters["id"].flatMap { UUID(uuidString: $0) })
  }

  public var route: Route {
    Route(["log", kind.rawValue], entry.map { ["id": $0.uuidString.lowercased()] } ?? [:])
  }

  /// The name in lanes.
  var text: String { entry.map { "\(kind.rawValue)/\($0.uuidString.lowercased())" } ?? kind.rawValue }
}

public typealias EntryForm = Form<FormName>
public typealias KeptDraft = FormDraft<FormName>

extension FormName: FormIdentity {
  public typealias Field = FormField
  public typealias Stored = KeptEntry
  public typealias Extra = PhotoStanding

  public static let drafts = "health_drafts"
  public static let columns = ["kind", "editing"]

  public init?(columns: [String: String]) {
    guard let kind = columns["kind"].flatMap(LogKind.init(rawValue:)) else { return nil }
    self.init(kind, editing: columns["editing"].flatMap { UUID(uuidString: $0) })
    if entry == nil, columns["editing"] != nil { return nil }
  }

  public var columns: [String: String] {
    var columns = ["kind": kind.rawValue]
    columns["editing"] = entry?.uuidString.lowercased()
    return columns
  }

  public var isNew: Bool { entry == nil }

  public func inputs(_ values: FormValues<FormField>, at now: Moment) -> [FormInput<FormField>] {
    kind.type.questions(in: AmountNotation(of: now.locale))
  }

  public func check(_ form: EntryForm, _ reader: inout FormReader<FormField>) {
    // The identifier does not affect the complaints.
    let entry = kind.type.read(form.id ?? FormName.nobody, &reader)
    if let doubt = entry.record.doubt, form.opened?.entry.record.doubt != doubt { reader.doubt(doubt) }
  }

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// The usual word of a choice is that of the entry's time.
  public func moment(_ reader: inout FormReader<FormField>) -> Moment { reader.moment(reader.instant()) }

  public func version(of stored: KeptEntry) -> Version? { stored.version }
  public func instant(of stored: KeptEntry) -> Date? { stored.entry.when }
  public func values(of stored: KeptEntry, at moment: Moment) -> FormValues<FormField> {
    stored.entry.answers(at: moment)
  }
}

extension FormReader<FormField> {
  /// The time of the entry; now by default.
  mutating func instant() -> Date { instant(day: .date, time: .time) }
}

extension Logged {
  static func read(_ id: UUID, _ form: inout FormReader<FormField>) -> LogEntry {
    Self(ID(id), reading: &form).entry
  }
}

extension LogEntry {
  /// The values of the form, with the time in the moment's zone and numbers and amounts as its locale has them.
  func answers(at now: Moment) -> FormValues<FormField> {
    let moment = Moment(when, in: now.zone)
    let notation = AmountNotation(of: now.locale)
    var values = record.answers(in: now.zone)
    let amounts = name.kind.type.amounts
    for question in name.kind.type.questions where question.isNumber {
      if let amount = amounts.first(where: { $0.field == question.field }) {
        amount.fill(&values, in: notation)
      } else {
        values[question.field] = notation.numbers.respelled(values[question.field])
      }
    }
    values[.date] = moment.day.text
    values[.time] = moment.clock.text
    return values
  }
}
