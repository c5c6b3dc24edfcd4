internal import Interface
internal import JSON
internal import Kernel
internal import Shell

/// The answer to one request, before it is encoded.
struct Reply: Sendable {
  enum Outcome: Sendable {
    case value(JSON)
    case frame(Frame)
    /// The frame that is shown when the answer is sent.
    case latest
    case problem(Problem)
    case notARequest
  }

  /// A request that is answered when its node is shown or its time is over.
  struct Wait: Sendable {
    let command: Command
  }

  /// The identifier of the request, as the client wrote it.
  let id: String
  var outcome: Outcome

  init(to id: String, _ outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

extension Problem {
  static func positional(_ method: String) -> Problem {
    Problem(
      "bad-params", "“\(method.prefix(40))” takes its parameters by name.",
      remedy: "Send an object, such as {\"route\": \"/settings\"}.")
  }
}
