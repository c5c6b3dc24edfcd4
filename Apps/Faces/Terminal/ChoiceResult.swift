internal import Interface
internal import Shell

/// The result of choosing a number: a command for the window, or a sentence that says what is missing.
enum ChoiceResult: Equatable {
  case perform(Command)
  case say(String)

  /// `words` is the text after the number.
  init(_ element: Element, number: Int, words: String?) {
    self = words.map { ChoiceResult.taken($0, by: element, number) } ?? ChoiceResult.chosen(element, number)
  }

  // MARK: Number without an argument

  private static func chosen(_ element: Element, _ number: Int) -> ChoiceResult {
    let label = "“\(element.label)”"
    if let options = element.options {
      let names = options.map(\.name)
      let example = names.first.map { ", such as \(number) \($0)" } ?? ""
      return element.role == .grid
        ? .say("\(label) opens a day: write \(number) and the day\(example).")
        : .say("\(label) takes one of \(names.joined(separator: ", ")): write \(number) and which\(example).")
    }
    if element.actions.contains(.activate) { return .perform(.tap(.id(element.id))) }
    if element.actions.contains(.edit) {
      let example = element.state.example.map { ", such as \(number) \($0)" } ?? ""
      return .say("\(label) is filled in: write \(number) and the text\(example). \(number) \"\" empties it.")
    }
    if let limits = element.limits {
      return .say(
        "\(label) takes a number from \(limits.lowerBound.plain) to \(limits.upperBound.plain): write "
          + "\(number) \(limits.upperBound.plain), for example.")
    }
    if element.actions.contains(.attach) {
      return .say(
        "\(label) takes a file of this machine: write \(number) and its path, such as \(number) /tmp/lunch.jpg.")
    }
    let verbs = element.actions.map(\.rawValue).joined(separator: ", ")
    return .say("\(label) takes \(verbs): write \(number) and the word.")
  }

  // MARK: Number with an argument

  private static func taken(_ words: String, by element: Element, _ number: Int) -> ChoiceResult {
    let target = Command.Target.id(element.id)
    let label = "“\(element.label)”"
    if let options = element.options { return option(words, of: options, element) }
    if element.actions.contains(.edit) { return .perform(.type(target, words == "\"\"" ? "" : words)) }
    if element.actions.contains(.attach) { return .perform(.photo(.file(words))) }
    if element.state.check != nil, let flag = flags[words.lowercased()] {
      if element.actions.contains(.choose) { return .perform(.choose(target, .flag(flag))) }
      if (element.state.check == .on) == flag { return .say("\(label) is \(flag ? "on" : "off") already.") }
      return .perform(.tap(target))
    }
    let (first, rest) = words.cut
    if let verb = element.actions.first(where: { $0.rawValue == first.lowercased() }) {
      return .perform(.act(target, verb, rest.isEmpty ? .none : figure(rest).map { .number($0) } ?? .text(rest)))
    }
    if element.state.check != nil { return .say("\(label) takes on or off: write \(number) on.") }
    if let limits = element.limits {
      guard let figure = figure(words), limits.contains(figure) else { return chosen(element, number) }
      return .perform(.choose(target, .number(figure)))
    }
    if element.actions.contains(.choose) { return .perform(.choose(target, .text(words))) }
    return .say("\(label) takes no text: write \(number) alone.")
  }

  /// Finds the option by its name, its position or a unique prefix of its name.
  private static func option(_ words: String, of options: [Element], _ element: Element) -> ChoiceResult {
    let wanted = words.lowercased()
    let exact = options.filter { $0.label.lowercased() == wanted || $0.name.lowercased() == wanted }
    let near = options.filter { $0.label.lowercased().hasPrefix(wanted) }
    let counted =
      element.role == .grid ? nil : Int(words).flatMap { options.indices.contains($0 - 1) ? options[$0 - 1] : nil }
    guard let option = exact.first ?? counted ?? (near.count == 1 ? near.first : nil) else {
      return .say(
        "“\(element.label)” has no “\(words)”. There is \(options.map(\.name).joined(separator: ", ")).")
    }
    if option.state.isDisabled {
      return .say("“\(option.label)” cannot be chosen now.\(option.hint.map { " \($0)" } ?? "")")
    }
    return option.actions.contains(.activate)
      ? .perform(.tap(.id(option.id))) : .perform(.choose(.id(element.id), .text(option.label)))
  }

  private static let flags = ["on": true, "yes": true, "true": true, "off": false, "no": false, "false": false]

  /// Parses a number. Accepts a comma as decimal separator.
  private static func figure(_ words: String) -> Double? {
    Double(String(words.map { $0 == "," ? "." : $0 })).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Element {
  /// The options of a picker or a calendar; nil for other roles.
  fileprivate var options: [Element]? {
    switch role {
    case .picker: children
    case .grid: days.filter { $0.actions.contains(.activate) }
    default: nil
    }
  }

  /// The name of an option; a day is named by its number.
  fileprivate var name: String { role == .gridcell ? short : label }

  fileprivate var limits: ClosedRange<Double>? {
    guard actions.contains(.choose), let minimum = state.minimum, let maximum = state.maximum, minimum <= maximum
    else { return nil }
    return minimum...maximum
  }
}
