public import Interface

/// Voice control of one screen: elements are called by the words that are seen, and by numbers where those are not enough.
public struct VoiceControl: Sendable, Hashable {
  /// An operation to be carried out.
  public enum Deed: Sendable, Hashable {
    case act(String, Verb, Entry)
    case back
    case refresh
  }

  public struct Numbered: Sendable, Hashable {
    public let number: Int
    public let id: String
    public let name: String
  }

  public enum Answer: Sendable, Hashable {
    case does(Deed)
    /// Several elements are meant: a number says which.
    case which([Numbered])
    /// Nothing is to be done. The words say why.
    case unchanged(String)
    /// Nothing was understood. The words say what to say instead.
    case notUnderstood(String)
  }

  /// Meaning of the numbers on screen: the command that asked for it, with the elements.
  fileprivate struct Question: Sendable, Hashable {
    let command: VoiceCommand
    let choices: [Numbered]
  }

  private var question: Question?
  /// The field that was used last.
  private var field: String?

  public init() {}

  /// The elements between which a number decides; empty while none is asked for.
  var choices: [Numbered] { question?.choices ?? [] }

  /// Drops the numbers, which belong to a screen that is gone.
  mutating func forgetNumbers() { question = nil }

  /// Takes an utterance on a screen. Numbers stand until one is used or something else is understood.
  public mutating func hear(_ text: String, on frame: Frame) -> Answer {
    let asked = question
    question = nil
    let answer = understand(text, on: frame, asked)
    if case .notUnderstood = answer { question = asked }
    return answer
  }

  private mutating func understand(_ text: String, on frame: Frame, _ asked: Question?) -> Answer {
    guard let command = VoiceCommand(spoken: text) else { return suggestion(for: text, on: frame) }
    switch command {
    case .back: return .does(.back)
    case .refresh: return .does(.refresh)
    case .dismiss:
      let reach = frame.dialog.map { [$0] } ?? frame.toasts.flatMap(\.all)
      guard let element = reach.first(where: { $0.actions.contains(.dismiss) }) else {
        return .does(.back)
      }
      return .does(.act(element.id, .dismiss, .none))
    case .showNumbers: return numbered(.tap(""), frame.spoken.filter { $0.verb(.activate) != nil })
    case .number(let number):
      guard let asked else { return suggestion(for: text, on: frame) }
      guard let element = asked.element(number, on: frame) else {
        return .notUnderstood("Say a number from 1 to \(asked.choices.count).")
      }
      return carryOut(asked.command, on: element, text, frame)
    case .tap(let name):
      // "Tap three" may mean a number; a name that is in sight comes first.
      if let asked, !frame.spoken.contains(where: { $0.named.label.plainWords == name.plainWords }),
        let number = VoiceCommand.number(spoken: name), let element = asked.element(number, on: frame)
      {
        return carryOut(asked.command, on: element, text, frame)
      }
      return one(named: name, offering: .activate, command, text, frame)
    case .turn(let name, _): return one(named: name, among: frame.spoken.filter(\.isTurned), command, text, frame)
    case .clear(let name): return one(named: name, offering: .edit, command, text, frame)
    case .type(_, let name?): return one(named: name, offering: .edit, command, text, frame)
    case .type(_, nil):
      let fields = frame.spoken.filter { $0.verb(.edit) != nil }
      if let used = fields.first(where: { $0.id == field }) { return carryOut(command, on: used, text, frame) }
      return fields.count == 1 ? carryOut(command, on: fields[0], text, frame) : numbered(command, fields)
    case .choose(let option, let name):
      // An option is tapped; other controls take the words.
      if name == nil { return one(named: option, offering: .activate, .tap(option), text, frame) }
      return one(named: name ?? "", offering: .choose, command, text, frame)
    }
  }

  private mutating func one(
    named name: String, offering verb: Verb, _ command: VoiceCommand, _ text: String, _ frame: Frame
  ) -> Answer {
    one(named: name, among: frame.spoken.filter { $0.verb(verb) != nil }, command, text, frame)
  }

  private mutating func one(
    named name: String, among able: [Element], _ command: VoiceCommand, _ text: String, _ frame: Frame
  ) -> Answer {
    let exact = able.filter { $0.named.label.plainWords == name.plainWords }
    let found = exact.isEmpty ? able.filter { $0.named.label.plainWords.hasPrefix(name.plainWords) } : exact
    if found.isEmpty { return suggestion(for: text, command, among: able) }
    return found.count == 1 ? carryOut(command, on: found[0], text, frame) : numbered(command, found)
  }

  private mutating func numbered(_ command: VoiceCommand, _ elements: [Element]) -> Answer {
    guard !elements.isEmpty else { return .notUnderstood("Nothing on this screen can be used that way.") }
    let choices = elements.enumerated().map { Numbered(number: $0 + 1, id: $1.id, name: $1.named.label) }
    question = Question(command: command, choices: choices)
    return .which(choices)
  }

  private mutating func carryOut(
    _ command: VoiceCommand, on element: Element, _ text: String, _ frame: Frame
  ) -> Answer {
    // The screen may have changed since the number was asked for.
    switch command {
    case .type where element.verb(.edit) == nil, .clear where element.verb(.edit) == nil:
      return suggestion(for: text, on: frame)
    case .choose where element.verb(.choose) == nil: return suggestion(for: text, on: frame)
    case .tap where element.verb(.activate) != nil: return .does(.act(element.id, .activate, .none))
    case .turn(_, let isOn) where element.isTurned: return turn(element, isOn)
    case .type(let words, _):
      field = element.id
      return .does(.act(element.id, .edit, .text(words)))
    case .clear: return .does(.act(element.id, .edit, .text("")))
    case .choose(let option, _):
      if let child = element.all.first(where: { $0.label.plainWords == option.plainWords && $0.verb(.activate) != nil })
      {
        return .does(.act(child.id, .activate, .none))
      }
      let number = element.state.minimum == nil ? nil : Double(option)
      return .does(.act(element.id, .choose, number.map { .number($0) } ?? .text(option)))
    case .tap, .turn, .number, .back, .refresh, .showNumbers, .dismiss: return suggestion(for: text, on: frame)
    }
  }

  /// Turns a control on or off; one that is so already stays as it is.
  private func turn(_ element: Element, _ isOn: Bool) -> Answer {
    let name = element.named.label
    if element.state.check == (isOn ? .on : .off) { return .unchanged("\(name) is already \(isOn ? "on" : "off").") }
    guard element.role != .radio || isOn else { return .unchanged("\(name) is off once another option is chosen.") }
    return .does(
      element.verb(.choose) == nil
        ? .act(element.id, .activate, .none) : .act(element.id, .choose, .flag(isOn)))
  }

  /// The seed's sentence with the most similar name on the screen.
  private func suggestion(for text: String, on frame: Frame) -> Answer {
    guard let nearest = nearest(to: text, among: frame.spoken.filter { $0.verb(.activate) != nil }) else {
      return .notUnderstood("Nothing on this screen can be tapped. Say “go back”.")
    }
    return .notUnderstood("Try 'tap \(nearest)' instead.")
  }

  /// The same for a command whose name matched none of the elements that it can use. What was to be typed is not repeated.
  private func suggestion(for text: String, _ command: VoiceCommand, among able: [Element]) -> Answer {
    let (words, start, end, use) =
      switch command {
      case .type(_, let name): (name ?? "", "type … into ", "", "written into")
      case .clear(let name): (name, "clear ", "", "cleared")
      case .choose(_, let name): (name ?? "", "choose … for ", "", "chosen from")
      case .turn(let name, let isOn): (name, "turn ", isOn ? " on" : " off", "turned on or off")
      default: (text, "tap ", "", "tapped")
      }
    guard let nearest = nearest(to: words, among: able) else {
      return .notUnderstood("Nothing on this screen can be \(use). Say “go back”.")
    }
    return .notUnderstood("Try '\(start)\(nearest)\(end)' instead.")
  }

  /// The name that shares the most words with the text; of several the shortest.
  private func nearest(to text: String, among elements: [Element]) -> String? {
    let words = Set(text.prefix(VoiceCommand.longest).description.plainWords.split(separator: " "))
    return elements.map(\.named.label).max { one, other in
      let (a, b) = (one.shared(with: words), other.shared(with: words))
      return a == b ? one.count > other.count : a < b
    }
  }
}

extension VoiceControl.Question {
  /// The element that the number means; nil when there is none, or it is gone.
  fileprivate func element(_ number: Int, on frame: Frame) -> Element? {
    choices.first { $0.number == number }.flatMap { meant in frame.spoken.first { $0.id == meant.id } }
  }
}

extension Frame {
  /// The elements that can be called by name; with a dialog open, its own and those of the message in front of it.
  fileprivate var spoken: [Element] {
    (dialog.map { $0.all + toasts.flatMap(\.all) } ?? everything).filter { !$0.state.isDisabled }
  }
}

extension Element {
  fileprivate func verb(_ verb: Verb) -> Verb? {
    actions.contains(verb) || (verb == .activate && destination != nil) ? verb : nil
  }

  /// Whether it is on or off, and can be turned.
  fileprivate var isTurned: Bool { state.check != nil && (verb(.choose) ?? verb(.activate)) != nil }
}

extension String {
  /// The letters and digits of each word, in lower case.
  fileprivate var plainWords: String {
    lowercased().split { !$0.isLetter && !$0.isNumber && !$0.isSymbol }.joined(separator: " ")
  }

  fileprivate func shared(with words: Set<Substring>) -> Int {
    Set(plainWords.split(separator: " ").map { Substring($0) }).intersection(words).count
  }
}
