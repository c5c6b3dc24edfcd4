internal import Kernel
internal import Phrases

/// The todos of a text that names several: "buy milk, call the plumber tomorrow and finish the report by Friday".
///
/// A text is split at a comma, a semicolon, a line break or "and" only where what follows is something to do of its own: it
/// begins with a verb, and says what it is about. "Buy milk and eggs" and "lunch with Sam and Ana" stay one.
struct LineParts: Sendable, Hashable {
  /// The parts that are read, at most.
  static let most = 20

  /// The reading of each part, in the order of the text; never one alone.
  let readings: [PhraseReading]

  /// Nil for a text that is one thing.
  init?(of text: String, at now: Moment) {
    let settings = PhraseSettings(locale: now.locale)
    guard let whole = try? PhraseReading(of: text, at: now, settings: settings), whole.kind == .todo else { return nil }
    var parts: [String] = []
    for piece in LineParts.pieces(of: text) {
      if !parts.isEmpty, piece.isJoin || !LineParts.isTodo(piece.text, now, settings) {
        // What is no todo of its own belongs to the part before.
        parts[parts.count - 1] += piece.joint + piece.text
      } else {
        parts.append(piece.text)
      }
    }
    guard parts.count > 1, parts.count <= LineParts.most else { return nil }
    var readings: [PhraseReading] = []
    for part in parts {
      guard let reading = try? PhraseReading(of: LineParts.plain(part), at: now, settings: settings),
        reading.kind == .todo, LineParts.saysWhat(reading.title)
      else { return nil }
      readings.append(reading)
    }
    // A day at the beginning of the text holds for every part that has none.
    if let day = whole.spans.first(where: { $0.meaning != .lead }), day.meaning == .day, let start = readings[0].start,
      readings.dropFirst().allSatisfy({ $0.start == nil })
    {
      for index in readings.indices.dropFirst() { readings[index].start = start }
    }
    self.readings = readings
  }

  // MARK: Pieces

  private struct Piece {
    /// The words between it and the piece before.
    var joint: String
    var text: String
    /// A piece without words.
    var isJoin: Bool { text.allSatisfy(\.isWhitespace) }
  }

  /// The text between commas, semicolons, line breaks and "and", with what joins them.
  private static func pieces(of text: String) -> [Piece] {
    var pieces = [Piece(joint: "", text: "")]
    var word = ""
    func isEnd(_ piece: Piece) -> Bool { piece.text.isEmpty && piece.joint.contains { $0 != " " } }
    func endWord() {
      defer { word = "" }
      if word.lowercased() == "and" || word == "&" {
        if isEnd(pieces[pieces.count - 1]) {
          // ", and" is one joint.
          pieces[pieces.count - 1].joint += word
        } else {
          pieces.append(Piece(joint: word, text: ""))
        }
      } else {
        pieces[pieces.count - 1].text += word
      }
    }
    for character in text {
      switch character {
      case ",", ";", "\n":
        endWord()
        pieces.append(Piece(joint: String(character), text: ""))
      case let space where space.isWhitespace:
        endWord()
        if pieces[pieces.count - 1].text.isEmpty {
          pieces[pieces.count - 1].joint.append(space)
        } else {
          pieces[pieces.count - 1].text.append(space)
        }
      default: word.append(character)
      }
    }
    endWord()
    return pieces
  }

  private static let leading: Set<String> = ["then", "also", "to", "and", "i", "need", "have", "must"]

  /// Without words that only lead on: "then call Ana", "to call Ana".
  private static func plain(_ text: String) -> String {
    var words = text.split(whereSeparator: \.isWhitespace)
    while words.count > 2, let first = words.first?.lowercased(), leading.contains(first) { words.removeFirst() }
    return words.joined(separator: " ")
  }

  private static func isTodo(_ text: String, _ now: Moment, _ settings: PhraseSettings) -> Bool {
    guard let reading = try? PhraseReading(of: plain(text), at: now, settings: settings), reading.kind == .todo,
      let title = reading.title
    else { return false }
    // Only a verb makes the bare title a sure todo; without one, "milk tomorrow" may belong to what stands before.
    guard saysWhat(title), let bare = try? PhraseReading(of: title, at: now, settings: settings)
    else { return false }
    return bare.kind == .todo && bare.sure >= LineParts.certain
  }

  /// Whether there is more than a verb: "clean" in "clean and paint the fence" is no todo of its own.
  private static func saysWhat(_ title: String?) -> Bool { (title?.split(separator: " ").count ?? 0) > 1 }

  /// The certainty of a text that begins with a verb.
  private static let certain = 0.9
}
