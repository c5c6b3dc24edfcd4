internal import HTML
internal import Interface
internal import Shell
internal import Transport

/// The form submitted by a page without a script: every field of the page and the activated button. Fields that differ
/// from the page's frame are the user's changes.
struct SentForm: Sendable {
  let revision: Int?
  private let fields: FormFields

  init(_ fields: FormFields) {
    self.fields = fields
    revision = fields["revision"].flatMap { Int($0) }
  }

  var tab: BrowserTab.ID { fields["tab"] ?? "" }
  var path: String { fields["path"] ?? "" }

  /// The commands for the page that displayed the frame: changed fields first, then the button.
  func commands(on frame: Frame) -> [Command] {
    var commands = frame.inReach.filter { !$0.state.isDisabled }.compactMap(command)
    if let pressed = fields["do"], !pressed.isEmpty { commands.append(.tap(.id(pressed))) }
    return commands
  }

  private func command(_ element: Element) -> Command? {
    let target = Command.Target.id(element.id)
    // A hidden field with "off" precedes a checkbox, since an unchecked box is not submitted.
    let value = fields.all("set:\(element.id)").last
    switch element.role {
    case .toggle, .checkbox:
      guard let value else { return nil }
      let isOn = value != "off"
      guard isOn != (element.state.check == .on) else { return nil }
      return element.actions.contains(.choose) ? .choose(target, .flag(isOn)) : .tap(target)
    case .picker, .radiogroup:
      guard let value, let option = element.children.first(where: { $0.id == value }), !option.state.isSelected else {
        return nil
      }
      return .tap(.id(option.id))
    case .slider:
      guard let number = value.flatMap({ Double($0) }), number != element.state.number else { return nil }
      return .choose(target, .number(number))
    default:
      // Browsers submit line breaks as CR LF.
      guard element.actions.contains(.edit), let text = value.map({ SentForm.plain($0) }),
        text != SentForm.plain(element.value ?? "")
      else { return nil }
      return .type(target, text)
    }
  }

  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" }))
  }
}
