public import JSON
public import Kernel

/// An entry of the list of scenarios in some files.
public enum Listed: Sendable {
  case scenario(name: String, file: String, line: Int, tags: [String], covers: [String])
  case mistake(Problem, file: String, line: Int)

  /// A line for people: the place, the name and the tags.
  public var text: String {
    switch self {
    case .scenario(let name, let file, let line, let tags, _):
      "\(file):\(line)  \(name)" + (tags.isEmpty ? "" : "  [\(tags.joined(separator: " "))]")
    case .mistake(let problem, _, _): problem.sentence
    }
  }

  public var json: JSON {
    switch self {
    case .scenario(let name, let file, let line, let tags, let covers):
      [
        "scenario": .string(name), "file": .string(file), "line": .number(Double(line)),
        "tags": .array(tags.map { .string($0) }), "covers": .array(covers.map { .string($0) }),
      ]
    case .mistake(let problem, let file, let line):
      ["mistake": .string(problem.sentence), "file": .string(file), "line": .number(Double(line))]
    }
  }
}
