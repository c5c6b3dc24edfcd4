internal import Relational
internal import Tokens

/// The compiled selects of the last requests: clients ask for the same lists again, and an equal request for another
/// person has an equal statement.
final class SelectCache: Sendable {
  static let most = 128
  /// Selects with longer values are compiled each time, which bounds memory.
  private static let mostValues = 16
  private static let longest = 256

  private struct Key: Hashable {
    let table: String
    let shown: [Shown]
    let filter: Filter
    let order: [Order]
    let limit: Int?
    let offset: Int
    let counts: Bool
    let wantsRows: Bool
    let isHeld: Bool

    init(_ select: Select, isHeld: Bool) {
      table = select.table.name
      shown = select.shown
      filter = select.filter
      order = select.order
      limit = select.limit
      offset = select.offset
      counts = select.counts
      wantsRows = select.wantsRows
      self.isHeld = isHeld
    }

    /// Without the columns, which are compared: they are most often all.
    func hash(into hasher: inout Hasher) {
      hasher.combine(table)
      hasher.combine(shown.count)
      hasher.combine(filter)
      hasher.combine(order)
      hasher.combine(limit)
      hasher.combine(offset)
    }
  }

  private let known = RecentResults<Key, CompiledSelect>(most: SelectCache.most)

  var count: Int { known.count }

  func compiled(
    _ select: Select, _ layouts: Layouts, as caller: Caller
  ) throws(Failure) -> CompiledSelect {
    guard select.embedded.isEmpty, caller.role != .anonymous else {
      return try CompiledSelect(select, layouts, as: caller)
    }
    let key = Key(select, isHeld: caller.isHeldByPolicies)
    if let found = known[key] { return found }
    let made = try CompiledSelect(select, layouts, as: caller)
    let values = (made.rows?.values ?? []) + (made.count?.values ?? [])
    guard values.count <= Self.mostValues, values.allSatisfy({ ($0.string?.utf8.count ?? 0) <= Self.longest }) else {
      return made
    }
    known.keep(made, for: key)
    return made
  }
}
