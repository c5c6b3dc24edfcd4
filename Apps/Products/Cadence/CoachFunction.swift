internal import Conversation
package import Kernel
package import ProductKit
package import ServerFunctions

/// The function `coach`: the server's model words a message. A client may declare the tools of a conversation; Cadence's own coach
/// declares none, since its questions are those of the script.
package enum CoachFunction {
  static let name = "coach"

  package static func function(
    model address: String?, called model: String = "default", key: Redacted<String>? = nil,
    quota: ModelQuota = ModelQuota()
  ) throws(Problem) -> ServerFunction {
    try ModelFunction.function(
      name, tools: ScreenTool.allCases.map { ToolDeclaration($0.rawValue, $0.about, $0.schema) }, model: address,
      called: model, key: key, quota: quota)
  }
}
