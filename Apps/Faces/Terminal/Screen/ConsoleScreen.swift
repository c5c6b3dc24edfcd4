/// The screen of a console: its rows, and the answers below them. On a terminal with too few rows a long screen is shown
/// from its top, page by page, with its toasts and its bar on every page.
struct ConsoleScreen {
  /// A row below the screen, which may take several rows of the terminal.
  private struct Note {
    let text: String
    let height: Int

    /// The text in pieces of at most `width` columns.
    func cut(to width: Int) -> [String] {
      guard height > 1 else { return [text] }
      var pieces = [""]
      var used = 0
      for character in text {
        let columns = String(character).columns
        if used + columns > width {
          pieces.append("")
          used = 0
        }
        pieces[pieces.count - 1].append(character)
        used += columns
      }
      return pieces
    }
  }

  /// The fewest rows of a screen that are worth showing above other rows.
  private static let least = 3

  private var pager = ScreenPager()
  /// A long answer, which is shown instead of the screen until it was read.
  private var aside: ScreenPager?
  private var news: [String] = []
  private var bar: [String] = []
  private var keys: [String] = []
  private var notes: [Note] = []
  private var isStale = false

  /// True when the rest of the screen, or of a long answer, can be shown.
  var hasNext: Bool { aside != nil || pager.hasNext }
  var hasPrevious: Bool { (aside ?? pager).hasPrevious }

  /// Shows another screen. The toasts and the bar below stay in view on every page; the keys end the last one.
  mutating func show(
    _ rows: [String], news: [String] = [], bar: [String] = [], keys: [String], keepingPlace: Bool = false
  ) {
    pager.open(rows + keys, keepingPlace: keepingPlace)
    self.news = news
    self.bar = bar
    self.keys = keys
    aside = nil
    isStale = true
  }

  mutating func say(_ rows: [String]) { notes += rows.map { Note(text: $0, height: 1) } }

  /// Says something on one line whatever its length, so that it can be copied.
  mutating func say(whole text: String, width: Int) {
    notes.append(Note(text: text, height: max(1, (text.columns + width - 1) / max(1, width))))
  }

  /// Removes the answers to the line before.
  mutating func forgetNotes() {
    if !notes.isEmpty { isStale = true }
    notes = []
  }

  mutating func next() {
    isStale = true
    if aside?.hasNext == true { aside?.next() } else if aside != nil { aside = nil } else { pager.next() }
  }

  mutating func previous() {
    isStale = true
    if aside != nil { aside?.previous() } else { pager.previous() }
  }

  /// Leaves what is on the terminal as it is.
  mutating func settle() { isStale = false }

  /// Returns what has to be written; nil when nothing is new.
  mutating func output(on surface: Surface, _ page: FrameText) -> String? {
    let clears = surface.isInteractive && surface.acceptsEscapes
    guard isStale || !notes.isEmpty else { return nil }
    defer {
      isStale = false
      if !clears { notes = [] }
    }
    let height = surface.isInteractive ? surface.height : nil
    let reserved = footerHeight(of: pager.rows.count, page, surface.editsLines)
    if let height, notes.reduce(0, { $0 + $1.height }) > height - 1 - reserved - ConsoleScreen.least {
      var pager = ScreenPager()
      pager.open(notes.flatMap { $0.cut(to: surface.width) }, keepingPlace: false)
      aside = pager
      notes = []
      isStale = true
    }
    guard isStale || clears else { return notes.map { "\($0.text)\n" }.joined() }
    let rows = rows(height, page, editsLines: surface.editsLines) + notes.map(\.text)
    return (clears ? "\u{1B}[H\u{1B}[2J" : "\n") + rows.map { "\($0)\n" }.joined()
  }

  /// The rows above the answers, for a terminal with that many rows.
  private mutating func rows(_ height: Int?, _ page: FrameText, editsLines: Bool) -> [String] {
    // One row is the prompt's.
    let room = height.map { $0 - 1 - notes.reduce(0) { $0 + $1.height } }
    if aside == nil {
      let blank = page.rows(of: [ScreenLine()])
      let parts = [news, bar, keys].flatMap { $0.isEmpty ? [] : blank + $0 }
      let whole = pager.rows.dropLast(keys.count) + parts
      if whole.count <= room ?? .max {
        _ = pager.page(nil)
        return Array(whole)
      }
    }
    var pager = aside ?? pager
    let count = pager.rows.count
    let reserved = footerHeight(of: count, page, editsLines)
    let left = (room ?? .max) - reserved
    // What stays in view is left out where hardly anything else would be seen.
    let isFixed = aside == nil && left - news.count - bar.count >= 2 * ConsoleScreen.least
    let fixed = isFixed ? news + bar : aside == nil && left - news.count >= ConsoleScreen.least ? news : []
    let shown = pager.page(max(1, left - fixed.count))
    let foot = footer(shown.startIndex..<shown.endIndex, of: count, isLast: !pager.hasNext, page, editsLines)
    if aside == nil { self.pager = pager } else { aside = pager }
    return Array(shown) + fixed + foot
  }

  /// The most rows that the footer takes on any page.
  private func footerHeight(of count: Int, _ page: FrameText, _ editsLines: Bool) -> Int {
    [false, true].map { footer(count..<count, of: count, isLast: $0, page, editsLines).count }.max() ?? 1
  }

  /// The rows that say which lines are shown and how to go on.
  private func footer(
    _ range: Range<Int>, of count: Int, isLast: Bool, _ page: FrameText, _ editsLines: Bool
  ) -> [String] {
    // A screen without lines has no pages.
    guard count > 0 else { return [] }
    let words = ConsoleWords.pages(range, of: count, isLast: isLast, takesSpace: editsLines)
    return page.rows(of: page.set(ScreenLine(words, .soft).wrapped(to: page.inner)))
  }
}
