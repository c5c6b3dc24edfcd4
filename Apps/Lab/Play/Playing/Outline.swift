internal import Interface
internal import Terminal

/// A screen as text, for whoever reads why a scenario failed.
enum Outline {
  /// Where it is, which no screen says, and then all that a person sees.
  static func text(_ frame: Frame) -> String {
    let settled = frame.settled ? "" : ", not settled"
    let scroll = frame.scroll == 0 ? "" : ", scrolled to \(frame.scroll)"
    let head = "\(frame.profile) in \(frame.product) at \(frame.route): “\(frame.title)”\(settled)\(scroll)"
    return "\(head)\n\n\(FrameText(width: 100).text(of: frame))"
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
