internal import JSON
internal import Relational
internal import Tokens

/// The parsed arguments of `sync_pull`.
struct PullArguments: Sendable {
  struct Part: Sendable {
    let layout: Layout
    /// The device's cursor; nil for a first pull.
    let cursor: String?
  }

  static let usual = 500
  static let most = 1000
  static let mostBytes = 65_536

  let person: String
  let epoch: String?
  /// In the order of references between collections.
  let parts: [Part]
  let limit: Int

  init(_ arguments: [UInt8], _ layouts: Layouts, as caller: Caller) throws(Failure) {
    person = try SyncRefusal.judge(caller, "sync_pull")
    guard arguments.count <= Self.mostBytes else { throw SyncRefusal.tooLarge("sync_pull", "at most 64 KiB") }
    var epoch: String?
    var cursors: [String: String?] = [:]
    var limit: String?
    do throws(JSONFlaw) {
      var reader = JSONReader(arguments)
      try reader.openObject()
      while let key = try reader.nextKey() {
        switch reader.string(key) {
        case "epoch": epoch = try reader.stringOrNull()
        case "limit": limit = try reader.stringOrNull()
        case "cursors":
          try reader.openObject()
          while let name = try reader.nextKey() { cursors[reader.string(name)] = .some(try reader.stringOrNull()) }
        default: try reader.skip()
        }
      }
      try reader.finish()
    } catch {
      throw SyncRefusal.flawed("sync_pull", error)
    }
    self.epoch = epoch
    if let limit {
      guard let number = Int(limit), 1...Self.most ~= number else {
        throw SyncRefusal.malformed("sync_pull", "limit is a number from 1 to \(Self.most)")
      }
      self.limit = number
    } else {
      self.limit = Self.usual
    }
    for name in cursors.keys.sorted() where layouts[name]?.isSynced != true { throw .noTable(name) }
    parts = layouts.ordered.compactMap { layout in
      cursors[layout.table.name].map { Part(layout: layout, cursor: $0) }
    }
  }
}
