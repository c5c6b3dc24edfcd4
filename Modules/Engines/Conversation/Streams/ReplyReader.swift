public import JSON
public import Kernel

/// A part of a model's reply.
public enum ReplyPiece: Sendable, Hashable {
  case text(String)
  /// The model's thoughts before it answers.
  case thinking(String)
  /// A whole call of a tool.
  case call(ToolCall)
  /// A call whose arguments are no JSON object, which is not carried out.
  case refusedCall(name: String, why: String)
}

/// A call of a tool by the assistant. `id` is unique in its conversation.
public struct ToolCall: Sendable, Hashable {
  public var id: String
  public var name: String
  public var arguments: JSON

  public init(id: String, name: String, arguments: JSON) {
    self.id = id
    self.name = name
    self.arguments = arguments
  }

  public func text(_ name: String) -> String? { arguments[name]?.string }
  public func number(_ name: String) -> Double? { arguments[name]?.number }
}

/// Reads a streamed reply of an OpenAI-compatible chat endpoint: text at once, calls of tools when they are whole, in the
/// order of their numbers, also when their parts arrive interleaved.
public struct ReplyReader: Sendable {
  /// Limits of one reply.
  public static let longestText = 1 << 16
  public static let longestArguments = 1 << 16
  public static let mostCalls = 16

  private struct Partial {
    var id = ""
    var name = ""
    var arguments = ""
  }

  private var events: ServerSentEvents
  private var partial: [Int: Partial] = [:]
  private var length = 0
  /// The reason the model gave for its end; nil before.
  private var reason: String?
  private var isDone = false

  public init(_ limits: ServerSentEvents.Limits = .init()) { events = ServerSentEvents(limits) }

  /// Takes the next part of the answer and returns what it completes.
  public mutating func take(_ bytes: [UInt8]) throws(Problem) -> [ReplyPiece] {
    var pieces: [ReplyPiece] = []
    for event in try events.take(bytes) where !isDone {
      if event.data == "[DONE]" {
        isDone = true
        pieces += finishCalls()
      } else {
        pieces += try read(event)
      }
    }
    return pieces
  }

  /// Ends the reply. Throws when the answer stopped half-way: before the model said that it had ended, or because it was cut.
  public mutating func finish() throws(Problem) -> [ReplyPiece] {
    guard isDone || reason != nil, !events.isWithinEvent || isDone, reason != "length" else { throw .streamCut }
    guard reason != "content_filter" else {
      throw Problem(
        "model-refused", "The model did not answer this.", safe: "What you typed is kept.",
        remedy: "Say it differently.")
    }
    return finishCalls()
  }

  private mutating func read(_ event: ServerSentEvent) throws(Problem) -> [ReplyPiece] {
    let chunk: JSON
    do { chunk = try JSON(text: event.data) } catch { throw .streamUnreadable("A part of it is no JSON.") }
    if event.name == "error" || chunk["error"].map({ $0 != .null }) == true {
      throw Problem(
        "model-failed", "The model reported an error in the middle of its answer.", safe: "What you typed is kept.",
        remedy: "Try again.")
    }
    // The last chunk of some servers holds the usage alone.
    guard let choice = chunk["choices"]?.array?.first else { return [] }
    var pieces: [ReplyPiece] = []
    let delta = choice["delta"]
    for key in ["reasoning_content", "reasoning"] {
      if let text = delta?[key]?.string, !text.isEmpty {
        pieces.append(.thinking(try counted(text)))
        break
      }
    }
    if let text = delta?["content"]?.string, !text.isEmpty { pieces.append(.text(try counted(text))) }
    for call in delta?["tool_calls"]?.array ?? [] { try add(call) }
    if let reason = choice["finish_reason"]?.string {
      self.reason = reason
      pieces += finishCalls()
    }
    return pieces
  }

  private mutating func counted(_ text: String) throws(Problem) -> String {
    length += text.utf8.count
    guard length <= ReplyReader.longestText else { throw .streamTooLong }
    return text
  }

  /// Adds a part of a call. A server that sends whole calls may leave out their numbers.
  private mutating func add(_ call: JSON) throws(Problem) {
    let number = call["index"]?.number ?? Double(partial.count)
    guard let index = Int(exactly: number), (0..<ReplyReader.mostCalls).contains(index) else { throw .streamTooLong }
    var one = partial[index] ?? Partial()
    if let id = call["id"]?.string, !id.isEmpty { one.id = String(id.prefix(200)) }
    if let name = call["function"]?["name"]?.string, one.name.isEmpty { one.name = String(name.prefix(100)) }
    if let part = call["function"]?["arguments"]?.string { one.arguments += part }
    guard one.arguments.utf8.count <= ReplyReader.longestArguments else { throw .streamTooLong }
    partial[index] = one
  }

  private mutating func finishCalls() -> [ReplyPiece] {
    defer { partial = [:] }
    return partial.sorted { $0.key < $1.key }.map { index, one in
      let text = one.arguments.isEmpty ? "{}" : one.arguments
      guard let arguments = try? JSON(text: text), arguments.object != nil else {
        return .refusedCall(name: one.name, why: "Its arguments are no JSON object.")
      }
      return .call(ToolCall(id: one.id.isEmpty ? "call-\(index)" : one.id, name: one.name, arguments: arguments))
    }
  }
}
