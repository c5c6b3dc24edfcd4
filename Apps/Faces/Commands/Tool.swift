public import Kernel

/// A command of a command line program: its operands and options, its action and its help.
public struct Tool: Sendable {
  public let name: String
  public let summary: String
  /// The operands as help shows them, such as "FILE...".
  public let operands: String
  public let options: [Option]
  /// Further text for `help NAME`, computed on demand: listing every product and module takes longer than a short
  /// command runs.
  let details: @Sendable () -> String
  /// True when another program implements the tool and parses its arguments.
  let isForwarded: Bool
  public let run: @Sendable (Arguments) async throws(Problem) -> Int32

  public init(
    name: String, summary: String, operands: String = "", options: [Option] = [],
    details: @autoclosure @escaping @Sendable () -> String = "",
    run: @escaping @Sendable (Arguments) async throws(Problem) -> Int32
  ) {
    self.init(
      name: name, summary: summary, operands: operands, options: options, isForwarded: false, details: details, run: run
    )
  }

  init(
    name: String, summary: String, operands: String = "", options: [Option] = [], isForwarded: Bool,
    details: @escaping @Sendable () -> String = { "" },
    run: @escaping @Sendable (Arguments) async throws(Problem) -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.isForwarded = isForwarded
    self.details = details
    self.run = run
  }

  /// The largest number of operands; nil for any number.
  var mostOperands: Int? {
    guard !operands.contains("...") else { return nil }
    return operands.split(separator: " | ").map { $0.split(separator: " ").count }.max() ?? 0
  }

  /// The words of which an operand is one, for completion.
  var subcommands: [String] {
    let plain = operands.filter { !"[]".contains($0) }
    let first = plain.split(separator: " ").first.map(String.init) ?? ""
    let alternatives = plain.split(separator: " | ").compactMap { $0.split(separator: " ").first.map(String.init) }
    return alternatives.count > 1
      ? alternatives.filter(Words.isPlain) : first.split(separator: "|").map(String.init).filter(Words.isPlain)
  }
}

/// The words of help texts that stand for themselves rather than for something else.
enum Words {
  static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { ("a"..."z").contains($0) || $0 == "-" }
  }

  /// The values in a placeholder such as "text|json"; none in one such as "FILE".
  static func choices(in placeholder: String) -> [String] {
    let words = placeholder.split(separator: "|").map(String.init)
    return words.count > 1 && words.allSatisfy(isPlain) ? words : []
  }
}

/// An option given by name, with or without a value.
public struct Option: Sendable {
  public let name: String
  /// The placeholder of the value as help shows it; nil for a flag.
  public let value: String?
  public let words: String
  /// The values that there are, for completion; empty where it may be anything.
  let values: [String]

  /// A placeholder such as "text|json" names all values that there are.
  public init(name: String, value: String?, words: String, values: [String] = []) {
    self.name = name
    self.value = value
    self.words = words
    self.values = values.isEmpty ? Words.choices(in: value ?? "") : values
  }

  public static let product = Option(
    name: "product", value: "P", words: "yhealth, syncwell, cadence, volvox or dailypa",
    values: ["yhealth", "syncwell", "cadence", "volvox", "dailypa"])
  public static let json = Option(
    name: "json", value: nil, words: "one JSON document, and nothing else, on standard output")
}

/// The arguments of one call, validated against the options of its tool.
public struct Arguments: Sendable {
  public private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  public init(_ words: [String], for tool: Tool) throws(Problem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        operands += rest
        break
      }
      let parts = word.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      guard let option = tool.options.first(where: { $0.name == name || (name == "o" && $0.name == "output") }) else {
        throw .usage(
          "`troupe \(tool.name)` does not take \(word).", near: "--\(name)", among: tool.options.map { "--\($0.name)" },
          help: tool.name)
      }
      guard values[option.name] == nil else {
        throw .usage("--\(option.name) is given twice.", help: tool.name)
      }
      if option.value == nil {
        guard parts.count == 1 else { throw .usage("--\(option.name) takes no value.", help: tool.name) }
        values[option.name] = ""
      } else if parts.count == 2 {
        values[option.name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[option.name] = value
      } else {
        throw .usage("--\(option.name) needs a value: \(option.words).", help: tool.name)
      }
    }
    guard let most = tool.mostOperands, operands.count > most else { return }
    let takes = most == 0 ? "takes no further word" : "takes no more than \(tool.operands)"
    throw .usage("`troupe \(tool.name)` \(takes): “\(operands[most].prefix(80))” is left over.", help: tool.name)
  }

  /// Arguments for another program, which validates them itself.
  static func unread(_ words: [String]) -> Arguments {
    var arguments = Arguments()
    arguments.operands = words
    return arguments
  }

  private init() {}

  public subscript(_ option: Option) -> String? { values[option.name] }
  /// The same arguments without the first `count` operands.
  public func dropping(_ count: Int) -> Arguments {
    var copy = self
    copy.operands = Array(operands.dropFirst(count))
    return copy
  }

  public func has(_ option: Option) -> Bool { values[option.name] != nil }
}

extension Problem {
  /// A usage error: what was wrong, the nearest known word, and the help to read.
  public static func usage(_ what: String, near word: String? = nil, among known: [String] = [], help: String? = nil)
    -> Problem
  {
    let guess = word.flatMap { Spelling.nearest(to: $0, among: known) }.map { "Did you mean \($0)? " } ?? ""
    return Problem("usage", what, remedy: "\(guess)See `troupe help\(help.map { " \($0)" } ?? "")`.")
  }
}
