public import Kernel
public import Platform

/// A stored record, read without its type.
public struct Plain: Sendable, Hashable {
  public let id: UUID
  public let when: Date
  public let state: SyncState
  public let fields: Fields
}

/// Access to a store's contents without their types, for tests and for inspecting a profile.
extension Store {
  /// The names of all collections that were ever registered.
  public func collections() async throws(Problem) -> [String] {
    try await keeper.read { ledger throws(Problem) in try ledger.tables.everyCollection().map(\.name) }
  }

  /// The newest records of that collection, newest first. Rows that are damaged or unreadable are omitted, and left as
  /// they are.
  public func records(of collection: String, newest: Int) async throws(Problem) -> [Plain] {
    try await keeper.read { ledger throws(Problem) in
      let known = try ledger.tables.everyCollection()
      guard let number = known.first(where: { $0.name == collection })?.number else {
        throw Problem(
          "no-such-collection", "There is no collection “\(collection.prefix(40))”.", safe: "Nothing was changed.",
          remedy: known.isEmpty
            ? "Save something first." : "Choose one. There are: \(known.map(\.name).joined(separator: ", ")).")
      }
      return try ledger.plain(number, newest: newest)
    }
  }
}

extension Ledger {
  func plain(_ collection: Int, newest: Int) throws(Problem) -> [Plain] {
    var found: [Plain] = []
    try tables.scan(collection, from: nil, to: nil, newest: min(max(0, newest), Bounds.rows)) {
      id, version, when, state, sealed in
      let place = SealPlace(kind: .record, collection: collection, id: id, version: version, when: when)
      guard let bytes = sealer.open(sealed, place), let fields = try? Row(bytes: Array(bytes)).fields() else { return }
      found.append(Plain(id: id, when: Date(timeIntervalSinceReferenceDate: when), state: state, fields: fields))
    }
    return found
  }
}
