public import JSON
public import Relational
public import Tokens

/// The tables of the server as a function uses them: as its caller, whom the policies hold, or as the server's operator.
public struct FunctionTables: Sendable {
  private let database: any Database

  public init(_ database: any Database) { self.database = database }

  /// Returns the declared table, or throws when the server has none of that name.
  public func table(_ name: String) throws(Failure) -> Table {
    guard let table = database.schema.tables[name] else { throw .noTable(name) }
    return table
  }

  /// Returns the rows as objects.
  public func rows(_ select: Select, as caller: Caller) async throws(Failure) -> [JSON] {
    try FunctionTables.objects(try await database.select(select, as: caller).json)
  }

  /// Inserts one row and returns it as the database keeps it.
  @discardableResult
  public func insert(_ values: [String: Value], into name: String, as caller: Caller) async throws(Failure) -> JSON? {
    let columns = values.keys.sorted()
    var insert = Insert(try table(name), columns: columns, rows: [columns.map { values[$0] ?? .null }])
    insert.shown = insert.table.columns.map { Shown($0.name) }
    return try FunctionTables.objects(try await database.insert(insert, as: caller).json).first
  }

  /// Changes the row with this identifier and returns it; nil when the caller may change no such row.
  public func update(
    _ name: String, id: String, _ values: [String: Value], as caller: Caller
  ) async throws(Failure) -> JSON? {
    try await update(name, where: .compare("id", .equal, .text(id)), values, as: caller).first
  }

  /// Changes the rows that match `filter` and returns them. Of two calls at once whose changes end the match, one changes
  /// the row.
  public func update(
    _ name: String, where filter: Filter, _ values: [String: Value], as caller: Caller
  ) async throws(Failure) -> [JSON] {
    var update = Update(try table(name), values: values, filter: filter)
    update.shown = update.table.columns.map { Shown($0.name) }
    return try FunctionTables.objects(try await database.update(update, as: caller).json)
  }

  /// Deletes the rows that match `filter` and returns how many these were.
  @discardableResult
  public func delete(_ name: String, where filter: Filter, as caller: Caller) async throws(Failure) -> Int {
    var delete = Delete(try table(name), filter: filter)
    delete.shown = [Shown("id")]
    return try await database.delete(delete, as: caller).count
  }

  private static func objects(_ bytes: [UInt8]) throws(Failure) -> [JSON] {
    do throws(JSONFlaw) {
      return try JSON(bytes: bytes).array ?? []
    } catch {
      throw Failure("XX000", "The database returned rows that cannot be read.")
    }
  }
}
