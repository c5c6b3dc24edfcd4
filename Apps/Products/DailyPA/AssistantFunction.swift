internal import Assistant
package import Kernel
package import ProductKit
package import ServerFunctions

/// The function `assistant`: the server's model answers a message, and may call the tools that propose something.
package enum AssistantFunction {
  static let name = "assistant"

  package static func function(
    model address: String?, called model: String = "default", key: Redacted<String>? = nil,
    quota: ModelQuota = ModelQuota()
  ) throws(Problem) -> ServerFunction {
    try ModelFunction.function(
      name, tools: AssistantTool.declarations, model: address, called: model, key: key, quota: quota)
  }
}

extension Problem {
  static let noAssistantModel = Problem(
    "assistant-no-model", "No model can be asked.", safe: "Nothing was sent.",
    remedy: "Choose one on the page “Assistant's answers”.")
}
