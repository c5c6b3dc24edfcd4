internal import Kernel
internal import Shell

extension Tools {
  static let help: Tool = Tool(
    name: "help", summary: "what there is, and how to use it", operands: "[COMMAND]",
    run: { given throws(Problem) in
      guard let name = given.operands.first else {
        Output.text(overview)
        return 0
      }
      guard let tool = all.first(where: { $0.name == name }) else {
        throw .usage("There is no command “\(name.prefix(40))”.", near: name, among: all.map(\.name))
      }
      Output.text(explanation(of: tool))
      return 0
    })

  private static var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let tools = all.map { "  troupe \(padded($0.name, to: width))  \($0.summary)\n" }.joined()
    let products = Product.all.map { "  \(padded($0.id, to: 8))  \($0.name): \($0.tagline)\n" }.joined()
    return """
      Troupe \(Troupe.version) runs five products without a phone.

      \(tools)
      `troupe` alone is `troupe serve`: all five products in the browser. `troupe help COMMAND` says more of one.
      Exit codes: 0 done, 1 it could not be done, 2 wrong use.

      Products:
      \(products)
      """
  }

  private static func explanation(of tool: Tool) -> String {
    let usage = ["troupe", tool.name, tool.operands].filter { !$0.isEmpty }.joined(separator: " ")
    let written = tool.options.map { option in
      (name: "--\(option.name)\(option.value.map { " \($0)" } ?? "")", words: option.words)
    }
    let width = written.map(\.name.count).max() ?? 0
    let options = written.map { "  \(padded($0.name, to: width))  \($0.words)\n" }.joined()
    let details = tool.details()
    return [
      "\(usage)\n    \(tool.summary)\n", options, details.isEmpty ? "" : details + "\n",
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
