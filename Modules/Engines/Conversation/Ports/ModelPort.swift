public import Kernel

/// A question to a model: the conversation so far, and the tools that it may call.
public struct ModelRequest: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable {
    case system, user, assistant
  }

  public struct Line: Sendable, Hashable {
    public let role: Role
    public let text: String

    public init(_ role: Role, _ text: String) {
      self.role = role
      self.text = text
    }
  }

  public var lines: [Line]
  public var tools: [ToolDeclaration]

  public init(_ lines: [Line], tools: [ToolDeclaration] = []) {
    self.lines = lines
    self.tools = tools
  }
}

/// A model that answers. It hands out each piece as it comes, and throws when it fails, takes too long or stops half-way.
public struct ModelPort: Sendable {
  public typealias Take = @Sendable (ReplyPiece) async -> Void

  public let reply: @Sendable (ModelRequest, _ take: @escaping Take) async throws(Problem) -> Void

  public init(_ reply: @escaping @Sendable (ModelRequest, _ take: @escaping Take) async throws(Problem) -> Void) {
    self.reply = reply
  }
}
