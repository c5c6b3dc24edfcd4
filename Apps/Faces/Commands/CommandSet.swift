internal import Kernel

/// The tools of one program. Finds the tool that the first word names, runs it, and prints help.
public struct CommandSet: Sendable {
  private let tools: [Tool]
  private let usual: Tool?
  private let version: String
  private let introduction: @Sendable () -> String
  private let closing: @Sendable () -> String

  /// `usual` runs when no tool is named. `introduction` and `closing` surround the list of tools that `help` prints.
  /// The name `troupe` precedes every tool, since `troupe` also starts the tools of `troupe-lab`.
  public init(
    version: String, tools: [Tool], usual: Tool? = nil,
    introduction: @autoclosure @escaping @Sendable () -> String,
    closing: @autoclosure @escaping @Sendable () -> String
  ) {
    self.version = version
    self.tools = tools
    self.usual = usual
    self.introduction = introduction
    self.closing = closing
  }

  /// Runs a command line. Returns 0 on success, 1 on failure, 2 for wrong usage.
  public func run(_ words: [String]) async -> Int32 {
    do throws(Problem) {
      return try await dispatch(words)
    } catch {
      Output.remark("troupe: \(error.sentence)")
      return error.code == "usage" ? 2 : 1
    }
  }

  private func dispatch(_ words: [String]) async throws(Problem) -> Int32 {
    guard let first = words.first else { return try await start([]) }
    if first == "--version" || first == "-v" {
      Output.line("troupe \(version)")
      return 0
    }
    if first == "help" || ["--help", "-h"].contains(first) { return try await help(Array(words.dropFirst())) }
    if first.hasPrefix("-") { return try await start(words) }
    let tool = try named(first)
    let rest = Array(words.dropFirst())
    if !tool.isForwarded, rest.contains("--help") || rest.contains("-h") { return try await help([first]) }
    return try await tool.run(tool.isForwarded ? .unread(rest) : Arguments(rest, for: tool))
  }

  private func start(_ words: [String]) async throws(Problem) -> Int32 {
    guard let usual else { return try await help([]) }
    return try await usual.run(Arguments(words, for: usual))
  }

  private func named(_ name: String) throws(Problem) -> Tool {
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .usage("There is no command “\(name.prefix(40))”.", near: name, among: tools.map(\.name) + ["help"])
    }
    return tool
  }

  // MARK: Help

  private func help(_ words: [String]) async throws(Problem) -> Int32 {
    guard let name = words.first else {
      Output.text(overview)
      return 0
    }
    guard name != "help" else {
      Output.text("troupe help [COMMAND]\n    what there is, and how to use it\n")
      return 0
    }
    let tool = try named(name)
    // Only the program that implements the tool knows its options.
    if tool.isForwarded { return try await tool.run(.unread(["--help"])) }
    Output.text(explanation(of: tool))
    return 0
  }

  private var overview: String {
    let all = tools.map { ($0.name, $0.summary) } + [("help", "what there is, and how to use it")]
    let width = all.map(\.0.count).max() ?? 0
    let lines = all.map { "  troupe \(padded($0.0, to: width))  \($0.1)\n" }.joined()
    return "\(introduction())\n\n\(lines)\n\(closing())\n"
  }

  private func explanation(of tool: Tool) -> String {
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

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
