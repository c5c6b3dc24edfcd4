public import HTTP
internal import JSON
public import Kernel
internal import Platform

/// An OpenAI-compatible chat endpoint, whose replies are streamed.
public struct ChatEndpoint: Sendable {
  public let address: String
  public let model: String
  private let key: Redacted<String>?
  /// Further headers of each question.
  public var headers: [Outgoing.Field] = []
  /// The limit from the question to the end of the reply.
  public var total = Duration.seconds(60)

  /// - Parameter address: The whole address, such as `https://host/v1/chat/completions`.
  public init(_ address: String, model: String, key: Redacted<String>? = nil) {
    self.address = address
    self.model = model
    self.key = key
  }

  /// A port that asks this endpoint by `stream`, which may refuse.
  public func port(_ stream: @escaping @Sendable (Outgoing) throws(Problem) -> IncomingStream) -> ModelPort {
    ModelPort { request, take throws(Problem) in try await ask(request, stream, take) }
  }

  func outgoing(_ request: ModelRequest) throws(Problem) -> Outgoing {
    var body: [String: JSON] = [
      "model": .string(model), "stream": true,
      "messages": .array(request.lines.map { ["role": .string($0.role.rawValue), "content": .string($0.text)] }),
    ]
    if !request.tools.isEmpty { body["tools"] = .array(request.tools.map(\.json)) }
    guard let bytes = try? JSON.data(JSON.object(body)) else { throw .streamUnreadable("The question has no form.") }
    var outgoing = Outgoing(
      "POST", address,
      headers: [
        Outgoing.Field("content-type", "application/json"), Outgoing.Field("accept", "text/event-stream"),
      ], body: [UInt8](bytes))
    if let key { outgoing.headers.append(Outgoing.Field("authorization", "Bearer \(key.revealed)")) }
    outgoing.headers += headers
    outgoing.limits.total = total
    outgoing.limits.answer = ServerSentEvents.Limits().stream
    return outgoing
  }

  private func ask(
    _ request: ModelRequest, _ stream: (Outgoing) throws(Problem) -> IncomingStream, _ take: ModelPort.Take
  ) async throws(Problem) {
    var reader = ReplyReader()
    for try await part in try stream(outgoing(request)) {
      switch part {
      case .head(let status):
        guard status == 200 else {
          throw Problem(
            "model-status", "The model answered with \(status).", safe: "What you typed is kept.", remedy: "Try again.")
        }
      case .body(let bytes): for piece in try reader.take(bytes) { await take(piece) }
      }
    }
    for piece in try reader.finish() { await take(piece) }
  }
}
