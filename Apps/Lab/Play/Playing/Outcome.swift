internal import JSON
internal import Kernel

/// The result of one scenario.
public struct Outcome: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    case passed
    case failed(Failure)
  }

  public struct Failure: Sendable, Hashable {
    public let line: Int
    /// Source text of the step; nil when the file itself is invalid.
    public let step: String?
    public let why: String
    /// Text of the screen at the failure.
    public let screen: String?
  }

  public let scenario: String
  public let file: String
  public let line: Int
  public let covers: [String]
  public let ending: Ending
  /// The time that it took.
  public internal(set) var seconds = 0.0

  public var hasPassed: Bool { ending == .passed }

  init(_ scenario: Scenario, _ ending: Ending) {
    self.scenario = scenario.name
    file = scenario.file
    line = scenario.line
    covers = scenario.covers
    self.ending = ending
  }

  /// Decodes an outcome that another process wrote as `json`; nil for anything else.
  public init?(json text: String) {
    guard let json = try? JSON(text: text), let scenario = json["scenario"]?.string, let file = json["file"]?.string,
      let line = json["line"]?.number.flatMap({ Int(exactly: $0) }), let hasPassed = json["passed"]?.bool
    else { return nil }
    self.scenario = scenario
    self.file = file
    self.line = line
    covers = (json["covers"]?.array ?? []).compactMap(\.string)
    seconds = json["seconds"]?.number ?? 0
    if hasPassed {
      ending = .passed
    } else {
      let failure = json["failure"]
      ending = .failed(
        Failure(
          line: failure?["line"]?.number.flatMap { Int(exactly: $0) } ?? line, step: failure?["step"]?.string,
          why: failure?["why"]?.string ?? json["why"]?.string ?? "", screen: failure?["screen"]?.string))
    }
  }

  /// A process that ended before it had played its scenarios.
  public init(lost process: String) {
    self.init(
      Problem(
        "process-ended", "A process that played scenarios ended early: \(process).", remedy: "Play them with --jobs 1."),
      file: "-")
  }

  /// An invalid file counts as a failed scenario, so that no typing error passes for success.
  init(_ problem: Problem, file: String, line: Int = 1) {
    scenario = file
    self.file = file
    self.line = line
    covers = []
    ending = .failed(Failure(line: line, step: nil, why: problem.sentence, screen: nil))
  }

  /// Human-readable result: one line when it passed; position, reason and screen when it failed.
  public var text: String {
    guard case .failed(let failure) = ending else { return "passed  \(scenario)" }
    guard let step = failure.step else { return "FAILED  \(failure.why)" }
    var lines = ["FAILED  \(scenario)", "  \(file):\(failure.line): \(step)", "  \(failure.why)"]
    if let screen = failure.screen {
      lines.append("  The screen as it was:")
      lines += screen.quoted
    }
    return lines.joined(separator: "\n")
  }

  /// Result as JSON on one line.
  public var json: String {
    var members: [String: JSON] = [
      "scenario": .string(scenario), "file": .string(file), "line": .number(Double(line)), "passed": .bool(hasPassed),
      "covers": .array(covers.map { .string($0) }), "seconds": .number((seconds * 1000).rounded() / 1000),
    ]
    if case .failed(let failure) = ending {
      let place = failure.step.map { "\(file):\(failure.line): \($0): " } ?? ""
      members["why"] = .string(place + failure.why)
      members["failure"] = .object(
        [
          "line": .number(Double(failure.line)), "why": .string(failure.why), "step": failure.step.map { .string($0) },
          "screen": failure.screen.map { .string($0) },
        ].compactMapValues(\.self))
    }
    // Strings and integers always encode.
    return (try? JSON.text(JSON.object(members))) ?? ""
  }
}

extension String {
  /// Its lines as an indented block.
  var quoted: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "    |" : "    | \($0)" }
  }
}
