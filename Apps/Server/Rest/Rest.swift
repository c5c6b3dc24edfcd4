public import Gate
public import Relational
internal import SyncWire
public import Tokens
public import Transport

/// Serves the tables of a database in PostgREST's protocol, and its functions beneath `/rpc/`.
public struct Rest: Service {
  let database: any Database
  let schema: Schema
  /// The largest number of rows in one response, whatever limit was requested.
  let mostRows: Int
  private let queries = QueryCache()

  public init(_ database: any Database, mostRows: Int = 1_000) {
    self.database = database
    self.mostRows = mostRows
    schema = database.schema
  }

  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int {
    switch head.method {
    case .post, .patch: path.elementsEqual(["rpc", "sync_push"]) ? Push.mostBytes : BodyLimits.usual
    default: BodyLimits.unneeded
    }
  }

  public func admit(_ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential) -> Admission {
    let limit = bodyLimit(for: head, at: path)
    switch credential {
    case .none: return .refuse(.noKey)
    case .refused(let refusal): return .refuse(ErrorEncoding.answer(refusal))
    case .caller(let caller, expires: _):
      let isAnonymous = caller.role == .anonymous
      if let first = path.first, path.count == 1, !first.isEmpty, first != "rpc" {
        guard let table = schema.tables[String(first)] else {
          return .refuse(ErrorEncoding.answer(.noTable(String(first.prefix(63))), isAnonymous: isAnonymous))
        }
        // Both databases refuse this as well.
        if isAnonymous, head.method == .post || head.method == .patch || head.method == .delete {
          return .refuse(ErrorEncoding.answer(.forbidden(table.name), isAnonymous: true))
        }
      }
      return .body(upTo: isAnonymous ? min(limit, BodyLimits.anonymous) : limit)
    }
  }

  public func answer(
    _ request: Request, at path: ArraySlice<Substring>, from credential: Credential
  ) async -> Response {
    let caller: Caller
    switch credential {
    case .none: return .noKey
    case .refused(let refusal): return ErrorEncoding.answer(refusal)
    case .caller(let known, expires: _): caller = known
    }
    do throws(Failure) {
      return try await answer(request, at: path, for: caller)
    } catch {
      return ErrorEncoding.answer(error, isAnonymous: caller.role == .anonymous)
    }
  }

  private func answer(
    _ request: Request, at path: ArraySlice<Substring>, for caller: Caller
  ) async throws(Failure) -> Response {
    if request.method == .options {
      return Response(.ok, headers: ["allow": "OPTIONS,GET,HEAD,POST,PATCH,DELETE"])
    }
    try Self.checkProfile(request)
    guard let first = path.first, !first.isEmpty else {
      guard path.count <= 1 else { throw Self.noSuchPath }
      guard request.method == .get || request.method == .head else { throw Self.noSuch(request.method) }
      return Response.bytes(Overview.bytes(schema), type: "application/openapi+json; charset=utf-8")
    }
    if first == "rpc" {
      guard path.count == 2, let function = path.last, !function.isEmpty else { throw Self.noSuchPath }
      return try await call(String(function), request, for: caller)
    }
    guard path.count == 1 else { throw Self.noSuchPath }
    guard let table = schema.tables[String(first)] else { throw .noTable(String(first.prefix(63))) }
    let asked = try TableRequest(request, table, in: schema, queries)
    try SealedFilter.judge(asked.query, of: table, in: database)
    switch request.method {
    case .get, .head: return try await read(asked, for: caller)
    case .post: return try await insert(asked, for: caller)
    case .patch: return try await update(asked, for: caller)
    case .delete: return try await delete(asked, for: caller)
    default: throw Self.noSuch(request.method)
    }
  }

  /// Refuses every schema except `public`, the only one.
  private static func checkProfile(_ request: Request) throws(Failure) {
    let isRead = request.method == .get || request.method == .head
    guard let profile = request.headers[isRead ? "accept-profile" : "content-profile"], profile != "public" else {
      return
    }
    throw Failure(
      "PGRST106", "Invalid schema: \(profile.prefix(63))", hint: "Only the following schemas are exposed: public")
  }

  private static let noSuchPath = Failure("PGRST125", "Invalid path specified in request URL")

  static func noSuch(_ method: Method) -> Failure {
    Failure("PGRST117", "Unsupported HTTP method: \(method.name.prefix(32))")
  }
}
