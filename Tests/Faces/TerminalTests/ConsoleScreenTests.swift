import Testing

@testable import Terminal

@Suite("The pages of a console")
struct ConsoleScreenTests {
  private let page = FrameText(width: 60)
  private func rows(_ count: Int) -> [String] { (1...count).map { "row \($0)" } }

  /// Draws on a terminal of that height, and returns the rows above the prompt.
  private func drawn(_ screen: inout ConsoleScreen, _ height: Int?, clears: Bool = true) -> [String] {
    let surface = Surface(width: 60, height: height, isInteractive: true, acceptsEscapes: clears, editsLines: true)
    guard let text = screen.output(on: surface, page) else { return [] }
    #expect(text.hasPrefix("\u{1B}[H\u{1B}[2J") == clears && text.hasSuffix("\n"))
    return text.dropFirst(clears ? 7 : 0).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }

  @Test("a screen that fits is shown whole", arguments: [nil, 18] as [Int?])
  func whole(height: Int?) {
    var screen = ConsoleScreen()
    screen.show(rows(10), news: ["toast"], bar: ["bar"], keys: ["keys"])
    #expect(drawn(&screen, height) == rows(10) + ["", "toast", "", "bar", "", "keys"])
    #expect(!screen.hasNext && drawn(&screen, height) == [])
  }

  @Test(
    "a longer one begins at its top, with toasts and bar on every page, and never exceeds the terminal",
    arguments: 10...30)
  func pages(height: Int) {
    var screen = ConsoleScreen()
    screen.show(rows(40), news: ["toast"], bar: ["bar"], keys: ["keys"])
    var seen: [String] = []
    var count = 0
    repeat {
      if count > 0 { screen.next() }
      let page = drawn(&screen, height)
      #expect(page.count < height && page.suffix(3).prefix(2) == ["toast", "bar"])
      #expect(page.last?.contains("Lines \(seen.count + 1)–") == true)
      seen += page.dropLast(3)
      count += 1
    } while screen.hasNext && count < 50
    #expect(seen == rows(40) + ["keys"])
    for _ in 1..<count { screen.previous() }
    #expect(drawn(&screen, height).first == "row 1" && !screen.hasPrevious)
  }

  @Test("what is in view on every page is left out where hardly anything else would be", arguments: 5...9)
  func low(height: Int) {
    var screen = ConsoleScreen()
    screen.show(rows(40), news: ["one", "two"], bar: ["bar"], keys: ["keys"])
    let page = drawn(&screen, height)
    #expect(page.count < height && page.prefix(3) == ["row 1", "row 2", "row 3"] && !page.contains("bar"))
  }

  @Test("a screen without lines has no pages, however low the terminal")
  func empty() {
    var screen = ConsoleScreen()
    screen.show([], news: ["one", "two", "three", "four", "five"], keys: [])
    let surface = Surface(width: 60, height: 4, isInteractive: true, acceptsEscapes: true, editsLines: true)
    #expect(screen.output(on: surface, page)?.contains("of 0.") != true)
  }

  @Test("an answer is below the page that it belongs to, and the next page goes on after it")
  func answers() {
    var screen = ConsoleScreen()
    screen.show(rows(40), keys: ["keys"])
    _ = drawn(&screen, 20)
    screen.say(["answer", "more"])
    let page = drawn(&screen, 20)
    #expect(page.count == 19 && page.first == "row 1" && page.suffix(2) == ["answer", "more"])
    screen.forgetNotes()
    screen.next()
    #expect(drawn(&screen, 20).first == "row 17")
    screen.previous()
    #expect(drawn(&screen, 20).first == "row 1")
  }

  @Test("an answer longer than the terminal is shown in pages, and then the screen again")
  func longAnswer() {
    var screen = ConsoleScreen()
    screen.show(rows(5), keys: ["keys"])
    _ = drawn(&screen, 12)
    screen.say((1...15).map { "line \($0)" })
    #expect(drawn(&screen, 12).prefix(10) == (1...10).map { "line \($0)" }[...])
    screen.next()
    #expect(drawn(&screen, 12).prefix(5) == (11...15).map { "line \($0)" }[...] && screen.hasNext)
    screen.next()
    #expect(drawn(&screen, 12) == rows(5) + ["", "keys"] && !screen.hasNext)
  }

  @Test(
    "whatever is on a narrow terminal of 24 rows, no page exceeds it and no row is lost",
    arguments: [(20, true), (20, false), (28, true), (40, false), (80, true)])
  func overfull(width: Int, editsLines: Bool) {
    let page = FrameText(width: width)
    let word = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente"
    let rows = page.rows(
      of: (1...60).flatMap { ScreenLine("\($0). \(word) and \(word)").wrapped(to: page.inner) })
    let bar = page.rows(of: ScreenLine("Dashboard · Insights · Log · Profile · Settings").wrapped(to: page.inner))
    let surface = Surface(
      width: width, height: 24, isInteractive: true, acceptsEscapes: true, editsLines: editsLines)
    for notes in 0...26 {
      var screen = ConsoleScreen()
      screen.show(rows, news: ["toast"], bar: bar, keys: ["keys"])
      screen.say((0..<notes).map { "note \($0)" })
      screen.say(whole: "/" + String(repeating: "long/", count: 3 * width / 5), width: width)
      let answers = (0..<notes).map { "note \($0)" }
      var (seen, told): ([String], Set<String>) = ([], [])
      for _ in 0..<300 {
        let drawn = (screen.output(on: surface, page) ?? "").dropFirst(7).split(
          separator: "\n", omittingEmptySubsequences: false
        ).dropLast().map(String.init)
        // A line that is wider goes on in the next row of the terminal.
        let height = drawn.reduce(0) { $0 + max(1, ($1.columns + width - 1) / width) }
        #expect(height < 24, "\(notes) notes: \(drawn)")
        for row in drawn { if rows.contains(row) { seen.append(row) } else { told.insert(row) } }
        guard screen.hasNext else { break }
        // The answers belong to the line before.
        screen.forgetNotes()
        screen.next()
      }
      #expect(seen == rows && told.isSuperset(of: answers) && told.contains("keys"), "\(notes) notes")
    }
  }

  @Test("a change of the same screen keeps the place, another screen begins at its top")
  func place() {
    var screen = ConsoleScreen()
    screen.show(rows(40), keys: ["keys"])
    _ = drawn(&screen, 20)
    screen.next()
    #expect(drawn(&screen, 20).first == "row 19")
    screen.show(rows(41), keys: ["keys"], keepingPlace: true)
    #expect(drawn(&screen, 20).first == "row 19")
    screen.show(rows(40), keys: ["keys"])
    #expect(drawn(&screen, 20).first == "row 1")
  }

  @Test("without escape sequences an answer is printed alone, once")
  func printed() {
    var screen = ConsoleScreen()
    screen.show(rows(5), keys: ["keys"])
    #expect(drawn(&screen, 20, clears: false) == [""] + rows(5) + ["", "keys"])
    screen.say(["answer"])
    #expect(drawn(&screen, 20, clears: false) == ["answer"])
    screen.forgetNotes()
    screen.say(whole: String(repeating: "x", count: 130), width: 60)
    #expect(drawn(&screen, 20, clears: false).count == 1)
  }
}
