public import Kernel
internal import Shell

extension Scenario {
  static let largestFile = 256 << 10
  static let mostInAFile = 200
  static let mostSteps = 1000

  /// Parses the scenarios of a text. Throws the first error with its file, line and a remedy.
  public static func read(_ text: String, file: String) throws(Problem) -> [Scenario] {
    do {
      return try parse(text, file: file)
    } catch {
      throw error.problem
    }
  }

  /// A parse error with its line.
  struct Mistake: Error {
    let line: Int
    let problem: Problem
  }

  static func parse(_ text: String, file: String) throws(Mistake) -> [Scenario] {
    func mistake(_ what: String, _ remedy: String, _ line: Int) -> Mistake {
      Mistake(line: line, problem: Problem("scenario", "\(file):\(line): \(what)", remedy: remedy))
    }
    guard text.utf8.count <= largestFile else {
      throw mistake("The file is larger than \(largestFile) bytes.", "Make several files of it.", 1)
    }
    var scenarios: [Scenario] = []
    for (index, text) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      do throws(Misread) {
        guard let sentence = try Grammar.sentence(text) else { continue }
        let written = String(text.drop { $0 == " " || $0 == "\t" })
        try scenarios.add(sentence, text: written, file: file, line: index + 1)
      } catch {
        throw mistake(error.what, error.remedy ?? "`troupe help play` lists the steps.", index + 1)
      }
    }
    guard let last = scenarios.last else {
      throw mistake("There is no scenario in this file.", "Begin with: scenario \"What it shows\".", 1)
    }
    guard !last.steps.isEmpty else {
      throw mistake("“\(last.name)” has no step.", "Say what a person does and sees.", last.line)
    }
    return scenarios
  }
}

extension [Scenario] {
  fileprivate mutating func add(_ sentence: Sentence, text: String, file: String, line: Int) throws(Misread) {
    if case .begin(let name) = sentence {
      if let last, last.steps.isEmpty {
        throw Misread(
          what: "The scenario before this one, “\(last.name)”, has no step.", remedy: "Say what a person does.")
      }
      guard !contains(where: { $0.name == name }) else {
        throw Misread(what: "There are two scenarios called “\(name)” in this file.", remedy: "Give each its own name.")
      }
      guard count < Scenario.mostInAFile else {
        throw Misread(what: "There are more than \(Scenario.mostInAFile) scenarios in this file.", remedy: "Split it.")
      }
      append(Scenario(name: name, file: file, line: line))
      return
    }
    guard !isEmpty else {
      throw Misread(what: "A file begins with a scenario.", remedy: "Put this first: scenario \"What it shows\".")
    }
    let at = count - 1
    if case .step(let step) = sentence {
      guard self[at].steps.count < Scenario.mostSteps else {
        throw Misread(what: "This scenario has more than \(Scenario.mostSteps) steps.", remedy: "Split it.")
      }
      self[at].steps.append(PlacedStep(line: line, text: text, step: step))
      return
    }
    guard self[at].steps.isEmpty else {
      throw Misread(
        what: "`covers`, `product`, `stage` and `clock` stand before the first step.", remedy: "Move this line up.")
    }
    switch sentence {
    case .covers(let ids): self[at].covers += ids.filter { !self[at].covers.contains($0) }
    case .product(let product): self[at].product = product
    case .clock(let moment):
      self[at].start = moment
      self[at].saysWhen = true
    case .begin, .step: break
    }
  }
}

extension Grammar {
  /// Parses one line; nil for an empty line or a comment.
  static func sentence(_ text: Substring) throws(Misread) -> Sentence? {
    var line = try ScenarioLine(text)
    guard let first = line.rest.first else { return nil }
    let fitting = forms.filter { line.begins(with: $0.keyword) }
    guard let form = fitting.max(by: { $0.keyword.count < $1.keyword.count }) else { throw unknown(first, in: line) }
    line.skip(form.keyword.count)
    do throws(Misread) {
      let sentence = try form.read(&line)
      guard line.isEmpty else {
        throw Misread(what: "This is left over at its end: \(line.rest.map(\.written).joined(separator: " ")).")
      }
      return sentence
    } catch {
      let same = forms.filter { $0.keyword == form.keyword }
      let shapes = same.map { "`\($0.shape)`" }.joined(separator: " or ")
      let remedy = [error.remedy, "It is written \(shapes), such as `\(same[0].example)`."].compactMap(\.self)
      throw Misread(what: error.what, remedy: remedy.joined(separator: " "))
    }
  }

  private static func unknown(_ first: ScenarioLine.Token, in line: ScenarioLine) -> Misread {
    guard case .word(let word) = first else {
      return Misread(
        what: "A step begins with a word, not with a text in quotes.", remedy: "Such as: see \(first.written).")
    }
    let begun = forms.filter { $0.keyword.first == word }
    guard begun.isEmpty else {
      let ways = begun.map { "`\($0.shape)`" }.joined(separator: " or ")
      return Misread(what: "“\(word)” goes on in another way.", remedy: "There is \(ways).")
    }
    let written = line.rest.prefix(3).map(\.written).joined(separator: " ")
    let keywords = forms.map { $0.keyword.joined(separator: " ") }
    let near = Spelling.nearest(to: word, among: keywords) ?? Spelling.nearest(to: written, among: keywords)
    let firsts = forms.compactMap(\.keyword.first)
    let meant = near ?? Spelling.nearest(to: word, among: firsts)
    return Misread(
      what: "No step begins with “\(word.prefix(60))”.",
      remedy: meant.map { "Did you mean `\($0)`?" } ?? "`troupe help play` lists the steps.")
  }

  /// The reference of all steps as Markdown tables.
  static var tables: String {
    chapters.map { chapter in
      let rows = chapter.forms.map { form in
        "| `\(form.shape)` | \(form.meaning) |"
      }
      return (["### \(chapter.title)", "", "| step | what it says |", "|---|---|"] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// The reference of all steps as plain text.
  static var help: String {
    chapters.map { chapter in
      let rows = chapter.forms.map { "  \($0.shape)\n      \($0.meaning)" }
      return ([chapter.title] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
