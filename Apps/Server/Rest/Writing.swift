internal import Relational
internal import Tokens
internal import Transport

extension Rest {
  func insert(_ asked: TableRequest, for caller: Caller) async throws(Failure) -> Response {
    let body = try await rows(asked)
    let preferences = asked.preferences
    var rows = Rows(json: Array("[]".utf8), count: 0)
    if !body.rows.isEmpty {
      var insert = Insert(asked.table, columns: body.columns.map(\.name), rows: body.rows)
      if let resolution = preferences.resolution {
        let columns = try Self.conflict(asked)
        insert.collision = resolution == .merge ? .merge(on: columns) : .ignore(on: columns)
      }
      insert.shown = asked.isShown ? asked.query.shown : nil
      insert.bounds.exactlyOne = asked.bounds.exactlyOne
      rows = try await database.insert(insert, as: caller)
    }
    let isNew = rows.inserted > 0 || preferences.resolution != .merge || body.rows.isEmpty
    return asked.response(
      isNew ? .created : .ok, range: "*/\(preferences.count == nil ? "*" : String(rows.count))", .insert,
      content: asked.isShown ? try asked.content(rows) : nil)
  }

  func update(_ asked: TableRequest, for caller: Caller) async throws(Failure) -> Response {
    let filter = try Self.filter(asked, "UPDATE")
    let body = try await rows(asked)
    guard body.rows.count == 1 else { throw Failure("PGRST102", "An update takes one object") }
    var rows = Rows(json: Array("[]".utf8), count: 0)
    if !body.columns.isEmpty {
      let values = Dictionary(uniqueKeysWithValues: zip(body.columns.map(\.name), body.rows[0]))
      var update = Update(asked.table, values: values, filter: filter)
      update.shown = asked.isShown ? asked.query.shown : nil
      update.bounds = asked.bounds
      rows = try await database.update(update, as: caller)
    }
    return try changed(asked, rows, range: TableRequest.range(0, count: rows.count, of: Self.total(asked, rows)))
  }

  func delete(_ asked: TableRequest, for caller: Caller) async throws(Failure) -> Response {
    var delete = Delete(asked.table, filter: try Self.filter(asked, "DELETE"))
    delete.shown = asked.isShown ? asked.query.shown : nil
    delete.bounds = asked.bounds
    let rows = try await database.delete(delete, as: caller)
    return try changed(asked, rows, range: TableRequest.range(0, count: 0, of: Self.total(asked, rows)))
  }

  // MARK: - Shared parts of writes

  private func changed(_ asked: TableRequest, _ rows: Rows, range: String) throws(Failure) -> Response {
    asked.response(
      asked.isShown ? .ok : .noContent, range: range, .change, content: asked.isShown ? try asked.content(rows) : nil)
  }

  private static func total(_ asked: TableRequest, _ rows: Rows) -> Int? {
    asked.preferences.count == nil ? nil : rows.count
  }

  /// Returns the filter of a write. Without one it would affect every row, which is refused, as by the hosted
  /// service.
  private static func filter(_ asked: TableRequest, _ verb: String) throws(Failure) -> Filter {
    guard !asked.query.filters.isEmpty else { throw Failure("21000", "\(verb) requires a WHERE clause") }
    guard !asked.query.hasPage else {
      throw Failure(
        "PGRST100", "limit and offset cannot bound a write",
        hint: "Say by a filter which rows are meant, or prefer max-affected.")
    }
    return asked.query.filter
  }

  private static func conflict(_ asked: TableRequest) throws(Failure) -> [String] {
    guard let columns = asked.query.conflict else { return asked.table.key }
    for name in columns where asked.table.column(name) == nil { throw .noColumn(name, of: asked.table.name) }
    let wanted = Set(columns)
    guard ([asked.table.key] + asked.table.uniques).contains(where: { Set($0) == wanted }) else {
      throw Failure(
        "42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification")
    }
    return columns
  }

  private func rows(_ asked: TableRequest) async throws(Failure) -> RowReader {
    try WriteBody.checkType(asked.request)
    // Parsing a large body here would block other clients of the loop.
    return asked.request.body.count < WriteBody.large
      ? try WriteBody.rows(asked) : try await WriteBody.rowsElsewhere(asked)
  }
}

/// Parses the body of a write.
enum WriteBody {
  static let large = 32_768

  static func checkType(_ request: Request) throws(Failure) {
    guard let type = request.headers["content-type"] else { return }
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard name == "application/json" || name.isEmpty || name == "application/vnd.pgrst.object+json" else {
      throw Failure("PGRST102", "Content-Type not acceptable: \(type.prefix(100))")
    }
  }

  static func rows(_ asked: TableRequest) throws(Failure) -> RowReader {
    try RowReader(
      asked.request.body, of: asked.table, columns: asked.query.columns,
      // Defaults apply to inserts only.
      missing: asked.preferences.missing == .usual && asked.request.method == .post ? .usual : .null)
  }

  @concurrent static func rowsElsewhere(_ asked: TableRequest) async throws(Failure) -> RowReader { try rows(asked) }
}
