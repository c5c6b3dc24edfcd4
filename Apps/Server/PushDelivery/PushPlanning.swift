internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Notices
internal import Relational
internal import ServerFunctions
internal import Tokens

/// A notification that may be sent to a person now, with the declaration it comes from.
struct PushCandidate: Sendable {
  let source: ServerNotice
  let notice: Notice
  /// The identifier by which devices know it.
  let name: String
}

/// The plan for what waits for one person: the same planner as on the device, with the person's settings and zone.
struct PushPlan: Sendable {
  /// To be sent now.
  private(set) var due: [PushCandidate] = []
  /// Not to be sent, or part of what is sent now.
  private(set) var finished: [String] = []
  /// The instant at which the next one may be sent; nil when none waits.
  private(set) var next: Date?

  /// The time after which a message or a request is of no use as a notification, as on the device.
  static let useful: TimeInterval = 2 * 86_400
  /// The same for what another device of the person has told of: a reminder that is late is none.
  static let usefulEcho: TimeInterval = 3600

  init(
    _ candidates: [PushCandidate], rules: NoticeRules, zone: TimeZone, sent: [NoticeEvent], now: Date
  ) {
    plan(candidates.filter { !$0.source.isEcho }, rules, zone, sent, now)
    // The device that told of it has counted it already, by the person's number a day.
    var uncapped = rules
    uncapped.cap = nil
    plan(candidates.filter(\.source.isEcho), uncapped, zone, sent, now)
  }

  private mutating func plan(
    _ candidates: [PushCandidate], _ rules: NoticeRules, _ zone: TimeZone, _ sent: [NoticeEvent], _ now: Date
  ) {
    guard !candidates.isEmpty else { return }
    let until = now.addingTimeInterval(PushPlan.useful)
    let plan = NoticePlan(
      NoticePlan.Inputs(
        now: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)), until: until,
        notices: candidates.map(\.notice), kinds: candidates.map(\.source.kind), rules: rules,
        journey: Journey(in: zone, from: now.addingTimeInterval(-PushPlan.useful), until: until + PushPlan.useful),
        sent: sent))
    let byID = Dictionary(candidates.map { ($0.notice.id, $0) }, uniquingKeysWith: { first, _ in first })
    let soon = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.up))
    let ready = plan.due(by: soon).compactMap { byID[$0.id] }
    due += ready
    let leaving = Set(ready.map(\.notice.id))
    for one in plan.planned where !leaving.contains(one.id) {
      switch (one.decision, one.at) {
      case (.drop, _), (_, nil): finished.append(one.id)
      case (.merge, let at?) where at <= soon: finished.append(one.id)
      case (_, let at?): next = min(next ?? at, at)
      }
    }
  }
}

/// The reading of what a plan is made from.
struct PushReading: Sendable {
  private static let mostSettings = 1_000
  private static let mostEntries = 200

  let database: any Database
  let notices: [ServerNotice]

  /// Those of the noted rows that their recipient still sees and has not dealt with.
  func candidates(_ noted: [PushTables.Noted], of person: String, now: Date) async throws(Failure) -> [PushCandidate] {
    var candidates: [PushCandidate] = []
    for source in notices {
      let ids = noted.filter { $0.kind == source.kind.id }.map { Value.text($0.row) }
      guard !ids.isEmpty, let table = database.schema.tables[source.table] else { continue }
      let columns =
        ["id", source.instant] + [source.together].compactMap(\.self)
        + (source.isEcho ? ["name", "is_read", "is_cleared"] : [])
      var select = Select(table, shown: columns.map { Shown($0) })
      select.filter = .all([.among("id", ids), .compare(source.recipient, .equal, .text(person)), source.due])
      // As the recipient, so that a row of somebody whom they have blocked is not there.
      let rows = try PushReading.objects(try await database.select(select, as: .person(person)))
      var newest: [String: PushCandidate] = [:]
      for row in rows {
        guard let id = row["id"]?.string, let happened = row[source.instant]?.string.flatMap(Moment.date) else {
          continue
        }
        // What was read or cleared meanwhile needs no telling.
        if source.isEcho, row["is_read"]?.bool == true || row["is_cleared"]?.bool == true { continue }
        // The sender's clock may be ahead.
        let at = min(happened, now)
        let one = PushCandidate(
          source: source,
          notice: Notice(
            source.noteID(of: id, to: person), kind: source.kind.id, at: at,
            expires: at.addingTimeInterval(source.isEcho ? PushPlan.usefulEcho : PushPlan.useful)),
          name: source.isEcho ? row["name"]?.string ?? id : source.id(of: id))
        let place = source.together.flatMap { row[$0]?.string } ?? id
        if let other = newest[place], (other.notice.at, other.notice.id) > (at, one.notice.id) { continue }
        newest[place] = one
      }
      candidates += newest.values
    }
    return candidates.sorted { $0.notice.id < $1.notice.id }
  }

  /// The person's settings of notifications; those that were never changed have their defaults.
  func rules(of person: String) async throws(Failure) -> NoticeRules {
    var kept: [String: JSON] = [:]
    for row in try await rows("settings", of: person, ["name", "value"], by: "name", most: PushReading.mostSettings) {
      if let name = row["name"]?.string, let value = row["value"] { kept[name] = value }
    }
    return NoticeRules(settings: kept)
  }

  /// Returns the notifications that the person's devices have shown lately.
  func history(of person: String) async throws(Failure) -> [NoticeEvent] {
    let columns = ["name", "kind", "sent_at"]
    return try await rows("notifications", of: person, columns, by: "sent_at", most: PushReading.mostEntries)
      .compactMap { row in
        guard let name = row["name"]?.string, let kind = row["kind"]?.string,
          let at = row["sent_at"]?.string.flatMap(Moment.date)
        else { return nil }
        return NoticeEvent(name, kind: kind, at: at)
      }
  }

  private func rows(
    _ name: String, of person: String, _ columns: [String], by order: String, most: Int
  ) async throws(Failure) -> [JSON] {
    guard let table = database.schema.tables[name] else { return [] }
    var select = Select(table, shown: columns.map { Shown($0) })
    select.filter = .compare("owner", .equal, .text(person))
    // A sealed column cannot be ordered by; the instant of the last change is readable, and near it.
    let isSealed = database.sealedColumns(of: table).contains(order)
    select.order = [Order(isSealed ? "updated_at" : order, isDescending: true)]
    select.limit = most
    return try PushReading.objects(try await database.select(select, as: .service))
  }

  static func objects(_ rows: Rows) throws(Failure) -> [JSON] {
    guard let array = (try? JSON(bytes: rows.json))?.array else {
      throw Failure("XX000", "The database returned rows that cannot be read.")
    }
    return array
  }
}
