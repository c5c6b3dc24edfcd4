internal import Interface
internal import Terminal

/// Renders a screen as text for failure reports.
enum ScreenOutline {
  /// Returns the profile, product and route, followed by the screen's text.
  static func text(_ frame: Frame) -> String {
    let settled = frame.settled ? "" : ", not settled"
    let scroll = frame.scroll == 0 ? "" : ", scrolled to \(frame.scroll)"
    let head = "\(frame.profile) in \(frame.product) at \(frame.route): “\(frame.title)”\(settled)\(scroll)"
    return "\(head)\n\n\(FrameText(width: 100).text(of: frame))"
  }

  /// Returns a description of one element without its children: `link “Insights” = “3 unread”, current`.
  static func line(of element: Element) -> String {
    let words = element.label.isEmpty ? "" : " “\(element.label)”"
    let value = element.value.map { " = “\($0)”" } ?? ""
    let icon = element.state.icon.map { ", icon \($0.rawValue)" } ?? ""
    let hint = element.hint.map { ", hint “\($0)”" } ?? ""
    let wrong = element.state.invalid.map { " “\($0)”" } ?? ""
    // The default state is omitted.
    let manners = Manner.allCases.filter { $0 != .enabled && $0.holds(element.state) }.map { ", \($0.rawValue)" }
    return element.role.rawValue + words + value + icon + hint + manners.joined() + wrong
  }
}
