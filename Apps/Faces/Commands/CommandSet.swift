internal import Kernel

/// The tools of one program. Finds the tool that the first word names, runs it, and prints help.
public struct CommandSet: Sendable {
  let tools: [Tool]
  let usual: Tool?
  let version: String
  private let about: @Sendable () -> String
  let introduction: @Sendable () -> String
  private let closing: @Sendable () -> String

  /// `usual` runs when no tool is named. `introduction` and `closing` surround the list of tools that `help` prints.
  /// `about` returns the JSON document of `--version --json`. The name `troupe` precedes every tool, since `troupe` also starts the tools of `troupe-lab`.
  public init(
    version: String, about: @autoclosure @escaping @Sendable () -> String = "{}", tools: [Tool], usual: Tool? = nil,
    introduction: @autoclosure @escaping @Sendable () -> String,
    closing: @autoclosure @escaping @Sendable () -> String
  ) {
    self.version = version
    self.about = about
    self.tools = tools
    self.usual = usual
    self.introduction = introduction
    self.closing = closing
  }

  /// Runs a command line. Returns 0 on success, 1 on failure, 2 for wrong usage.
  public func run(_ words: [String]) async -> Int32 {
    do throws(Problem) {
      let code = try await dispatch(words)
      try Output.check()
      return code
    } catch {
      Output.remark("troupe: \(error.sentence)")
      return error.code == "usage" ? 2 : 1
    }
  }

  private func dispatch(_ words: [String]) async throws(Problem) -> Int32 {
    guard let first = words.first else { return try await start([]) }
    if first == "--version" || first == "-v" { return try tell(Array(words.dropFirst())) }
    if first == "help" || ["--help", "-h"].contains(first) { return try await help(Array(words.dropFirst())) }
    if let page = try generated(first, Array(words.dropFirst())) {
      Output.document(page)
      return 0
    }
    if first.hasPrefix("-") { return try await start(words) }
    let tool = try named(first)
    let rest = Array(words.dropFirst())
    if !tool.isForwarded, rest.contains("--help") || rest.contains("-h") { return try await help([first]) }
    return try await run(tool, rest)
  }

  private func tell(_ words: [String]) throws(Problem) -> Int32 {
    switch words {
    case []: Output.line("troupe \(version)")
    case ["--json"]: Output.document(about())
    default: throw .usage("`troupe --version` takes --json alone.")
    }
    return 0
  }

  private func start(_ words: [String]) async throws(Problem) -> Int32 {
    guard let usual else { return try await help([]) }
    return try await run(usual, words)
  }

  private func run(_ tool: Tool, _ words: [String]) async throws(Problem) -> Int32 {
    if tool.isForwarded { return try await tool.run(.unread(words)) }
    let given = try Arguments(words, for: tool)
    if given.has(.json) { Output.keepAll() }
    return try await tool.run(given)
  }

  private func named(_ name: String) throws(Problem) -> Tool {
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .usage("There is no command “\(name.prefix(40))”.", near: name, among: all.map(\.name))
    }
    return tool
  }

  /// Returns a command of any kind.
  private func described(_ name: String) throws(Problem) -> Tool {
    if let own = Self.own.first(where: { $0.name == name }) { return own }
    return try named(name)
  }

  // MARK: Help

  /// The tools and the commands of every program.
  var all: [Tool] { tools + Self.own }

  /// The commands that describe the others. `dispatch` carries them out.
  static let own = [
    Tool(name: "help", summary: "what there is, and how to use it", operands: "[COMMAND]") { _ in 0 },
    Tool(
      name: "completions", summary: "completions for a shell, to be loaded by it", operands: "bash|zsh|fish",
      details: """
        bash    troupe completions bash > ~/.local/share/bash-completion/completions/troupe
        zsh     troupe completions zsh > a folder of $fpath, as _troupe
        fish    troupe completions fish > ~/.config/fish/completions/troupe.fish
        """
    ) { _ in 0 },
    Tool(
      name: "man", summary: "the manual page of this program or of one command", operands: "[COMMAND]",
      details: "troupe man > ~/.local/share/man/man1/troupe.1; or troupe man | man -l -"
    ) { _ in 0 },
  ]

  /// Returns the page that one of the describing commands prints; nil for another command.
  private func generated(_ name: String, _ words: [String]) throws(Problem) -> String? {
    guard let tool = Self.own.first(where: { $0.name == name }), name != "help" else { return nil }
    if words.contains("--help") || words.contains("-h") { return explanation(of: tool) }
    let given = try Arguments(words, for: tool).operands
    guard name == "completions" else {
      guard let command = given.first else { return ManPage.page(of: self) }
      return ManPage.page(of: try described(command), version: version)
    }
    guard let shell = given.first.flatMap(Completions.init(rawValue:)) else {
      throw .usage(
        "Completions for which shell? There are \(Completions.allCases.map(\.rawValue).joined(separator: ", ")).",
        near: given.first, among: Completions.allCases.map(\.rawValue), help: name)
    }
    return shell.script(for: self)
  }

  private func help(_ words: [String]) async throws(Problem) -> Int32 {
    guard let name = words.first else {
      Output.text(overview)
      return 0
    }
    guard words.count == 1 else {
      throw .usage("`troupe help` explains one command: “\(words[1].prefix(40))” is left over.")
    }
    let tool = try described(name)
    // Only the program that implements the tool knows its options.
    if tool.isForwarded { return try await tool.run(.unread(["--help"])) }
    Output.text(explanation(of: tool))
    return 0
  }

  private var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.map { "  troupe \(padded($0.name, to: width))  \($0.summary)\n" }.joined()
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
