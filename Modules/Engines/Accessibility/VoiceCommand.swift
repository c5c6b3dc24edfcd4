/// A spoken command, as recognised text.
public enum VoiceCommand: Sendable, Hashable {
  case tap(String)
  /// One of the numbered elements.
  case number(Int)
  /// Turns the control with that name on or off, whichever it is now.
  case turn(String, isOn: Bool)
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
    case "tap", "press", "click", "select", "open":
      guard !rest.isEmpty else { return nil }
      self = Int(rest.trimmed).map { .number($0) } ?? .tap(rest)
    case "check", "tick", "uncheck", "untick":
      guard !rest.isEmpty else { return nil }
      self = .turn(rest, isOn: !verb.hasPrefix("un"))
    case "turn", "switch":
      guard let (name, isOn) = VoiceCommand.turned(rest.trimmed) else { return nil }
      self = .turn(name, isOn: isOn)
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
        guard let number = VoiceCommand.number(spoken: words) else { return nil }
        self = .number(number)
      }
    }
  }

  /// The name and the state of "on Sounds" or "Sounds on"; nil for other words.
  private static func turned(_ words: String) -> (name: String, isOn: Bool)? {
    let lower = words.lowercased()
    for (word, isOn) in [("on", true), ("off", false)] {
      if lower.hasPrefix(word + " ") { return (String(words.dropFirst(word.count + 1)), isOn) }
      if lower.hasSuffix(" " + word) { return (String(words.dropLast(word.count + 1)), isOn) }
    }
    return nil
  }

  /// The number that is said by digits or in words, as a recogniser writes them: "3", "number 3", "twenty one", "too". Nil
  /// for anything else.
  static func number(spoken words: String) -> Int? {
    var parts = words.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    if parts.count > 1, parts.first == "number" { parts.removeFirst() }
    switch parts.count {
    case 1: return Int(parts[0]) ?? small[parts[0]] ?? tens[parts[0]]
    case 2:
      guard let ten = tens[parts[0]], let one = small[parts[1]], (1...9).contains(one) else { return nil }
      return ten + one
    default: return nil
    }
  }

  /// With the words that recognisers write for those that sound the same.
  private static let small: [String: Int] = [
    "one": 1, "won": 1, "two": 2, "to": 2, "too": 2, "three": 3, "four": 4, "for": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "ate": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
  ]
  private static let tens: [String: Int] = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
  ]
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
