public import FoundationEssentials
public import JSON
internal import Kernel
public import SyncWire

/// A model of the server as a value, with the semantics of the real `sync_push` and `sync_pull`, which a test compares.
/// A copy is a backup.
public struct ModelServer: Sendable {
  public struct Place: Hashable, Sendable {
    public let collection: String
    public let id: UUID
  }

  public struct Row: Sendable {
    public let owner: UUID
    public var rev: Int64
    public var fields: [String: JSON]
    /// The place in the order in which rows were inserted.
    let number: Int64
  }

  struct Grave: Sendable {
    let place: Place
    let owner: UUID
    let rev: Int64
    /// Whether it only tells to look at the row again.
    var isLook = false
  }

  struct Done: Hashable, Sendable {
    let person: UUID
    let op: UUID
  }

  public let tables: [ModelTable]
  public internal(set) var epoch: String
  public internal(set) var revision: Int64 = 0
  public internal(set) var rows: [Place: Row] = [:]
  var graves: [Grave] = []
  var done: [Done: Int64] = [:]
  private var inserted: Int64 = 0
  /// Notes no row that appears or disappears for somebody.
  var forgetsLooks = false
  /// Deletions up to this revision have been purged.
  public internal(set) var purged: Int64 = 0
  /// Largest number of rows per page.
  public var mostRows = Pull.most

  public init(_ tables: [ModelTable], epoch: String) {
    self.tables = tables
    self.epoch = epoch
  }

  // MARK: Pushes

  /// Applies a push. Nothing is applied when the device's epoch is from before a restore.
  public mutating func push(_ push: Push, as person: UUID, at now: Date) -> PushAnswer {
    guard push.epoch == nil || push.epoch == epoch else { return PushAnswer(epoch: epoch, results: []) }
    var refused: Set<Place> = []
    var results: [PushAnswer.Result] = []
    for entry in push.entries {
      let place = Place(collection: entry.collection, id: entry.id)
      let outcome = judge(entry, place, person, isBlocked: refused.contains(place), now)
      switch outcome {
      case .refused, .blocked: refused.insert(place)
      default: break
      }
      results.append(PushAnswer.Result(op: entry.op, outcome: outcome))
    }
    return PushAnswer(epoch: epoch, results: results)
  }

  private mutating func judge(
    _ entry: Push.Entry, _ place: Place, _ person: UUID, isBlocked: Bool, _ now: Date
  ) -> PushAnswer.Outcome {
    let operation = Done(person: person, op: entry.op)
    if let known = done[operation] { return .alreadyApplied(rev: String(known)) }
    if isBlocked { return .blocked }
    guard let table = tables.first(where: { $0.name == entry.collection }) else {
      return .refused(code: "PGRST205", reason: "Could not find the table '\(entry.collection)'")
    }
    if let unknown = entry.fields.keys.sorted().first(where: { !table.fields.contains($0) && $0 != "id" }) {
      return .refused(code: "PGRST204", reason: "Could not find the '\(unknown)' column")
    }
    let outcome = carryOut(entry, table, place, person, now)
    if case .applied(let rev) = outcome { done[operation] = Int64(rev) }
    return outcome
  }

  private mutating func carryOut(
    _ entry: Push.Entry, _ table: ModelTable, _ place: Place, _ person: UUID, _ now: Date
  ) -> PushAnswer.Outcome {
    let current = rows[place].flatMap { sees(person, place, $0) ? $0 : nil }
    let gone = graves.last { $0.place == place && $0.owner == person }?.rev
    switch entry.kind {
    case .insert:
      if let current { return conflict(place, current) }
      if let gone, entry.base != String(gone) { return .conflict(rev: String(gone), row: nil) }
      return write(entry.fields, entry, table, place, person, now)
    case .update:
      guard let current else { return .conflict(rev: String(gone ?? 0), row: nil) }
      guard entry.base == String(current.rev) else { return conflict(place, current) }
      guard current.owner == person else { return forbidden(table) }
      return write(current.fields.merging(entry.fields) { _, newer in newer }, entry, table, place, person, now)
    case .delete:
      guard let current else { return .applied(rev: String(gone ?? revision)) }
      guard entry.base == String(current.rev) else { return conflict(place, current) }
      guard current.owner == person else { return forbidden(table) }
      let readers = [reader(of: place, current)]
      for reader in readers { look(at: place, for: reader) }
      var rev = revision
      deciding(place, from: current, to: nil) { model in
        model.rows[place] = nil
        model.revision += 1
        rev = model.revision
        model.graves.append(Grave(place: place, owner: person, rev: rev))
      }
      return .applied(rev: String(rev))
    }
  }

  private func forbidden(_ table: ModelTable) -> PushAnswer.Outcome {
    .refused(code: "42501", reason: "row-level security policy for table \"\(table.name)\" does not allow it")
  }

  private mutating func write(
    _ fields: [String: JSON], _ entry: Push.Entry, _ table: ModelTable, _ place: Place, _ person: UUID, _ now: Date
  ) -> PushAnswer.Outcome {
    var fields = fields
    fields["id"] = nil
    if let missing = table.required.sorted().first(where: { (fields[$0] ?? .null) == .null }) {
      return .refused(code: "23502", reason: "null value in column \"\(missing)\"")
    }
    if let refusal = table.check(fields) { return .refused(code: refusal.code, reason: refusal.reason) }
    if entry.kind == .insert, rows[place] != nil {
      return .refused(code: "23505", reason: "duplicate key value violates unique constraint \"\(table.name)_pkey\"")
    }
    if let unique = table.unique, let value = fields[unique], value != .null,
      rows.contains(where: {
        $0.key.collection == table.name && $0.key != place && $0.value.owner == person
          && $0.value.fields[unique] == value
      })
    {
      return .refused(
        code: "23505", reason: "duplicate key value violates unique constraint \"\(table.name)_\(unique)\"")
    }
    revision += 1
    let rev = revision
    fields["edited_at"] = .string(Moment(entry.editedAt).text)
    fields["updated_at"] = .string(Moment(now).text)
    let before = rows[place]
    if !table.fields.contains("created_at") {
      fields["created_at"] = before?.fields["created_at"] ?? fields["updated_at"]
    }
    if before == nil { inserted += 1 }
    let row = Row(owner: person, rev: rev, fields: fields, number: before?.number ?? inserted)
    if let before, let field = table.sharing?.reader, before.fields[field] != fields[field] {
      look(at: place, for: reader(of: place, before))
    }
    deciding(place, from: before, to: row) { model in
      model.rows[place] = row
      model.graves.removeAll { $0.place == place && $0.owner == person }
    }
    return .applied(rev: String(rev))
  }

  private func conflict(_ place: Place, _ row: Row) -> PushAnswer.Outcome {
    .conflict(rev: String(row.rev), row: told(place, row))
  }

  func told(_ place: Place, _ row: Row) -> [String: JSON] {
    var fields = row.fields
    fields["id"] = .string(place.id.uuidString.lowercased())
    fields["owner"] = .string(row.owner.uuidString.lowercased())
    fields["rev"] = .string(String(row.rev))
    return fields
  }

  // MARK: Purges and restores

  /// Purges deletions up to a revision: devices behind it must start over.
  public mutating func purge(upTo rev: Int64) {
    let newest = graves.filter { $0.rev <= rev }.map(\.rev).max()
    guard let newest else { return }
    graves.removeAll { $0.rev <= rev }
    purged = max(purged, newest)
  }

  /// Restores an older copy under a new epoch.
  public mutating func restore(_ copy: ModelServer, epoch: String) {
    self = copy
    self.epoch = epoch
  }
}
