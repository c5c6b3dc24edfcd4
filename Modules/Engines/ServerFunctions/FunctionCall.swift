public import JSON
public import Tokens

/// One call of a server function.
public struct FunctionCall: Sendable {
  /// The method of the request: "POST".
  public let method: String
  public let body: [UInt8]
  /// The identity of the caller, which the server has verified; anonymous for a webhook.
  public let caller: Caller
  /// The values of the address's query by name, of a webhook alone.
  public let query: [String: String]
  /// The header fields that a webhook declared, by their names in lower case.
  public let headers: [String: String]

  public init(
    method: String = "POST", body: [UInt8], caller: Caller, query: [String: String] = [:],
    headers: [String: String] = [:]
  ) {
    self.method = method
    self.body = body
    self.caller = caller
    self.query = query
    self.headers = headers
  }
}

/// The answer to a call: a status and JSON.
public struct FunctionAnswer: Sendable, Hashable {
  public enum Status: Int, Sendable, Hashable, CaseIterable {
    case ok = 200
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case tooManyRequests = 429
    case badGateway = 502
    case unavailable = 503
  }

  public let status: Status
  public let body: JSON

  public init(_ body: JSON, status: Status = .ok) {
    self.body = body
    self.status = status
  }

  /// A refusal: `code` is for programs, `message` for the developer of a client.
  public static func refusal(_ code: JSON, _ message: String, _ status: Status) -> FunctionAnswer {
    FunctionAnswer(["code": code, "message": .string(message)], status: status)
  }
}

/// The answer to a call of a function that streams.
public enum FunctionStream: Sendable {
  case refusal(FunctionAnswer)
  /// The bytes of a `text/event-stream`. It ends when the client leaves.
  case events(AsyncStream<[UInt8]>)
}
