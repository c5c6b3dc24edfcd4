internal import Gate
internal import JSON
internal import Kernel
internal import Outbox
internal import Relational
internal import Tokens
internal import Transport

/// Routes each request to its service, authenticates its caller, and counts the response.
struct Router: Sendable {
  typealias RequestLog = @Sendable (_ service: String, _ method: Method, _ status: Int, _ took: Duration) -> Void

  /// Each service is served beneath `/NAME/v1`.
  static let names = ["rest", "auth", "realtime", "storage", "functions", "exports", "push"]

  let gatekeeper: Gatekeeper
  /// In the order of `names`.
  let services: [any Service]
  let metrics: Metrics
  /// Outcomes of the outbox's entries.
  let outbox: Current<OutboxCounts>
  let database: any Database
  let mails: MailPage
  /// Called for every response when requests are logged; nil otherwise.
  let requestLog: RequestLog?

  /// Returns the service's index and the path after its prefix.
  private func place(of target: Target) -> (index: Int, path: ArraySlice<Substring>)? {
    let segments = target.segments
    guard segments.count >= 2, segments[1] == "v1", let index = Router.names.firstIndex(where: { $0 == segments[0] })
    else { return nil }
    return (index, segments.dropFirst(2))
  }

  func admit(_ head: RequestHead) -> Admission {
    guard let (index, path) = place(of: head.target) else { return .body(upTo: 0) }
    // An upload may be empty, without a length.
    guard head.hasBody || head.method == .post || head.method == .put, !Router.isPreflight(head) else {
      return .body(upTo: 0)
    }
    let began = ContinuousClock.now
    let service = services[index]
    let presented = gatekeeper.credential(of: head)
    let credential = checksSessions(index) ? gatekeeper.withoutEnded(presented) : presented
    let admission = service.admit(head, at: path, from: credential)
      .whileCurrent { [gatekeeper] isWhole in
        // A body that is complete is judged with certainty, as a request is.
        let current =
          isWhole
          ? await Router.current(presented, by: gatekeeper) : .success(gatekeeper.withoutEnded(presented))
        switch current {
        case .failure(let refusal): return refusal.response
        case .success(let credential):
          guard case .refused = credential else { return nil }
          guard case .refuse(let response) = service.admit(head, at: path, from: credential) else {
            return Router.sessionEnded
          }
          return response
        }
      }
      .answering { response in complete(response, to: head, of: index, since: began) }
    return BodyOwner(credential).map { admission.charging($0) } ?? admission
  }

  /// Auth asks the database for the session itself, and has its own errors.
  private func checksSessions(_ index: Int) -> Bool { Router.names[index] != "auth" }

  private struct Unjudged: Error {
    let response: Response
  }

  /// Refuses a credential whose session has ended; fails when nothing can tell.
  private static func current(
    _ credential: Credential, by gatekeeper: Gatekeeper
  ) async -> Result<Credential, Unjudged> {
    do throws(Problem) {
      return .success(try await gatekeeper.current(credential))
    } catch {
      return .failure(
        Unjudged(
          response: .json(
            Array(#"{"code":"PGRST000","message":"The database does not answer now. Please try again."}"#.utf8),
            status: .unavailable, headers: ["retry-after": "1"])))
    }
  }

  private static var sessionEnded: Response {
    .json(Array(#"{"message":"The session has ended."}"#.utf8), status: .unauthorized)
  }

  func answer(_ request: Request, connections: Int) async -> Response {
    let began = ContinuousClock.now
    guard let (index, path) = place(of: request.target) else {
      return await answerItself(request, connections: connections)
    }
    let response =
      Router.isPreflight(request.head) ? Response(.noContent) : await answer(request, at: path, by: index)
    return complete(response, to: request.head, of: index, since: began)
  }

  private func answer(_ request: Request, at path: ArraySlice<Substring>, by index: Int) async -> Response {
    let credential = gatekeeper.credential(of: request.head)
    guard checksSessions(index) else { return await services[index].answer(request, at: path, from: credential) }
    switch await Router.current(credential, by: gatekeeper) {
    case .failure(let unjudged): return unjudged.response
    case .success(let credential): return await services[index].answer(request, at: path, from: credential)
    }
  }

  private func complete(
    _ response: Response, to head: RequestHead, of index: Int, since began: ContinuousClock.Instant
  ) -> Response {
    var response = response
    Router.allowOtherOrigins(&response, head)
    let took = began.duration(to: .now)
    metrics.note(index, status: response.status.code, took: took)
    requestLog?(Router.names[index], head.method, response.status.code, took)
    return response
  }

  private static func isPreflight(_ head: RequestHead) -> Bool {
    head.method == .options && head.headers["access-control-request-method"] != nil
  }

  /// Allows pages of any origin: access needs a token that the page must hold, never a cookie.
  private static func allowOtherOrigins(_ response: inout Response, _ head: RequestHead) {
    guard head.origin != nil else { return }
    response.headers["access-control-allow-origin"] = "*"
    response.headers["access-control-expose-headers"] =
      "content-range, content-location, location, preference-applied, proxy-status, etag, x-supabase-api-version, "
      + "x-sb-error-code, retry-after, "
      + "upload-offset, upload-length, upload-expires, tus-resumable, tus-version, tus-extension, tus-max-size"
    guard head.method == .options else { return }
    response.headers["access-control-allow-methods"] = "GET, HEAD, POST, PUT, PATCH, DELETE"
    response.headers["access-control-allow-headers"] =
      head.headers["access-control-request-headers"] ?? "authorization, apikey, content-type"
    response.headers["access-control-max-age"] = "3600"
  }

  // MARK: Built-in endpoints

  private func answerItself(_ request: Request, connections: Int) async -> Response {
    guard request.method == .get || request.method == .head else {
      return .json(Router.nothing, status: .notFound)
    }
    switch request.target.path {
    case "/health": return await health()
    case "/metrics":
      guard gatekeeper.credential(of: request.head).caller?.role == .service else {
        return .json(Array(#"{"message":"The metrics are for the service key."}"#.utf8), status: .unauthorized)
      }
      return .bytes(
        Array(metrics.text(connections: connections, outbox: outbox.value).utf8),
        type: "text/plain; version=0.0.4; charset=utf-8")
    case "/mails": return await mails.answer(request)
    case "/.well-known/jwks.json":
      var response = Response.json(
        gatekeeper.publishedKeys(), headers: ["cache-control": "public, max-age=600"])
      Router.allowOtherOrigins(&response, request.head)
      return response
    case "/":
      return .json(
        Array(
          #"{"name":"troupe backend","services":["auth","rest","realtime","storage","functions","exports","push"]}"#
            .utf8))
    default: return .json(Router.nothing, status: .notFound)
    }
  }

  /// The response while the server starts.
  static var notReady: Response {
    .json(
      Array(#"{"message":"The server is starting."}"#.utf8), status: .unavailable, headers: ["retry-after": "1"])
  }

  private static let nothing = Array(
    #"{"message":"There is nothing here. Services answer beneath /auth/v1, /rest/v1, /realtime/v1, /storage/v1, /functions/v1, /exports/v1 and /push/v1."}"#
      .utf8)

  /// Checks that the database answers; for load balancers.
  private func health() async -> Response {
    do throws(Failure) {
      try await database.check()
      return .json(Array(#"{"status":"ok"}"#.utf8), headers: ["cache-control": "no-store"])
    } catch {
      return .json(Array(#"{"status":"the database does not answer"}"#.utf8), status: .unavailable)
    }
  }
}

extension BodyOwner {
  /// Nil for the service key, which is no client's.
  fileprivate init?(_ credential: Credential) {
    switch credential.caller?.role {
    case .service, .system: return nil
    case .authenticated, .anonymous, nil: self = credential.caller?.user.map { .account($0) } ?? .anonymous
    }
  }
}
