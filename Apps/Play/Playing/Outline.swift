internal import Interface

/// A screen as text, for whoever reads why a scenario failed.
enum Outline {
  /// The one place that says how a screen is shown.
  static func text(_ frame: Frame) -> String {
    let settled = frame.settled ? "" : ", not settled"
    let scroll = frame.scroll == 0 ? "" : ", scrolled to \(frame.scroll)"
    let parts = [
      ("", frame.chrome + frame.nodes), ("toast", frame.toasts), ("dialog", frame.dialog.map { [$0] } ?? []),
    ]
    let lines = parts.flatMap { title, elements in
      elements.isEmpty
        ? [] : (title.isEmpty ? [] : ["-- \(title)"]) + elements.flatMap { Outline.lines(of: $0, depth: 0) }
    }
    let head = "\(frame.profile) in \(frame.product) at \(frame.route): “\(frame.title)”\(settled)\(scroll)"
    return ([head] + lines).joined(separator: "\n")
  }

  private static func lines(of element: Element, depth: Int) -> [String] {
    [String(repeating: "  ", count: depth) + line(of: element)]
      + element.children.flatMap { lines(of: $0, depth: depth + 1) }
  }

  /// One element without its children: `link “Insights” = “3 unread”, current`.
  static func line(of element: Element) -> String {
    let words = element.label.isEmpty ? "" : " “\(element.label)”"
    let value = element.value.map { " = “\($0)”" } ?? ""
    let icon = element.state.icon.map { ", icon \($0.rawValue)" } ?? ""
    let hint = element.hint.map { ", hint “\($0)”" } ?? ""
    let wrong = element.state.invalid.map { " “\($0)”" } ?? ""
    // What is enabled is not worth a word.
    let manners = Manner.allCases.filter { $0 != .enabled && $0.holds(element.state) }.map { ", \($0.rawValue)" }
    return element.role.rawValue + words + value + icon + hint + manners.joined() + wrong
  }
}
