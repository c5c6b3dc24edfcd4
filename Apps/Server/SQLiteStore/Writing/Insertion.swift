internal import FoundationEssentials
internal import Kernel
internal import Relational
internal import Tokens

/// An insert, compiled on the caller's thread: values are normalized and in the order of the table's columns.
struct Insertion: Sendable {
  let layout: Layout
  /// One value per column of the table; `usual` where the writer fills it in.
  let rows: [[Value]]
  /// The SQL between the values and `returning`, and the policy conditions that `returning` begins with.
  let sql: String
  let flags: [String]
  let isMerging: Bool
  let shown: [Shown]?
  let shape: RowShape?
  let bounds: Bounds

  init(_ insert: Insert, _ layout: Layout, as caller: Caller, _ identifiers: Identifiers) throws(Failure) {
    let table = layout.table
    guard caller.role != .anonymous else { throw .forbidden(table.name) }
    self.layout = layout
    bounds = insert.bounds
    shown = insert.shown
    shape = try insert.shown.map { shown throws(Failure) in try RowShape(shown, of: table, layout.sealing) }
    var places: [Int] = []
    for column in insert.columns { places.append(try layout.place(column)) }
    rows = try Self.rows(insert.rows, at: places, layout, caller, identifiers)
    let (collision, isMerging) = try Self.collision(insert, layout, caller)
    self.isMerging = isMerging
    if case .merge(let columns) = insert.collision {
      try Self.refuseTwice(rows, at: try columns.map { column throws(Failure) in try layout.place(column) })
    }
    sql = insert.collision == .refuse ? layout.refusing : layout.insertion + collision
    let flags = try Self.flags(layout, caller, isMerging: isMerging, isShown: insert.shown != nil)
    if !isMerging, caller.isHeldByPolicies, let place = layout.ownerPlace, layout.table.policies.select == Self.own {
      guard let person = caller.user, rows.allSatisfy({ $0[place] == .text(person) }) else {
        throw .policy(table.name)
      }
      self.flags = []
    } else {
      self.flags = flags
    }
  }

  /// Whether it is one statement, and nothing is judged after it.
  var isSingle: Bool { rows.count == 1 && !isMerging && flags.isEmpty }

  /// The policy of most tables, evaluated without a query.
  static let own = "owner = auth.uid()"

  private static func rows(
    _ given: [[Value]], at places: [Int], _ layout: Layout, _ caller: Caller, _ identifiers: Identifiers
  ) throws(Failure) -> [[Value]] {
    let columns = layout.table.columns
    var usual = layout.usual
    for (place, column) in columns.enumerated() {
      switch column.filling {
      case .caller: usual[place] = .text(caller.user)
      case .now, .revision, .changed, .created: usual[place] = .usual
      case .identifier, .usually, nil: break
      }
    }
    let made = columns.indices.filter { columns[$0].filling == .identifier }
    let always = Set(columns.indices.filter { columns[$0].filling?.isOfTheServerAlone == true })
    let used = places.enumerated().filter { !always.contains($1) }
    var rows: [[Value]] = []
    rows.reserveCapacity(given.count)
    for values in given {
      guard values.count == places.count else { throw Failure("42601", "INSERT has more or fewer values than columns") }
      var row = usual
      for place in made { row[place] = .usual }
      for (index, place) in used where values[index] != .usual {
        row[place] = try columns[place].type.normalised(values[index])
      }
      for place in made where row[place] == .usual { row[place] = .text(identifiers.text()) }
      rows.append(row)
    }
    return rows
  }

  private static func collision(
    _ insert: Insert, _ layout: Layout, _ caller: Caller
  ) throws(Failure) -> (sql: String, isMerging: Bool) {
    let table = layout.table
    func target(_ columns: [String]) throws(Failure) -> String {
      let wanted = Set(columns)
      guard ([table.key] + table.uniques).contains(where: { Set($0) == wanted }) else {
        throw Failure(
          "42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification")
      }
      return " on conflict (\(columns.map(Dialect.quoted).joined(separator: ", ")))"
    }
    switch insert.collision {
    case .refuse: return ("", false)
    case .ignore(let columns): return (try target(columns) + " do nothing", false)
    case .merge(let columns):
      let taken = table.columns.filter { column in
        column.filling?.isRenewed == true
          || column.filling != .created && insert.columns.contains(column.name)
      }
      let sets = Self.merging(taken.map(\.name), layout)
      var sql = try target(columns) + " do update set " + sets.joined(separator: ", ")
      if caller.isHeldByPolicies { sql += " where (\(layout.seeing)) and (\(layout.policies.updated ?? "false"))" }
      return (sql, true)
    }
  }

  /// Refuses two rows that would merge into the same one, as PostgreSQL does. A value that the writer fills in is unknown.
  private static func refuseTwice(_ rows: [[Value]], at places: [Int]) throws(Failure) {
    guard rows.count > 1 else { return }
    var seen: Set<[Value]> = []
    for row in rows {
      let key = places.map { row[$0] }
      guard !key.contains(.usual), !key.contains(.null), !seen.insert(key).inserted else { continue }
      throw Failure(
        "21000", "ON CONFLICT DO UPDATE command cannot affect row a second time",
        hint: "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.")
    }
  }

  /// The assignments by which an existing row takes columns of the new one.
  private static func merging(_ taken: [String], _ layout: Layout) -> [String] {
    func new(_ column: String) -> String { "excluded.\(Dialect.quoted(column))" }
    var sets: [String] = []
    var values: [(column: String, value: String)] = []
    let sealing = layout.sealing
    for column in taken {
      if let sealing, sealing.seals(column) {
        values.append((column, sealing.opened(column, in: "excluded.")))
      } else {
        sets.append("\(Dialect.quoted(column)) = \(new(column))")
      }
    }
    guard let sealing, !values.isEmpty || taken.contains(where: sealing.table.key.contains) else { return sets }
    let row = "\(layout.name)."
    let key = sealing.key { taken.contains($0) ? new($0) : row + Dialect.quoted($0) }
    return sets + ["\(TableSealing.name) = \(sealing.resealed(values, in: row, to: key))"]
  }

  /// Returns the conditions for a new row and, if rows may be merged, for a merged one.
  private static func flags(
    _ layout: Layout, _ caller: Caller, isMerging: Bool, isShown: Bool
  ) throws(Failure) -> [String] {
    guard caller.isHeldByPolicies else { return [] }
    guard let inserted = layout.policies.inserted else { throw .policy(layout.table.name) }
    let seen = isShown ? " and (\(layout.seeing))" : ""
    let new = "(\(inserted))\(seen)"
    return isMerging ? [new, "(\(layout.policies.updatedTo ?? "false")) and (\(layout.seeing))"] : [new]
  }
}

extension Identifiers {
  /// Returns a new identifier in lower case.
  func text() -> String {
    let uuid = uuid().uuid
    return String(unsafeUninitializedCapacity: 36) { text in
      withUnsafeBytes(of: uuid) { bytes in
        var at = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[at] = UInt8(ascii: "-")
            at += 1
          }
          for digit in [byte >> 4, byte & 15] {
            text[at] = digit < 10 ? 0x30 + digit : 0x57 + digit
            at += 1
          }
        }
      }
      return 36
    }
  }
}
