public import Fetch
public import Kernel

/// Sends a question and returns its answer: `Fetch.send` in earnest.
public typealias Ask = @Sendable (Outgoing) async throws(Problem) -> Incoming

/// The one way to the server: nothing passes that another could read, and everything bears the project's key.
struct Gateway: Sendable {
  /// Asked when something is to be sent, and not before: a server may have to be started for it.
  let project: @Sendable () async throws(Problem) -> Project
  let ask: Ask

  func send(_ question: Question, as person: Redacted<String>?) async throws(Problem) -> Incoming {
    let project = try await project()
    _ = try Origin(project)
    var outgoing = Outgoing(question.method, project.address + question.path, body: question.body)
    outgoing.headers = [
      .init("apikey", project.key), .init("authorization", "Bearer \(person?.revealed ?? project.key)"),
      .init("accept", "application/json"),
    ]
    outgoing.headers += question.headers
    outgoing.limits.total = question.total
    outgoing.limits.answer = question.answer
    return try await ask(outgoing)
  }
}

/// What is asked of the server, whoever asks.
struct Question: Sendable {
  var method = "POST"
  /// With its query.
  let path: String
  var headers: [Outgoing.Field] = []
  var body: [UInt8]?
  var total = Duration.seconds(20)
  /// How many bytes may come back.
  var answer = 1 << 20
  var needsPerson = true
}
