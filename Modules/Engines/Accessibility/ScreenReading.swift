internal import Entitlement
public import Interface

/// The text that a screen reader reads of a screen, a line for each place at which it stops, in reading order.
public struct ScreenReading: Sendable, Hashable {
  public struct Line: Sendable, Hashable {
    public let id: String
    public let text: String
    /// The kind of the element stands in the place of its name.
    public let lacksName: Bool
  }

  public let lines: [Line]

  /// Reads the dialog alone while one is open, and the message in front of it.
  public init(_ frame: Frame) {
    let elements = frame.dialog.map { [$0] + frame.toasts } ?? frame.chrome + frame.nodes + frame.toasts
    var lines: [Line] = []
    for element in elements { ScreenReading.read(element, into: &lines) }
    self.lines = lines
  }

  public var text: String { lines.map { "\($0.text)\n" }.joined() }

  /// The elements without a name, for the log.
  public var unnamed: [String] { lines.filter(\.lacksName).map(\.id) }

  private static func read(_ element: Element, into lines: inout [Line]) {
    if let text = text(of: element) {
      lines.append(Line(id: element.id, text: text, lacksName: element.lacksName))
    }
    for child in element.children { read(child, into: &lines) }
  }

  /// Nil for a container that a reader passes without a word.
  private static func text(of element: Element) -> String? {
    let state = element.state
    switch element.role {
    case .group, .main, .row, .toolbar, .separator: if element.label.isEmpty || !element.needsName { return nil }
    default: break
    }
    let name = element.named.label
    guard !name.isEmpty || element.value?.isEmpty == false else { return nil }
    var parts = [name]
    if let value = element.value, !value.isEmpty { parts.append(value) }
    if let kind = kind(of: element) { parts.append(kind) }
    parts += manners(of: state)
    if let position = state.position, let size = state.size { parts.append("\(position) of \(size)") }
    if let wrong = state.invalid { parts.append("invalid: \(wrong)") }
    if let hint = element.hint, !hint.isEmpty { parts.append(hint) }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func kind(of element: Element) -> String? {
    if element.lacksName { return nil }
    switch element.role {
    case .paragraph, .note, .time, .status, .definition, .term, .code, .listitem, .cell, .badge: return nil
    case .heading: return element.state.level.map { "heading \($0)" } ?? "heading"
    default: return element.role.spoken.lowercased()
    }
  }

  private static func manners(of state: Condition) -> [String] {
    var parts: [String] = []
    switch state.check {
    case .on: parts.append("on")
    case .off: parts.append("off")
    case .mixed: parts.append("partly on")
    case nil: break
    }
    let flags = [
      (state.isDisabled, "dimmed"), (state.isSelected, "selected"), (state.isCurrent, "current"),
      (state.isRequired, "required"), (state.isReadOnly, "read only"), (state.isUnread, "new"), (state.isBusy, "busy"),
    ]
    parts += flags.filter(\.0).map(\.1)
    if let isExpanded = state.isExpanded { parts.append(isExpanded ? "expanded" : "collapsed") }
    if let badge = state.badge { parts.append(badge) }
    if let locked = state.locked { parts.append("locked, needs \(locked.title)") }
    return parts
  }
}
