internal import Kernel
internal import Shell

/// All words of the command line.
enum Tools {
  static let all: [Tool] = [
    serve, console, rpc, play, screen, routes, audit, chart, backend, sync, importing, simulate, insights, stage,
    replay, bench,
    help,
  ]

  /// 0 done, 1 it could not be done, 2 wrong use.
  static func run(_ words: [String]) async -> Int32 {
    do throws(Problem) {
      return try await dispatch(words)
    } catch {
      Output.remark("troupe: \(error.sentence)")
      return error.code == "usage" ? 2 : 1
    }
  }

  private static func dispatch(_ words: [String]) async throws(Problem) -> Int32 {
    guard let first = words.first else { return try await serve.run(Arguments([], for: serve)) }
    if first == "--version" || first == "-v" {
      Output.line("troupe \(Troupe.version)")
      return 0
    }
    if ["--help", "-h"].contains(first) { return try await help.run(Arguments([], for: help)) }
    if first.hasPrefix("-") { return try await serve.run(Arguments(words, for: serve)) }
    guard let tool = all.first(where: { $0.name == first }) else {
      throw .usage("There is no command “\(first.prefix(40))”.", near: first, among: all.map(\.name))
    }
    if words.contains("--help") || words.contains("-h") { return try await help.run(Arguments([first], for: help)) }
    return try await tool.run(Arguments(Array(words.dropFirst()), for: tool))
  }
}
