import Interface
import Kernel
import Testing
import YHealth

@testable import Terminal

@Suite("The width of a text")
struct WidthTests {
  @Test(
    "is counted in columns",
    arguments: [
      ("Anna", 4), ("été", 3), ("e\u{301}te\u{301}", 3), ("日本語", 6), ("한국", 4), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇮🇹", 2),
      ("❤️", 2), ("שלום", 4), ("مرحبا", 5), ("नमस्ते", 4), ("ﾊﾛｰ", 3), ("", 0),
    ])
  func columns(text: String, count: Int) { #expect(text.columns == count) }

  @Test("lines end between words, and a long word is cut")
  func wrapping() {
    func wrapped(_ text: String, _ width: Int) -> [String] { ScreenLine(text).wrapped(to: width).map(\.text) }
    #expect(wrapped("one two three", 7) == ["one two", "three"])
    #expect(wrapped("one two three", 8) == ["one two", "three"])
    #expect(wrapped("incomprehensibilities", 8) == ["incompre", "hensibil", "ities"])
    #expect(wrapped("睡眠は十分でした。", 8) == ["睡眠は十", "分でし", "た。"])
    #expect(wrapped("two  spaces", 20) == ["two  spaces"])
    #expect(wrapped("", 5) == [""])
  }

  @Test("wrapping keeps the look of each part of a line")
  func looks() {
    let lines = (ScreenLine("Warning: ", .tone(.warning)) + ScreenLine("it rains")).wrapped(to: 12)
    #expect(lines.map(\.text) == ["Warning: it", "rains"])
    #expect(lines.first?.runs.map(\.look) == [.tone(.warning), .plain])
  }

  @Test("never exceeds the width of the page, whatever is on the screen", arguments: 0..<120)
  func never(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let frame = chance.frame()
    let width = Int.random(in: 20...110, using: &chance)
    let page = FrameText(width: width, isNumbered: Bool.random(using: &chance))
    for line in page.lines(of: frame) where line.columns > page.width {
      Issue.record("\(line.columns) columns of \(page.width): \(line.text)")
    }
    let text = page.text(of: frame)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isHarmless })
    // Colours do not change the text.
    let coloured = FrameText(width: width, colours: Theme.yhealth.dark, isNumbered: page.isNumbered).text(of: frame)
    #expect(coloured.withoutColours == text)
  }
}

/// Random values that are the same for the same seed.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static let pieces = [
    "sleep", "a", "recovery", "Donaudampfschifffahrtsgesellschaft", "日本語のテキスト", "한국어", "👩‍👩‍👧‍👦", "👍🏽", "🇮🇹", "e\u{301}",
    "שלום", "مرحبا", "नमस्ते", "\u{1B}[2J", "\n", "\r\n", "\t", "\u{202E}", "\u{7}", "\u{9B}31m", "\u{2028}", "ﷺ",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{200B}", "1234567890", "…", " ", "  ", "❤️", "ᄀ", "\u{FFFF}",
    "\u{E0041}",
  ]

  mutating func text() -> String {
    (0..<Int.random(in: 0...9, using: &self)).map { _ in
      (Chance.pieces.randomElement(using: &self) ?? "") + (Bool.random(using: &self) ? " " : "")
    }.joined()
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &self) ? value : nil }

  mutating func element(_ id: String, depth: Int) -> Element {
    var state = Condition()
    state.isDisabled = Int.random(in: 0..<6, using: &self) == 0
    state.isCurrent = Bool.random(using: &self)
    state.isSelected = Bool.random(using: &self)
    state.isMultiline = Bool.random(using: &self)
    state.isUnread = Bool.random(using: &self)
    state.badge = maybe(text())
    state.invalid = maybe(text())
    state.example = maybe(text())
    state.isExpanded = maybe(true)
    state.check = Condition.Check.allChecks.randomElement(using: &self) ?? nil
    state.level = Int.random(in: 1...4, using: &self)
    state.number = maybe(Double.random(in: -5...15, using: &self))
    state.minimum = maybe(0)
    state.maximum = maybe(10)
    state.size = maybe(Int.random(in: 0...20, using: &self))
    state.tone = maybe(Tone.allCases.randomElement(using: &self) ?? .info)
    state.icon = maybe(Icon.allCases.randomElement(using: &self) ?? .add)
    state.hue = maybe("fitness")
    let verbs: [Verb] = [.activate, .edit, .choose, .dismiss, .swipe]
    let count = depth > 6 ? 0 : Int.random(in: 0...3, using: &self)
    return Element(
      id: id, role: Role.allCases.randomElement(using: &self) ?? .group, label: text(), value: maybe(text()),
      hint: maybe(text()), state: state, actions: verbs.filter { _ in Bool.random(using: &self) },
      destination: maybe(Route(["x"])), children: (0..<count).map { element("\(id).\($0)", depth: depth + 1) })
  }

  mutating func frame() -> Frame {
    Frame(
      product: "yhealth", profile: "me", route: Route(["x"]), title: text(),
      chrome: (0..<3).map { element("chrome\($0)", depth: 5) }, nodes: (0..<5).map { element("node\($0)", depth: 0) },
      toasts: (0..<1).map { element("toast\($0)", depth: 5) }, dialog: maybe(element("dialog", depth: 2)))
  }
}

extension Condition.Check {
  fileprivate static let allChecks: [Condition.Check?] = [nil, .on, .off, .mixed]
}

extension Unicode.Scalar {
  /// False if it moves the cursor, sets a colour, rings the bell or changes the direction of a line.
  var isHarmless: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}

extension String {
  var withoutColours: String {
    let plain = replacing(/\u{1B}\[[0-9;]*m/, with: "")
    return plain.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(/[ ]+$/, with: "") }.joined(separator: "\n")
  }
}
