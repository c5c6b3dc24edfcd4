import Testing

@testable import Terminal

@Suite("The line editor")
struct LineEditorTests {
  private func typed(_ text: String, then keys: [KeyPress] = []) -> LineEditor {
    var editor = LineEditor()
    for scalar in text.unicodeScalars { _ = editor.press(.text(scalar)) }
    for key in keys { _ = editor.press(key) }
    return editor
  }

  @Test(
    "moves and deletes by whole characters and words",
    arguments: [
      ("Anna", [.left, .left, .text("x")], "Anxna"), ("Anna", [.home, .text("x")], "xAnna"),
      ("Anna", [.home, .end, .text("x")], "Annax"), ("Anna", [.home, .right, .delete], "Ana"),
      ("Anna", [.home, .endOfInput], "nna"), ("Anna", [.backspace], "Ann"), ("Größe", [.backspace, .backspace], "Grö"),
      ("日本語", [.left, .backspace], "日語"), ("e\u{301}te\u{301}", [.backspace], "e\u{301}t"),
      ("a👩‍👩‍👧", [.backspace], "a"), ("🇮🇹", [.backspace], ""), ("", [.backspace, .delete, .left, .right], ""),
      ("one two", [.left, .left, .cutToEnd], "one t"), ("one two", [.left, .left, .cutToStart], "wo"),
      ("one two  ", [.cutWord], "one "), ("one two", [.cutWord, .cutWord, .cutWord], ""),
      ("one two", [.wordLeft, .text("x")], "one xtwo"), ("one two", [.home, .wordRight, .text("x")], "onex two"),
      ("one two", [.home, .cutNextWord], " two"), ("one", [.left, .paste("日\n本")], "on日\n本e"),
    ] as [(String, [KeyPress], String)])
  func editing(text: String, keys: [KeyPress], result: String) {
    #expect(typed(text, then: keys).text == result)
  }

  @Test("up and down go through the lines of the session, and back to the line that was being typed")
  func history() {
    var editor = LineEditor()
    for line in ["Insights", "b", "b", " "] {
      for scalar in line.unicodeScalars { _ = editor.press(.text(scalar)) }
      #expect(editor.press(.enter) == .submitted(line))
      editor.remember(line)
    }
    #expect(editor.press(.down) == .nothing)
    _ = editor.press(.text("x"))
    let seen = [KeyPress.up, .up, .up, .down, .down].map { key in
      _ = editor.press(key)
      return editor.text
    }
    // A line that is repeated or blank is kept once or not at all.
    #expect(seen == ["b", "Insights", "Insights", "b", "x"])
    _ = editor.press(.up)
    _ = editor.press(.text("!"))
    #expect(editor.press(.enter) == .submitted("b!"))
    _ = editor.press(.up)
    #expect(editor.text == "b", "An earlier line is not changed.")
  }

  @Test("keeps a bounded number of lines")
  func bounded() {
    var editor = LineEditor()
    for count in 0..<(LineEditor.longestHistory + 10) { editor.remember("line \(count)") }
    for _ in 0..<(LineEditor.longestHistory + 20) { _ = editor.press(.up) }
    #expect(editor.text == "line 10")
  }

  @Test("refuses what would make the line too long, and keeps the line")
  func tooLong() {
    var editor = LineEditor(longest: 4)
    #expect(editor.press(.paste("日")) == .changed)
    #expect(editor.press(.paste("本")) == .tooLong)
    #expect(editor.press(.paste(nil)) == .tooLong)
    #expect(editor.text == "日")
  }

  @Test("Ctrl-D ends the input on an empty line only")
  func end() {
    var editor = typed("a")
    #expect(editor.press(.endOfInput) == .nothing)
    _ = editor.press(.backspace)
    #expect(editor.press(.endOfInput) == .endOfInput)
  }
}

@Suite("The row of the prompt")
struct EditRowTests {
  /// A terminal that understands carriage return and backspace, as wide as `width`.
  private struct Paper {
    var cells: [Character] = []
    var column = 0

    mutating func write(_ text: String) {
      for character in text {
        switch character {
        case "\r": column = 0
        case "\u{8}": column -= 1
        default:
          for (offset, mark) in ([character] + Array(repeating: "\u{0}", count: max(0, character.columns - 1)))
            .enumerated()
          {
            while cells.count <= column + offset { cells.append(" ") }
            cells[column + offset] = mark
          }
          column += character.columns
        }
      }
    }

    var text: String {
      var text = String(cells.filter { $0 != "\u{0}" })
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  @Test("shows the line with the cursor at its place, whatever was there before")
  func drawn() {
    var paper = Paper()
    var row = EditRow()
    var editor = LineEditor()
    func draw(_ key: KeyPress) {
      _ = editor.press(key)
      paper.write(row.text("> ", editor, width: 40))
    }
    for scalar in "3 日本語".unicodeScalars { draw(.text(scalar)) }
    #expect(paper.text == "> 3 日本語" && paper.column == 10)
    draw(.left)
    #expect(paper.text == "> 3 日本語" && paper.column == 8)
    draw(.backspace)
    #expect(paper.text == "> 3 日語" && paper.column == 6)
    draw(.home)
    #expect(paper.column == 2)
    paper.write(row.erased())
    #expect(paper.text.isEmpty && paper.column == 0)
  }

  @Test("a line longer than the row scrolls sideways, with the cursor in view", arguments: [10, 20, 40, 80])
  func scrolls(width: Int) {
    var paper = Paper()
    var row = EditRow()
    var editor = LineEditor()
    _ = editor.press(.paste(String(repeating: "日本 words ", count: 40)))
    for key in [KeyPress.end] + Array(repeating: .left, count: 400) + Array(repeating: .wordRight, count: 90) {
      _ = editor.press(key)
      paper.write(row.text("> ", editor, width: width))
      #expect(paper.text.columns < max(width, 12) && (2..<max(width, 12)).contains(paper.column))
    }
  }

  @Test("shows control characters and line breaks as pictures, and a password as bullets")
  func harmless() {
    var row = EditRow()
    var editor = LineEditor()
    for scalar in "3 a\u{1B}[2J\n\u{202E}b".unicodeScalars { _ = editor.press(.text(scalar)) }
    let text = row.text("\u{1B}> ", editor, width: 60)
    #expect(text == "\r␛> 3 a␛[2J⏎b")
    #expect(row.text("> ", editor, secret: .from(2), width: 60).hasPrefix("\r> 3 ••••••"))
    #expect(row.text("Password: ", editor, secret: .all, width: 60).hasPrefix("\rPassword: ••••••••"))
  }
}
