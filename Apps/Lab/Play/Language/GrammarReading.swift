internal import Kernel

extension Grammar {
  /// Parses one line; nil for an empty line or a comment.
  static func sentence(_ line: ScenarioLine) throws(Misread) -> Sentence? {
    var line = line
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
