internal import Conversation
internal import Fetch
internal import FoundationEssentials
internal import JSON
package import Kernel
package import ServerFunctions
internal import Tokens

/// The function `coach`: asks the server's model to word a message, and hands its text on as it comes. The key stays here, and
/// nothing but text goes to the client: calls of tools and whatever else the model sends are left out.
package struct CoachFunction: Sendable {
  static let name = "coach"
  static let longestBody = 65_536
  static let longestLine = 8_000
  static let mostLines = 20
  private static let patience = Duration.seconds(60)

  private let endpoint: ChatEndpoint
  private let quota: CoachQuota

  /// Returns the function, which asks the model at this address. Without an address it says that there is none. Throws for an
  /// invalid address.
  package static func function(
    model address: String?, called name: String = "default", key: Redacted<String>? = nil,
    quota: CoachQuota = CoachQuota()
  ) throws(Problem) -> ServerFunction {
    guard let address else {
      return ServerFunction(streaming: CoachFunction.name, bodyLimit: longestBody) { _, _ in
        .refusal(.refusal("NO_MODEL", "This server has no model.", .unavailable))
      }
    }
    guard address.hasPrefix("https://") || address.hasPrefix("http://"), address.utf8.count <= 2_000 else {
      throw Problem(
        "coach-model", "“\(address.prefix(80))” is not a valid address of a model.", safe: "Nothing was started.",
        remedy: "Give the full address, such as https://model.example.org/v1/chat/completions.")
    }
    var endpoint = ChatEndpoint(address, model: name, key: key)
    endpoint.total = patience
    let function = CoachFunction(endpoint: endpoint, quota: quota)
    return ServerFunction(streaming: CoachFunction.name, bodyLimit: longestBody, sendsRequests: true) { call, context in
      await function.answer(call, context)
    }
  }

  private func answer(_ call: FunctionCall, _ context: FunctionContext) async -> FunctionStream {
    guard call.method == "POST" else { return .refusal(.refusal("METHOD", "Ask with POST.", .methodNotAllowed)) }
    guard call.caller.role == .authenticated, let person = call.caller.user else {
      return .refusal(.refusal("FORBIDDEN", "Sign in first.", .forbidden))
    }
    guard let request = CoachFunction.request(call.body) else {
      return .refusal(.refusal("MALFORMED", "Send {\"messages\": [{\"role\": ..., \"content\": ...}]}.", .badRequest))
    }
    guard await quota.begin(person, at: context.time.now().date) else {
      return .refusal(.refusal("TOO_MANY", "Too many questions of this account. Try again later.", .tooManyRequests))
    }
    let port = endpoint.port(context.stream)
    let (bytes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let (quota, log) = (quota, context.log)
    let running = Task {
      do throws(Problem) {
        try await port.reply(request) { piece in
          if case .text(let text) = piece { continuation.yield(CoachFunction.event(text)) }
        }
        continuation.yield(CoachFunction.end)
      } catch {
        log.warning("the model did not answer: \(code: error)")
        continuation.yield(CoachFunction.failure)
      }
      continuation.finish()
      await quota.end(person)
    }
    continuation.onTermination = { _ in running.cancel() }
    return .events(bytes)
  }

  /// The lines of a request; nil for a body that is none. Tools and everything else in it are left out.
  static func request(_ body: [UInt8]) -> ModelRequest? {
    guard let json = try? JSON(bytes: body, deepest: 6), let messages = json["messages"]?.array,
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

  /// A part of the text in the form of a streamed chat completion.
  private static func event(_ text: String) -> [UInt8] {
    let chunk: JSON = ["choices": [["index": 0, "delta": ["content": .string(text)]]]]
    return Array("data: \((try? JSON.text(chunk)) ?? "{}")\n\n".utf8)
  }

  private static let end = Array(
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n".utf8)
  private static let failure = Array("event: error\ndata: {\"error\":{\"code\":\"MODEL\"}}\n\n".utf8)
}

/// The questions of each account to the server's model: so many at once, and so many an hour.
package actor CoachQuota {
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
  func begin(_ person: String, at date: Date) -> Bool {
    let hour = Int(date.timeIntervalSince1970) / 3600
    if uses.count >= CoachQuota.mostAccounts { uses = uses.filter { $0.value.open > 0 || $0.value.hour == hour } }
    var use = uses[person] ?? Use()
    if use.hour != hour { (use.hour, use.count) = (hour, 0) }
    guard use.open < atOnce, use.count < anHour else { return false }
    use.open += 1
    use.count += 1
    uses[person] = use
    return true
  }

  func end(_ person: String) { uses[person]?.open -= 1 }
}
