internal import Interface
internal import Kernel
internal import Shell

// Finds nodes of a frame for scenarios: by text, role and container.
extension Frame {
  /// Returns the elements inside a container in reading order; all elements for nil.
  func elements(in holder: String?, of all: [Element]) -> [Element] {
    guard let holder else { return all }
    var seen: Set<String> = []
    return all.filter { $0.label == holder }.flatMap { $0.children.flatMap(\.all) }
      .filter { seen.insert($0.id).inserted }
  }

  /// Returns the reachable elements that match a step's reference and offer the verb.
  func elements(for thing: Thing, offering verb: Verb) -> [Element] {
    elements(in: thing.container, of: inReach).filter {
      $0.label == thing.label && (thing.role == nil || $0.role == thing.role) && $0.actions.contains(verb)
    }
  }

  /// Returns why the expectation does not hold; nil when it holds.
  func refutation(of expectation: Expectation) -> String? {
    switch expectation {
    case .sees(let sight): refutation(of: sight)
    case .seesNot(let sight):
      elements(in: sight.thing.container, of: everything).first { sight.fits($0) }
        .map { "It is there: \(ScreenOutline.line(of: $0))." }
    case .counts(let number, let role, let holder): refutation(counting: number, role, holder)
    case .order(let labels, let holder): refutation(ordering: labels, holder)
    case .at(let route): self.route == route ? nil : "The screen shown is \(self.route)."
    case .title(let title): self.title == title ? nil : "The screen is called “\(self.title)”."
    case .scrolled(let position): scroll == position ? nil : "It is scrolled to \(scroll)."
    case .toast(let words): refutation("toast", among: toasts, words)
    case .notification(let title, let body): refutation("notification", among: notifications, "\(title): \(body)")
    case .noNotification: refutation("notification", among: notifications, nil)
    case .dialog(let title): refutation("dialog", among: dialog.map { [$0] } ?? [], title)
    }
  }

  /// The banners of notifications, which their tone tells from other messages.
  private var notifications: [Element] { toasts.filter { $0.state.tone == .accent } }

  private func refutation(of sight: Sight) -> String? {
    let within = elements(in: sight.thing.container, of: inReach)
    guard !within.contains(where: { sight.fits($0) }) else { return nil }
    if let holder = sight.thing.container, within.isEmpty { return absent(holder: holder) }
    let worded = within.filter { sight.says($0) }
    if !worded.isEmpty {
      return "It is there, but not so: \(worded.prefix(5).map(ScreenOutline.line).joined(separator: "; "))."
    }
    if dialog != nil, everything.contains(where: { sight.fits($0) }) { return "It is there, but behind a dialog." }
    let place = sight.thing.container.map { " in “\($0)”" } ?? " on the screen"
    return "There is no “\(sight.thing.label)”\(place).\(suggestion(for: sight.thing.label, among: within))"
  }

  private func refutation(counting number: Int, _ role: Role, _ holder: String?) -> String? {
    let within = elements(in: holder, of: inReach)
    if let holder, within.isEmpty, number > 0 { return absent(holder: holder) }
    let found = within.filter { $0.role == role }
    guard found.count != number else { return nil }
    let labels = found.prefix(20).map { "“\($0.label)”" }.joined(separator: ", ")
    return "There are \(found.count)\(found.isEmpty ? "" : ": \(labels)")."
  }

  private func refutation(ordering labels: [String], _ holder: String?) -> String? {
    let within = elements(in: holder, of: inReach)
    if let holder, within.isEmpty { return absent(holder: holder) }
    var rest = within[...]
    for label in labels {
      guard let index = rest.firstIndex(where: { $0.words.contains(label) }) else {
        return within.contains { $0.words.contains(label) }
          ? "“\(label)” comes earlier than that."
          : "There is no “\(label)”.\(suggestion(for: label, among: within))"
      }
      rest = rest[(index + 1)...]
    }
    return nil
  }

  private func refutation(_ kind: String, among shown: [Element], _ wanted: String?) -> String? {
    guard shown.first?.label != wanted else { return nil }
    return shown.first.map { "The \(kind) says “\($0.label)”." } ?? "There is no \(kind)."
  }

  /// Says why a step's reference does not lead to one element: "There is no button “Save” in “Form” that can be tapped."
  func refusal(of thing: Thing, _ verb: Verb, found: Int) -> Problem {
    let within = elements(in: thing.container, of: inReach)
    if let holder = thing.container, within.isEmpty {
      return Problem("no-such-node", absent(holder: holder), remedy: "Look at the screen below.")
    }
    let kind = thing.role.map { "\($0.rawValue) " } ?? ""
    let place = thing.container.map { " in “\($0)”" } ?? ""
    let can = "that can be \(verb.participle)"
    guard found == 0 else {
      return Problem(
        "ambiguous", "There are \(found) called “\(thing.label)”\(place) \(can).",
        remedy: "Say which: by its kind before the label, or by what holds it: in \"...\".")
    }
    let able = within.filter { $0.actions.contains(verb) }.map(\.label)
    let meant =
      within.first { $0.label == thing.label }.map { "There is: \($0.role.rawValue) “\($0.label)”." }
      ?? Spelling.nearest(to: thing.label, among: able).map { "Did you mean “\($0)”?" }
    return Problem(
      "no-such-node", "There is no \(kind)“\(thing.label)”\(place) \(can).",
      remedy: meant ?? "Look at the screen below.")
  }

  private func absent(holder: String) -> String {
    let holders = inReach.filter { !$0.children.isEmpty && !$0.label.isEmpty }
    return "Nothing called “\(holder)” holds anything.\(suggestion(for: holder, among: holders))"
  }

  /// Returns “ Did you mean ...?” or an empty text.
  func suggestion(for words: String, among elements: [Element]) -> String {
    Spelling.nearest(to: words, among: elements.flatMap(\.words)).map { " Did you mean “\($0)”?" } ?? ""
  }
}

extension Sight {
  /// Returns whether text and role match, regardless of state.
  func says(_ element: Element) -> Bool {
    (thing.role == nil || element.role == thing.role)
      && element.words.contains { isPart ? $0.contains(thing.label) : $0 == thing.label }
  }

  func fits(_ element: Element) -> Bool {
    says(element) && (value == nil || element.value == value) && (icon == nil || element.state.icon == icon)
      && manners.allSatisfy { $0.holds(element.state) }
  }
}

extension Element {
  /// All texts that are shown or read aloud.
  var words: [String] { ([label, value, hint, state.invalid] as [String?]).compactMap(\.self).filter { !$0.isEmpty } }
}

extension Verb {
  /// The verb as what is done to an element: "tapped".
  fileprivate var participle: String {
    switch self {
    case .activate: "tapped"
    case .edit: "filled in"
    case .choose: "chosen from"
    default: "acted on by “\(rawValue)”"
    }
  }
}
