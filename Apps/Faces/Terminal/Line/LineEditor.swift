/// The line that is being typed, and the lines typed before it in this session.
struct LineEditor {
  /// The number of lines kept.
  static let longestHistory = 500

  enum Outcome: Equatable {
    case nothing, changed
    case submitted(String)
    /// The line would be longer than a line may be, and was left as it was.
    case tooLong
    case endOfInput
  }

  private let longest: Int
  private(set) var before = ""
  private(set) var after = ""
  private var history: [String] = []
  /// The line of the history that is shown; nil while a new line is typed.
  private var place: Int?
  /// The new line, while a line of the history is shown.
  private var draft = ""

  init(longest: Int = Typed.longest) { self.longest = longest }

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Keeps a line that was submitted. The caller leaves out what is secret.
  mutating func remember(_ line: String) {
    guard line.contains(where: { !$0.isWhitespace }), history.last != line else { return }
    history.append(line)
    if history.count > LineEditor.longestHistory { history.removeFirst() }
  }

  mutating func clear() { (before, after, place, draft) = ("", "", nil, "") }

  mutating func press(_ key: KeyPress) -> Outcome {
    switch key {
    case .text(let scalar): return insert(String(scalar))
    case .paste(let text): return text.map { insert($0) } ?? .tooLong
    case .enter:
      let line = text
      clear()
      return .submitted(line)
    case .endOfInput:
      if isEmpty { return .endOfInput }
      return change { if !$0.after.isEmpty { $0.after.removeFirst() } }
    case .backspace: return change { if !$0.before.isEmpty { $0.before.removeLast() } }
    case .delete: return change { if !$0.after.isEmpty { $0.after.removeFirst() } }
    case .left: return change { $0.move(1) }
    case .right: return change { $0.move(-1) }
    case .wordLeft: return change { $0.move($0.lastWord) }
    case .wordRight: return change { $0.move(-$0.nextWord) }
    case .home: return change { ($0.before, $0.after) = ("", $0.text) }
    case .end: return change { ($0.before, $0.after) = ($0.text, "") }
    case .cutToStart: return change { $0.before = "" }
    case .cutToEnd: return change { $0.after = "" }
    case .cutWord: return change { $0.before.removeLast($0.lastWord) }
    case .cutNextWord: return change { $0.after.removeFirst($0.nextWord) }
    case .up: return recall(-1)
    case .down: return recall(1)
    case .pageUp, .pageDown, .redraw, .escape: return .nothing
    }
  }

  private mutating func change(_ body: (inout LineEditor) -> Void) -> Outcome {
    let old = (before, after)
    body(&self)
    return old == (before, after) ? .nothing : .changed
  }

  private mutating func insert(_ text: String) -> Outcome {
    guard before.utf8.count + after.utf8.count + text.utf8.count <= longest else { return .tooLong }
    return change { $0.before += text }
  }

  /// Moves the cursor to the left by that many characters.
  private mutating func move(_ count: Int) {
    if count > 0 {
      let moved = before.suffix(count)
      after = moved + after
      before.removeLast(moved.count)
    } else {
      let moved = after.prefix(-count)
      before += moved
      after.removeFirst(min(-count, after.count))
    }
  }

  /// The number of characters from the start of the word before the cursor.
  private var lastWord: Int {
    let spaces = before.reversed().prefix { $0.isWhitespace }.count
    return spaces + before.reversed().dropFirst(spaces).prefix { !$0.isWhitespace }.count
  }

  private var nextWord: Int {
    let spaces = after.prefix { $0.isWhitespace }.count
    return spaces + after.dropFirst(spaces).prefix { !$0.isWhitespace }.count
  }

  private mutating func recall(_ step: Int) -> Outcome {
    let goal = (place ?? history.count) + step
    guard (0...history.count).contains(goal), goal != place ?? history.count else { return .nothing }
    if place == nil { draft = text }
    place = goal == history.count ? nil : goal
    (before, after) = (place.map { history[$0] } ?? draft, "")
    return .changed
  }
}
