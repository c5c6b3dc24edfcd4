internal import Fetch
internal import Gate
internal import JSON
internal import Kernel
internal import Objects
internal import Outbox
internal import Relational
internal import ServerFunctions
internal import Tokens
internal import Transport

/// The service of the functions that the products hand in, called by name beneath `/functions/v1`.
struct Functions: Service {
  private let functions: [String: ServerFunction]
  private let objects: Objects
  private let fetch: Fetch?
  private let tables: FunctionTables
  private let sealing: PayloadSealing
  private let time: Time
  private let log: Log

  /// Keeps the first of two functions with one name, and makes the buckets that the functions read.
  init(
    _ functions: [ServerFunction], _ database: any Database, _ objects: Objects, _ fetch: Fetch?, key: [UInt8],
    _ time: Time, _ log: Log
  ) async throws(Problem) {
    self.functions = Dictionary(functions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.objects = objects
    self.fetch = fetch
    tables = FunctionTables(database)
    sealing = PayloadSealing(key)
    self.time = time
    self.log = log
    for bucket in functions.flatMap(\.buckets) {
      try await objects.make(bucket: bucket.name, for: bucket.types, largest: bucket.largest)
    }
  }

  func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int {
    function(at: path)?.bodyLimit ?? ServerFunction.usualBodyLimit
  }

  func answer(_ request: Request, at path: ArraySlice<Substring>, from credential: Credential) async -> Response {
    switch called(at: path, by: credential) {
    case .failure(let refusal): return Functions.response(refusal.answer)
    case .success((let function, let caller)):
      let call = Functions.call(of: function, request, caller)
      guard let stream = function.stream else {
        return Functions.response(await function.handle(call, context(of: function)))
      }
      switch await stream(call, context(of: function)) {
      case .refusal(let answer): return Functions.response(answer)
      case .events(let bytes):
        return .chunks(bytes, type: "text/event-stream", headers: ["cache-control": "no-store"])
      }
    }
  }

  /// The call of a function; a webhook also gets the query and the header fields that it declared.
  private static func call(of function: ServerFunction, _ request: Request, _ caller: Caller) -> FunctionCall {
    guard let names = function.webhook else {
      return FunctionCall(method: request.method.name, body: request.body, caller: caller)
    }
    let query = request.target.query.fields.map { ($0.name, $0.value) }
    let headers = names.compactMap { name in request.headers[name].map { (name, $0) } }
    return FunctionCall(
      method: request.method.name, body: request.body, caller: caller,
      query: Dictionary(query, uniquingKeysWith: { first, _ in first }),
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
  }

  func admit(_ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential) -> Admission {
    switch called(at: path, by: credential) {
    case .failure(let refusal): .refuse(Functions.response(refusal.answer))
    case .success((let function, _)): .body(upTo: function.bodyLimit)
    }
  }

  private struct CallRefusal: Error {
    let answer: FunctionAnswer
  }

  /// The function and its caller, as far as the head of a request says.
  private func called(
    at path: ArraySlice<Substring>, by credential: Credential
  ) -> Result<(ServerFunction, Caller), CallRefusal> {
    // A webhook has no key; it verifies its caller itself.
    if let function = function(at: path), function.webhook != nil { return .success((function, .anonymous)) }
    let refusal: FunctionAnswer
    switch credential {
    case .none: refusal = .refusal(401, "Missing authorization header", .unauthorized)
    case .refused: refusal = .refusal(401, "Invalid JWT", .unauthorized)
    case .caller(let caller, _):
      if let function = function(at: path) { return .success((function, caller)) }
      refusal = .refusal("NOT_FOUND", "Requested function was not found", .notFound)
    }
    return .failure(CallRefusal(answer: refusal))
  }

  private static func response(_ answer: FunctionAnswer) -> Response {
    .json(answer.body, status: Status(answer.status), headers: ["cache-control": "no-store"])
  }

  private func function(at path: ArraySlice<Substring>) -> ServerFunction? {
    guard let name = path.first, path.count == 1 else { return nil }
    return functions[String(name)]
  }

  private func context(of function: ServerFunction) -> FunctionContext {
    let (objects, fetch, sealing) = (objects, fetch, sealing)
    let kind = "function \(function.name)"
    let buckets = Set(function.buckets.map(\.name))
    return FunctionContext(
      file: { name, bucket throws(Problem) in
        guard buckets.contains(bucket), let file = try await objects.file(name, in: bucket) else { return nil }
        return StoredFile(type: file.type, size: file.size) { () throws(Problem) in try await objects.bytes(of: file) }
      },
      send: { request throws(Problem) in
        guard function.sendsRequests, let fetch else { throw .sendsNothing }
        return try await fetch.send(request)
      },
      stream: { request throws(Problem) in
        guard function.sendsRequests, let fetch else { throw .sendsNothing }
        return try fetch.stream(request)
      }, tables: tables,
      vault: FunctionVault(
        seal: { sealing.seal($0, of: $1, kind) }, open: { sealing.open($0, of: $1, kind) }),
      time: time, log: log.from(function.name))
  }
}

extension Status {
  fileprivate init(_ status: FunctionAnswer.Status) {
    self =
      switch status {
      case .ok: .ok
      case .badRequest: .badRequest
      case .unauthorized: .unauthorized
      case .forbidden: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .conflict: .conflict
      case .tooManyRequests: .tooManyRequests
      case .badGateway: .badGateway
      case .unavailable: .unavailable
      }
  }
}

extension Problem {
  fileprivate static let sendsNothing = Problem(
    "function-sends-nothing", "This function was declared as one that sends no requests.", safe: "Nothing was sent.",
    remedy: "Declare it with `sendsRequests`.")
}
