internal import FoundationEssentials
internal import Kernel

/// A file to be played, or one line of it.
struct PlayFile: Hashable {
  let path: String
  /// Chooses the scenario or the example at this line.
  let line: Int?

  /// Returns the files that operands stand for, each once.
  static func named(_ operands: [String]) -> [PlayFile] {
    var seen: Set<PlayFile> = []
    return operands.flatMap { named($0) }.filter { seen.insert($0).inserted }
  }

  /// Returns the files that an operand stands for: itself, FILE:LINE, or a folder.
  private static func named(_ operand: String) -> [PlayFile] {
    var isFolder = false
    if FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder) {
      return isFolder ? folder(operand) : [PlayFile(path: operand, line: nil)]
    }
    guard let colon = operand.lastIndex(of: ":"), let line = Int(operand[operand.index(after: colon)...]) else {
      return [PlayFile(path: operand, line: nil)]
    }
    return [PlayFile(path: String(operand[..<colon]), line: line)]
  }

  private static func folder(_ path: String) -> [PlayFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let found = names.filter { $0.hasSuffix(".scenario") }.sorted().map {
      PlayFile(path: path.hasSuffix("/") ? path + $0 : "\(path)/\($0)", line: nil)
    }
    // A folder without scenarios is kept, so that the report names it.
    return found.isEmpty ? [PlayFile(path: path, line: nil)] : found
  }

  /// Reads the file and returns the scenarios that are chosen.
  func read(_ options: Play.Options) -> Scenario.Reading {
    do throws(Problem) {
      let text = try BoundedFile.text(of: path, most: Scenario.largestFile)
      var reading = Scenario.parse(text, file: path)
      let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + (text.hasSuffix("\n") ? 0 : 1)
      reading.scenarios = atLine(reading.scenarios, of: lines).filter { scenario in
        (options.name.map { scenario.name.lowercased().contains($0.lowercased()) } ?? true)
          && (options.tag.map { scenario.tags.contains($0) || scenario.covers.contains($0) } ?? true)
      }
      return reading
    } catch {
      return Scenario.Reading(mistakes: [.init(line: 1, problem: error)])
    }
  }

  private func atLine(_ scenarios: [Scenario], of lines: Int) -> [Scenario] {
    guard let line else { return scenarios }
    guard 1...lines ~= line else { return [] }
    let example = scenarios.filter { $0.example == line }
    guard example.isEmpty else { return example }
    let start = scenarios.map(\.line).filter { $0 <= line }.max()
    return scenarios.filter { $0.line == start }
  }
}
