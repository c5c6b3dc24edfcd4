import Kernel
import Relational
import Tokens

/// A database whose visible rows and changes are specified by the test.
final class FakeDatabase: Database {
  struct Held {
    var watched: [Set<String>] = []
    var selects: [Caller] = []
    /// The rows that each user sees without being a viewer of them.
    var visible: [String: Set<String>] = [:]
    var gate: [CheckedContinuation<Void, Never>] = []
    var isGated = false
  }

  let schema: Schema
  let epoch = "1"
  private let source: Broadcast<[RowChange]>.Source
  private let settling = Settling()
  let held = Locked(Held())

  init(_ tables: [Table] = FakeDatabase.tables, bound: Int = 1024) {
    schema = Schema(tables)
    source = Broadcast<[RowChange]>.Source(bound: bound)
  }

  static let tables: [Table] = {
    let moods = Table.owned(
      "moods", [.integer("score"), .text("note"), .boolean("is_kept"), .timestamp("felt_at"), .json("more")])
    var cards = Table(
      "cards", Table.synced([.text("name")]),
      policies: Policies(viewers: ["owner"], seen: "true", inserted: "owner = auth.uid()"))
    cards.isSynced = false
    let letters = Table(
      "letters", Table.synced([.uuid("recipient")]),
      policies: Policies(
        viewers: ["owner"], seen: "recipient = auth.uid()", seenBy: ["recipient"], inserted: "owner = auth.uid()"))
    return [moods, cards, letters]
  }()

  var changes: Broadcast<[RowChange]> { source.broadcast }

  func publish(_ changes: [RowChange]) { source.say(changes, settling: settling) }

  func watch(_ tables: Set<String>) async { held.withLock { $0.watched.append(tables) } }

  var watched: Set<String> { held.withLock { $0.watched.last ?? [] } }

  func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows {
    let visible = held.withLock { held in
      held.selects.append(caller)
      return held.visible[caller.user ?? ""] ?? []
    }
    guard case .among(_, let values) = select.filter else { throw Failure("XX000", "not asked so") }
    let ids = values.compactMap(\.string).filter { visible.contains($0) }
    return Rows(json: Array("[\(ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ","))]".utf8), count: ids.count)
  }

  private static let unused = Failure("XX000", "Realtime does not write")

  func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows { throw FakeDatabase.unused }
  func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows { throw FakeDatabase.unused }
  func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows { throw FakeDatabase.unused }
  func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]? { nil }
  func transact<Result: Sendable>(
    _ scope: TransactionScope, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { throw FakeDatabase.unused }
  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { throw FakeDatabase.unused }
  func forget(_ person: String) async throws(Failure) { throw FakeDatabase.unused }
  func check() async throws(Failure) {}
  func purge() async throws(Failure) {}
  func close() async {}
}

extension RowChange {
  /// A change in the table `moods`.
  static func mood(
    _ id: String, of owner: String, _ kind: Kind = .insert, score: Int = 5, note: String = "so so"
  ) -> RowChange {
    let record =
      kind == .delete
      ? #"{"id":"\#(id)"}"#
      : #"{"id":"\#(id)","owner":"\#(owner)","score":\#(score),"note":"\#(note)","is_kept":true,"#
        + #""felt_at":"2026-11-21T10:00:00+00:00","more":null,"rev":"1"}"#
    return RowChange(
      table: "moods", kind: kind, id: id, viewers: [owner], record: Array(record.utf8),
      committed: "2026-11-21T10:00:00.123456+00:00")
  }

  static func card(_ id: String, of owner: String, _ kind: Kind = .insert) -> RowChange {
    RowChange(
      table: "cards", kind: kind, id: id, viewers: [owner],
      record: Array((kind == .delete ? #"{"id":"\#(id)"}"# : #"{"id":"\#(id)","name":"x"}"#).utf8),
      committed: "2026-11-21T10:00:00+00:00")
  }
}

extension RowChange {
  static func letter(_ id: String, of owner: String, to recipient: String) -> RowChange {
    RowChange(
      table: "letters", kind: .insert, id: id, viewers: [owner],
      record: Array(#"{"id":"\#(id)","owner":"\#(owner)","recipient":"\#(recipient)"}"#.utf8),
      committed: "2026-11-21T10:00:00+00:00")
  }
}

/// A bus between the instances of one test.
final class FakeBus: Bus {
  private let source: Broadcast<[UInt8]>.Source
  private let settling = Settling()

  init(bound: Int = 1024) { source = Broadcast<[UInt8]>.Source(bound: bound) }

  func publish(_ message: [UInt8]) async throws(Problem) { source.say(message, settling: settling) }
  var messages: Broadcast<[UInt8]> { source.broadcast }
  func close() async {}
}
