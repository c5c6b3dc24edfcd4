public import Forms
internal import Hours
public import Interface
public import Kernel
internal import Numbers
public import Platform
public import Storage

/// The fields of both forms. The raw values are stored in drafts, so they never change.
public enum OwnField: String, FormFieldName, CaseIterable {
  // The definition of a measure.
  case name, kind, unit, lowest, highest, dose
  // An entry.
  case value, second, taken, note, date, time
  // The definition that an entry belongs to; not shown in any form.
  case ofName = "of_name"
  case ofKind = "of_kind"
  case ofUnit = "of_unit"
  case ofLowest = "of_lowest"
  case ofHighest = "of_highest"
  case ofDose = "of_dose"

  public static let standing: Set<OwnField> = [.date, .time]
}

/// The identity of a form: of a new measure or one being edited, and of a new entry or one being edited.
public enum OwnFormName: Sendable, Hashable {
  /// Nil for a new measure.
  case measure(UUID?)
  case entry(of: UUID)
  case reading(UUID)

  /// Nil for a route that shows no form.
  init?(_ route: Route) {
    let id = route.parameters["id"].flatMap { UUID(uuidString: $0) }
    switch (route.path, id) {
    case (OwnMeasuresPlaces.new.path, _): self = .measure(nil)
    case (OwnMeasuresPlaces.edit.path, let id?): self = .measure(id)
    case (OwnMeasuresPlaces.log.path, let id?): self = .entry(of: id)
    case (OwnMeasuresPlaces.reading.path, let id?): self = .reading(id)
    default: return nil
    }
  }

  public var route: Route {
    switch self {
    case .measure(nil): OwnMeasuresPlaces.new
    case .measure(let id?): OwnMeasuresPlaces.edit(id)
    case .entry(let id): OwnMeasuresPlaces.log(id)
    case .reading(let id): OwnMeasuresPlaces.reading(id)
    }
  }

  var isOfEntry: Bool { if case .measure = self { false } else { true } }
}

public typealias OwnForm = Form<OwnFormName>

/// The record that a form shows and changes.
public enum OwnStored: Sendable, Equatable {
  case measure(StoredMeasure)
  /// With its measure; nil when that was deleted.
  case reading(StoredReading, OwnMeasure?)
}

/// The other measures, for the form of a definition.
public struct OwnFormExtra: FormExtra {
  /// Whether each is archived, by the key of its name.
  var others: [String: Bool] = [:]

  public init() {}
}

extension OwnFormName: FormIdentity {
  public typealias Field = OwnField
  public typealias Stored = OwnStored
  public typealias Extra = OwnFormExtra

  public static let drafts = "own_measure_drafts"
  public static let columns = ["form", "of"]

  public init?(columns: [String: String]) {
    let id = columns["of"].flatMap { UUID(uuidString: $0) }
    switch (columns["form"], id) {
    case ("measure", let id): self = .measure(id)
    case ("entry", let id?): self = .entry(of: id)
    case ("reading", let id?): self = .reading(id)
    default: return nil
    }
    if id == nil, columns["of"] != nil { return nil }
  }

  public var columns: [String: String] {
    switch self {
    case .measure(nil): ["form": "measure"]
    case .measure(let id?): ["form": "measure", "of": id.uuidString.lowercased()]
    case .entry(let id): ["form": "entry", "of": id.uuidString.lowercased()]
    case .reading(let id): ["form": "reading", "of": id.uuidString.lowercased()]
    }
  }

  public var isNew: Bool {
    switch self {
    case .measure(nil), .entry: true
    case .measure, .reading: false
    }
  }

  public func inputs(_ values: FormValues<OwnField>, at now: Moment) -> [FormInput<OwnField>] {
    isOfEntry ? OwnReadingContent.inputs(values) : OwnMeasureContent.inputs(values, isNew: isNew)
  }

  public func check(_ form: OwnForm, _ reader: inout FormReader<OwnField>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
    if isOfEntry {
      _ = OwnReadingContent(reading: &reader, opened: form.opened)
    } else {
      _ = OwnMeasureContent(reading: &reader, others: form.extra.others)
    }
  }

  // MARK: A stored record

  public func version(of stored: OwnStored) -> Version? {
    switch stored {
    case .measure(let kept): kept.version
    case .reading(let kept, _): kept.version
    }
  }

  public func instant(of stored: OwnStored) -> Date? {
    if case .reading(let kept, _) = stored { kept.reading.measuredAt } else { nil }
  }

  public func values(of stored: OwnStored, at moment: Moment) -> FormValues<OwnField> {
    let numbers = NumberNotation(locale: moment.locale)
    switch stored {
    case .measure(let kept): return OwnMeasureContent.values(of: kept.measure, in: numbers)
    case .reading(let kept, let measure):
      return OwnReadingContent.values(of: kept.reading, measure, in: numbers, at: moment)
    }
  }
}
