package import Conversation
internal import HTTP
internal import JSON
package import Kernel
package import Platform
package import ServerFunctions
internal import Tokens

/// A function that asks the server's model, and hands its reply on as it comes. The key stays here, and nothing goes to the
/// client but text and calls of the function's own tools whose arguments fit; whatever else the model sends is left out.
package struct ModelFunction: Sendable {
  static let longestBody = 65_536
  static let longestLine = 8_000
  static let mostLines = 20
  /// Levels of a body: those of the schemas of tools.
  private static let deepest = 24
  private static let patience = Duration.seconds(60)

  private let tools: [ToolDeclaration]
  private let endpoint: ChatEndpoint
  private let quota: ModelQuota

  /// Returns the function of that name, which asks the model at this address. Without an address it says that there is none.
  /// Throws for an invalid address.
  /// - Parameter tools: The tools that a client may declare by their names. The model is told of them in the words kept here.
  package static func function(
    _ name: String, tools: [ToolDeclaration] = [], model address: String?, called model: String = "default",
    key: Redacted<String>? = nil,
    quota: ModelQuota = ModelQuota()
  ) throws(Problem) -> ServerFunction {
    guard let address else {
      return ServerFunction(streaming: name, bodyLimit: longestBody) { _, _ in
        .refusal(.refusal("NO_MODEL", "This server has no model.", .unavailable))
      }
    }
    guard Outgoing.isEncrypted(address), address.utf8.count <= 2_000 else {
      throw Problem(
        "coach-model", "“\(address.prefix(80))” is not a valid address of a model.", safe: "Nothing was started.",
        remedy:
          "Give the full address, such as https://model.example.org/v1/chat/completions; http:// is for this machine alone."
      )
    }
    var endpoint = ChatEndpoint(address, model: model, key: key)
    endpoint.total = patience
    let function = ModelFunction(tools: tools, endpoint: endpoint, quota: quota)
    return ServerFunction(streaming: name, bodyLimit: longestBody, sendsRequests: true) { call, context in
      await function.answer(call, context)
    }
  }

  private func answer(_ call: FunctionCall, _ context: FunctionContext) async -> FunctionStream {
    guard call.method == "POST" else { return .refusal(.refusal("METHOD", "Ask with POST.", .methodNotAllowed)) }
    guard call.caller.role == .authenticated, let person = call.caller.user else {
      return .refusal(.refusal("FORBIDDEN", "Sign in first.", .forbidden))
    }
    guard var request = ModelFunction.request(call.body) else {
      return .refusal(.refusal("MALFORMED", "Send {\"messages\": [{\"role\": ..., \"content\": ...}]}.", .badRequest))
    }
    guard await quota.begin(person, at: context.time.now().date) else {
      return .refusal(.refusal("TOO_MANY", "Too many questions of this account. Try again later.", .tooManyRequests))
    }
    request.tools = declared(call.body)
    let (asked, tools) = (request, request.tools)
    let port = endpoint.port(context.stream)
    let (bytes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let (quota, log) = (quota, context.log)
    let calls = Locked(0)
    let running = Task {
      do throws(Problem) {
        try await port.reply(asked) { piece in
          if let event = ModelFunction.event(piece, tools, calls) { continuation.yield(event) }
        }
        continuation.yield(ModelFunction.end)
      } catch {
        log.warning("the model did not answer: \(code: error)")
        continuation.yield(ModelFunction.failure)
      }
      continuation.finish()
      await quota.end(person)
    }
    continuation.onTermination = { _ in running.cancel() }
    return .events(bytes)
  }

  /// The function's own tools among those that a body declares, in the form of a chat completion.
  private func declared(_ body: [UInt8]) -> [ToolDeclaration] {
    let json = try? JSON(bytes: body, deepest: ModelFunction.deepest)
    let names = Set(json?["tools"]?.array?.compactMap { $0["function"]?["name"]?.string } ?? [])
    return tools.filter { names.contains($0.name) }
  }

  /// The lines of a request; nil for a body that is none. Tools and everything else in it are left out.
  static func request(_ body: [UInt8]) -> ModelRequest? {
    guard let json = try? JSON(bytes: body, deepest: ModelFunction.deepest), let messages = json["messages"]?.array,
      1...mostLines ~= messages.count
    else { return nil }
    let lines = messages.compactMap { message -> ModelRequest.Line? in
      guard let role = message["role"]?.string.flatMap(ModelRequest.Role.init), let text = message["content"]?.string,
        1...longestLine ~= text.utf8.count
      else { return nil }
      return ModelRequest.Line(role, text)
    }
    return lines.count == messages.count ? ModelRequest(lines) : nil
  }

  // MARK: Events

  /// A part of the reply in the form of a streamed chat completion; nil for one that is left out.
  private static func event(_ piece: ReplyPiece, _ tools: [ToolDeclaration], _ calls: Locked<Int>) -> [UInt8]? {
    let delta: JSON
    switch piece {
    case .text(let text): delta = ["content": .string(text)]
    case .call(let call):
      guard let tool = tools.first(where: { $0.name == call.name }), tool.schema.flaw(in: call.arguments) == nil,
        let arguments = try? JSON.text(call.arguments)
      else { return nil }
      let number = calls.withLock { calls in
        calls += 1
        return calls - 1
      }
      delta = [
        "tool_calls": [
          [
            "index": .number(Double(number)), "id": .string(String(call.id.prefix(100))),
            "function": ["name": .string(call.name), "arguments": .string(arguments)],
          ]
        ]
      ]
    case .thinking, .refusedCall: return nil
    }
    let chunk: JSON = ["choices": [["index": 0, "delta": delta]]]
    return Array("data: \((try? JSON.text(chunk)) ?? "{}")\n\n".utf8)
  }

  private static let end = Array(
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n".utf8)
  private static let failure = Array("event: error\ndata: {\"error\":{\"code\":\"MODEL\"}}\n\n".utf8)
}

/// The questions of each account to the server's model: so many at once, and so many an hour.
package actor ModelQuota {
  private struct Use {
    var hour = 0
    var count = 0
    var open = 0
  }

  private let atOnce: Int
  private let anHour: Int
  private var uses: [String: Use] = [:]

  private static let mostAccounts = 10_000

  package init(atOnce: Int = 2, anHour: Int = 120) {
    self.atOnce = atOnce
    self.anHour = anHour
  }

  /// Counts a question; false when the account has asked too many.
  package func begin(_ person: String, at date: Date) -> Bool {
    let hour = Int(date.timeIntervalSince1970) / 3600
    if uses.count >= ModelQuota.mostAccounts { uses = uses.filter { $0.value.open > 0 || $0.value.hour == hour } }
    var use = uses[person] ?? Use()
    if use.hour != hour { (use.hour, use.count) = (hour, 0) }
    guard use.open < atOnce, use.count < anHour else { return false }
    use.open += 1
    use.count += 1
    uses[person] = use
    return true
  }

  package func end(_ person: String) { uses[person]?.open -= 1 }
}
