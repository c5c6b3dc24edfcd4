public import HTTP
public import Kernel

/// Sends a request and returns its response; `Fetch.send` in production.
public typealias Ask = @Sendable (Outgoing) async throws(Problem) -> Incoming

/// Sends all requests to the server. Requires TLS or a local server, and adds the project's key.
struct Gateway: Sendable {
  /// Called only when a request is sent, since a server may have to be started for it.
  let project: @Sendable () async throws(Problem) -> Project
  let ask: Ask
  /// The name of this device; nil leaves it out.
  var device: String?

  func send(_ question: ServerRequest, as person: Redacted<String>?) async throws(Problem) -> Incoming {
    let project = try await project()
    _ = try ProjectOrigin(project)
    var outgoing = Outgoing(question.method, project.address + question.path, body: question.body)
    outgoing.headers = [
      .init("apikey", project.key), .init("authorization", "Bearer \(person?.revealed ?? project.key)"),
      .init("accept", "application/json"),
    ]
    if let device { outgoing.headers.append(.init("user-agent", device)) }
    outgoing.headers += question.headers
    outgoing.limits.total = question.total
    outgoing.limits.answer = question.answer
    return try await ask(outgoing)
  }
}

/// A request to the server, independent of the session.
struct ServerRequest: Sendable {
  var method = "POST"
  /// Including the query.
  let path: String
  var headers: [Outgoing.Field] = []
  var body: [UInt8]?
  var total = Duration.seconds(20)
  /// The largest accepted response, in bytes.
  var answer = 1 << 20
  var needsPerson = true
}
