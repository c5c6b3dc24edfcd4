public import Kernel
internal import Shell

extension Scenario {
  static let largestFile = 256 << 10
  static let mostInAFile = 200
  static let mostSteps = 1000
  static let mostMistakes = 100

  /// Parses the scenarios of a text. Throws all errors, each with its file, line and a remedy.
  public static func read(_ text: String, file: String) throws(Problem) -> [Scenario] {
    let reading = parse(text, file: file)
    guard let first = reading.mistakes.first else { return reading.scenarios }
    guard reading.mistakes.count > 1 else { throw first.problem }
    throw Problem(
      "scenario", reading.mistakes.map(\.problem.sentence).joined(separator: "\n"),
      remedy: "`troupe help play` lists the steps.")
  }

  /// A parse error with its line.
  struct Mistake: Error {
    let line: Int
    let problem: Problem
  }

  /// The result of parsing a text; without mistakes, there is at least one scenario, and each has a step.
  struct Reading {
    var scenarios: [Scenario] = []
    var mistakes: [Mistake] = []
  }

  static func parse(_ text: String, file: String) -> Reading {
    var reader = ScenarioReader(file: file)
    guard text.utf8.count <= largestFile else {
      reader.note(
        Misread(what: "The file is larger than \(largestFile) bytes.", remedy: "Make several files of it."), 1)
      return Reading(mistakes: reader.mistakes)
    }
    reader.split(text)
    let scenarios = reader.scenarios()
    return Reading(scenarios: scenarios, mistakes: reader.mistakes.sorted { $0.line < $1.line })
  }
}

/// Reads a file in two passes: its blocks first, then each block, once for each of its examples.
struct ScenarioReader {
  private struct SourceLine {
    let number: Int
    let text: String
    let line: ScenarioLine
  }

  /// A scenario, or a beginning that scenarios share.
  private struct Block {
    let name: String
    let line: Int
    let isBeginning: Bool
    var lines: [SourceLine] = []
  }

  let file: String
  private(set) var mistakes: [Scenario.Mistake] = []
  private var blocks: [Block] = []
  /// The variables of the whole file.
  private var variables: [String: String] = [:]
  private var beginnings: [String: Block] = [:]

  init(file: String) { self.file = file }

  /// Notes a mistake, once for each line and sentence: a line is read again for every example.
  mutating func note(_ misread: Misread, _ line: Int) {
    let problem = Problem(
      "scenario", "\(file):\(line): \(misread.what)", remedy: misread.remedy ?? "`troupe help play` lists the steps.")
    guard mistakes.count < Scenario.mostMistakes,
      !mistakes.contains(where: { $0.line == line && $0.problem.what == problem.what })
    else { return }
    mistakes.append(Scenario.Mistake(line: line, problem: problem))
  }

  private mutating func noting(_ line: Int, _ body: (inout Self) throws(Misread) -> Void) {
    do throws(Misread) {
      try body(&self)
    } catch {
      note(error, line)
    }
  }

  // MARK: Blocks

  mutating func split(_ text: String) {
    for (index, text) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let number = index + 1
      noting(number) { reader throws(Misread) in
        let line = try ScenarioLine(text)
        guard !line.isEmpty else { return }
        let written = String(text.drop { $0 == " " || $0 == "\t" })
        try reader.add(SourceLine(number: number, text: written, line: line))
      }
    }
    for block in blocks where block.isBeginning { beginnings[block.name] = block }
  }

  private mutating func add(_ source: SourceLine) throws(Misread) {
    if ["scenario", "beginning"].contains(where: { source.line.begins(with: [$0]) }) {
      return try begin(source)
    }
    guard blocks.isEmpty else { return blocks[blocks.count - 1].lines.append(source) }
    if source.line.begins(with: ["let"]), case .variable(let name, let value) = try Grammar.sentence(source.line) {
      return variables[name] = value
    }
    throw Misread(what: "A file begins with a scenario.", remedy: "Put this first: scenario \"What it shows\".")
  }

  private mutating func begin(_ source: SourceLine) throws(Misread) {
    switch try Grammar.sentence(source.line) {
    case .begin(let name): blocks.append(Block(name: name, line: source.number, isBeginning: false))
    case .beginning(let name):
      let isKnown = blocks.contains { $0.isBeginning && $0.name == name }
      blocks.append(Block(name: name, line: source.number, isBeginning: true))
      if isKnown {
        throw Misread(what: "There are two beginnings called “\(name)”.", remedy: "Give each its own name.")
      }
    default: break
    }
  }

  // MARK: Scenarios

  mutating func scenarios() -> [Scenario] {
    var found: [Scenario] = []
    let played = blocks.filter { !$0.isBeginning }
    for (index, block) in played.enumerated() {
      for scenario in scenarios(of: block) {
        noting(block.line) { _ throws(Misread) in
          guard !found.contains(where: { $0.name == scenario.name }) else {
            throw Misread(
              what: "There are two scenarios called “\(scenario.name)” in this file.", remedy: "Give each its own name."
            )
          }
          guard found.count < Scenario.mostInAFile else {
            throw Misread(
              what: "There are more than \(Scenario.mostInAFile) scenarios in this file.", remedy: "Split it.")
          }
          found.append(scenario)
        }
        if scenario.steps.isEmpty, !hasMistakes(block) { noteEmpty(scenario, next: played.dropFirst(index + 1).first) }
      }
    }
    if played.isEmpty, mistakes.isEmpty {
      note(Misread(what: "There is no scenario in this file.", remedy: "Begin with: scenario \"What it shows\"."), 1)
    }
    return found
  }

  /// Whether a mistake was noted in the block, also in a line that could not be read as one of it.
  private func hasMistakes(_ block: Block) -> Bool {
    let next = blocks.map(\.line).filter { $0 > block.line }.min() ?? .max
    return mistakes.contains { $0.line >= block.line && $0.line < next }
  }

  private mutating func noteEmpty(_ scenario: Scenario, next: Block?) {
    guard let next else {
      return note(
        Misread(what: "“\(scenario.name)” has no step.", remedy: "Say what a person does and sees."), scenario.line)
    }
    note(
      Misread(
        what: "The scenario before this one, “\(scenario.name)”, has no step.", remedy: "Say what a person does."),
      next.line)
  }

  /// Returns one scenario, or one for each example of the block.
  private mutating func scenarios(of block: Block) -> [Scenario] {
    var known = variables
    var examples: [(line: Int?, values: [String: String])] = []
    var columns: [String]?
    for source in block.lines {
      noting(source.number) { _ throws(Misread) in
        guard ["let", "examples", "example"].contains(where: { source.line.begins(with: [$0]) }) else { return }
        switch try Grammar.sentence(source.line.substituting(known)) {
        case .variable(let name, let value): known[name] = value
        case .columns(let names):
          guard columns == nil else { throw Misread(what: "There are two lines of `examples`.", remedy: "Keep one.") }
          columns = names
        case .row(let values):
          guard let columns, columns.count == values.count else {
            throw Misread(
              what: "This example has \(values.count) values, and `examples` names \(columns?.count ?? 0).",
              remedy: "Give one value for each name, below the line `examples`.")
          }
          examples.append((source.number, Dictionary(zip(columns, values), uniquingKeysWith: { first, _ in first })))
        default: break
        }
      }
    }
    if columns != nil, examples.isEmpty, !hasMistakes(block) {
      note(Misread(what: "“\(block.name)” has no example.", remedy: "Write `example VALUE...` below."), block.line)
    }
    if examples.isEmpty { examples = [(nil, [:])] }
    return examples.map { line, values in
      var scenario = scenario(block, columns ?? [], values, known.merging(values) { _, given in given })
      scenario.example = line
      return scenario
    }
  }

  private mutating func scenario(
    _ block: Block, _ columns: [String], _ example: [String: String], _ known: [String: String]
  ) -> Scenario {
    var name = ScenarioLine.substituting(block.name, known)
    // Each example has a name of its own.
    if name == block.name, !columns.isEmpty {
      name += " (\(columns.compactMap { example[$0] }.joined(separator: ", ")))"
    }
    var scenario = Scenario(name: name, file: file, line: block.line)
    for source in block.lines {
      noting(source.number) { reader throws(Misread) in
        let line = source.line.substituting(known)
        guard let sentence = try Grammar.sentence(line) else { return }
        if case .start(let name) = sentence {
          guard scenario.steps.isEmpty else {
            throw Misread(what: "`begin with` stands before the first step.", remedy: "Move this line up.")
          }
          try reader.begin(&scenario, with: name, known)
        } else {
          let text = line == source.line ? source.text : line.written
          try scenario.add(sentence, text: text, line: source.number)
        }
      }
    }
    return scenario
  }

  /// Adds the lines of a beginning, with the variables of the scenario.
  private mutating func begin(_ scenario: inout Scenario, with name: String, _ known: [String: String]) throws(Misread)
  {
    guard let block = beginnings[name] else {
      let near = Spelling.nearest(to: name, among: Array(beginnings.keys)).map { "Did you mean “\($0)”?" }
      throw Misread(
        what: "There is no beginning “\(name)” in this file.", remedy: near ?? "Write: beginning \"\(name)\".")
    }
    var copy = scenario
    for source in block.lines {
      noting(source.number) { _ throws(Misread) in
        let line = source.line.substituting(known)
        guard let sentence = try Grammar.sentence(line) else { return }
        if case .start = sentence {
          throw Misread(what: "A beginning does not begin with another.", remedy: "Write its steps here.")
        }
        let text = line == source.line ? source.text : line.written
        try copy.add(sentence, text: text, line: source.number)
      }
    }
    scenario = copy
  }
}

extension Scenario {
  fileprivate mutating func add(_ sentence: Sentence, text: String, line: Int) throws(Misread) {
    if case .step(let step) = sentence {
      guard steps.count < Scenario.mostSteps else {
        throw Misread(what: "This scenario has more than \(Scenario.mostSteps) steps.", remedy: "Split it.")
      }
      steps.append(PlacedStep(line: line, text: text, step: step))
      return
    }
    guard steps.isEmpty else {
      throw Misread(
        what: "`covers`, `tag`, `product`, `stage`, `clock`, `demo` and `apps` stand before the first step.",
        remedy: "Move this line up.")
    }
    switch sentence {
    case .covers(let ids): covers += ids.filter { !covers.contains($0) }
    case .tags(let words): tags += words.filter { !tags.contains($0) }
    case .product(let product): self.product = product
    case .clock(let moment):
      start = moment
      saysWhen = true
    case .demo: hasDemo = true
    case .apps: hasApps = true
    case .begin, .beginning, .start, .variable, .columns, .row, .step: break
    }
  }
}
