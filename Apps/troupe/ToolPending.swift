internal import Kernel

extension Tools {
  static let console = Tool(name: "console", summary: "x", run: { _ throws(Problem) in 0 })
  static let screen = Tool(name: "screen", summary: "x", run: { _ throws(Problem) in 0 })
  static let stage = Tool(name: "stage", summary: "x", run: { _ throws(Problem) in 0 })
}
