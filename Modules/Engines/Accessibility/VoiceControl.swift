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
    /// Nothing was understood. The words say what to say instead.
    case notUnderstood(String)
  }

  /// Meaning of the numbers on screen: the command that asked for it, with the elements.
  private struct Question: Sendable, Hashable {
    let command: VoiceCommand
    let choices: [Numbered]
  }

  private var question: Question?
  /// The field that was used last.
  private var field: String?

  public init() {}

  /// Takes an utterance on a screen.
  public mutating func hear(_ text: String, on frame: Frame) -> Answer {
    guard let command = VoiceCommand(spoken: text) else { return suggestion(for: text, on: frame) }
    let asked = question
    question = nil
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
      guard let asked, let meant = asked.choices.first(where: { $0.number == number }),
        let element = frame.spoken.first(where: { $0.id == meant.id })
      else { return suggestion(for: text, on: frame) }
      return carryOut(asked.command, on: element, text, frame)
    case .tap(let name):
      return one(named: name, offering: .activate, command, text, frame)
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
    let able = frame.spoken.filter { $0.verb(verb) != nil }
    let exact = able.filter { $0.named.label.plainWords == name.plainWords }
    let found = exact.isEmpty ? able.filter { $0.named.label.plainWords.hasPrefix(name.plainWords) } : exact
    if found.isEmpty { return suggestion(for: text, on: frame) }
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
    case .tap, .number, .back, .refresh, .showNumbers, .dismiss: return suggestion(for: text, on: frame)
    }
  }

  /// The seed's sentence with the most similar name on the screen.
  private func suggestion(for text: String, on frame: Frame) -> Answer {
    let names = frame.spoken.filter { $0.verb(.activate) != nil }.map(\.named.label)
    let words = Set(text.prefix(VoiceCommand.longest).description.plainWords.split(separator: " "))
    let nearest = names.max { one, other in
      let (a, b) = (one.shared(with: words), other.shared(with: words))
      return a == b ? one.count > other.count : a < b
    }
    guard let nearest else { return .notUnderstood("Nothing on this screen can be tapped. Say “go back”.") }
    return .notUnderstood("Try 'tap \(nearest)' instead.")
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
