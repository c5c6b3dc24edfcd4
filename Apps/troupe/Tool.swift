internal import Kernel
internal import Shell

/// One word of the command line: what it takes, what it does, and how it explains itself.
struct Tool: Sendable {
  let name: String
  let summary: String
  /// What stands after the word, such as "FILE...".
  let operands: String
  let options: [Option]
  /// More for `troupe help NAME`, made when somebody asks: what is told there of every product and module takes longer to
  /// write than a short command takes.
  let details: @Sendable () -> String
  let run: @Sendable (Arguments) async throws(Problem) -> Int32

  init(
    name: String, summary: String, operands: String = "", options: [Option] = [],
    details: @autoclosure @escaping @Sendable () -> String = "",
    run: @escaping @Sendable (Arguments) async throws(Problem) -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.run = run
  }
}

/// Something given by name, with or without a value.
struct Option: Sendable {
  let name: String
  /// Nil for a mere flag.
  let value: String?
  let words: String

  static let product = Option(name: "product", value: "P", words: "yhealth, syncwell, cadence, volvox or dailypa")
  static let profile = Option(name: "profile", value: "NAME", words: "whose profile (me)")
  static let data = Option(name: "data", value: "DIR", words: "where everything is kept (the user's data folder)")
  static let clock = Option(
    name: "clock", value: "INSTANT", words: "a time that is moved by hand, such as 2026-03-02T08:00:00Z; or system")
  static let zone = Option(name: "zone", value: "ZONE", words: "with --clock: the time zone (UTC)")
  static let seed = Option(name: "seed", value: "N", words: "the same identifiers in every run")
  static let key = Option(
    name: "key", value: "WHERE", words: "what seals the profile: file, keyring, or passphrase (from TROUPE_PASSPHRASE)")
  static let record = Option(name: "record", value: "FILE", words: "write what is done, for `troupe replay`")
  static let demo = Option(
    name: "demo", value: nil, words: "yHealth with a demonstration person of 400 days, in the profile demo")
  static let json = Option(name: "json", value: nil, words: "one JSON document, and nothing else, on standard output")
}

/// What was given to a tool, checked against what it takes.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  init(_ words: [String], for tool: Tool) throws(Problem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        operands += rest
        return
      }
      let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      guard let option = tool.options.first(where: { $0.name == name || (name == "o" && $0.name == "output") }) else {
        throw .usage(
          "`troupe \(tool.name)` does not take \(word).", near: "--\(name)", among: tool.options.map { "--\($0.name)" },
          help: tool.name)
      }
      if option.value == nil {
        values[option.name] = ""
      } else if parts.count == 2 {
        values[option.name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[option.name] = value
      } else {
        throw .usage("--\(option.name) needs a value: \(option.words).", help: tool.name)
      }
    }
  }

  subscript(_ option: Option) -> String? { values[option.name] }
  /// The same without the first operands.
  func dropping(_ count: Int) -> Arguments {
    var copy = self
    copy.operands = Array(operands.dropFirst(count))
    return copy
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }
}

extension Problem {
  /// Wrong use: what was wrong, the near word, and where to read on.
  static func usage(_ what: String, near word: String? = nil, among known: [String] = [], help: String? = nil)
    -> Problem
  {
    let guess = word.flatMap { Spelling.nearest(to: $0, among: known) }.map { "Did you mean \($0)? " } ?? ""
    return Problem("usage", what, remedy: "\(guess)See `troupe help\(help.map { " \($0)" } ?? "")`.")
  }
}
