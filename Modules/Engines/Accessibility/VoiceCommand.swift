/// A spoken command, as recognised text.
public enum VoiceCommand: Sendable, Hashable {
  case tap(String)
  /// One of the numbered elements.
  case number(Int)
  /// Writes into the field with that name, or into the one used last.
  case type(String, into: String?)
  /// Empties the field with that name.
  case clear(String)
  /// Chooses an option of the control with that name, or of any.
  case choose(String, in: String?)
  case back
  case refresh
  /// Numbers every element on the screen.
  case showNumbers
  case dismiss

  /// The most characters of an utterance; more is not a command.
  public static let longest = 4_000

  /// Nil for anything that is not a command. Letter case, surrounding spaces and a final full stop do not matter, except in
  /// what is typed.
  public init?(spoken text: String) {
    guard text.count <= VoiceCommand.longest else { return nil }
    let said = text.drop { $0.isWhitespace }
    guard let verb = said.split(whereSeparator: \.isWhitespace).first?.lowercased() else { return nil }
    let rest = String(said.dropFirst(verb.count).drop { $0 == " " })
    switch verb {
    case "tap", "press", "click", "select", "open", "check", "uncheck":
      guard !rest.isEmpty else { return nil }
      self = Int(rest.trimmed).map { .number($0) } ?? .tap(rest)
    case "type", "write", "enter":
      guard !rest.isEmpty else { return nil }
      let parts = rest.splitLast(" into ")
      self = .type(parts?.0 ?? rest, into: parts?.1)
    case "choose", "set":
      guard !rest.isEmpty else { return nil }
      let parts = rest.splitLast(" for ")
      self = .choose(parts?.0 ?? rest, in: parts?.1)
    case "dismiss", "close", "cancel":
      if rest.isEmpty { self = .dismiss } else { self = .tap(String(said)) }
    case "clear", "empty":
      guard !rest.isEmpty else { return nil }
      self = .clear(rest)
    default:
      switch said.lowercased().trimmed {
      case "go back", "back": self = .back
      case "refresh", "reload": self = .refresh
      case "show numbers", "what can i say": self = .showNumbers
      case let words:
        guard let number = Int(words) else { return nil }
        self = .number(number)
      }
    }
  }
}

extension String {
  /// Without spaces around it and a full stop at its end.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }

  /// The parts before and after the last occurrence; nil if one of them is empty.
  fileprivate func splitLast(_ mark: String) -> (String, String)? {
    let (text, mark) = (Array(self), Array(mark))
    guard text.count > mark.count else { return nil }
    for start in stride(from: text.count - mark.count - 1, to: 0, by: -1)
    where Array(text[start..<start + mark.count]) == mark {
      return (String(text[..<start]), String(text[(start + mark.count)...]))
    }
    return nil
  }
}
