public import Interface

// Rules for dialogs.
extension AuditScene {
  var front: [Finding] {
    each(.behindDialog) { item in
      guard item.element.isDialog else { return nil }
      if item.part != .dialog { return "It stands among the rest of the screen, which stays in reach." }
      return item.element.state.isModal ? nil : "It is not modal, so what lies behind it stays in reach."
    }
      + each(.dialogName) { item in
        guard item.part == .dialog, item.element.isDialog, !item.element.label.isBlank else { return nil }
        let heading = item.element.children.first { $0.role == .heading }
        if heading?.label == item.element.label { return nil }
        return "It is called “\(item.element.label)” and headed “\(heading?.label ?? "nothing")”."
      }
      + each(.wayOut) { item in
        guard item.element.isDialog else { return nil }
        if !item.element.actions.contains(.dismiss) { return "Escape and the back button do not close it." }
        return item.element.all.contains { $0.role == .button && $0.isPressable } ? nil : "No button in it closes it."
      }
      + unsafe
  }

  private var unsafe: [Finding] {
    let usable = items(in: .dialog).map(\.element).filter { $0.isPressable && $0.role == .button }
    guard usable.contains(where: \.state.isDestructive) else { return [] }
    var found: [Finding] = []
    if let first = usable.first, first.state.isDestructive {
      found.append(Finding(.safeFirst, at: first, "The button that destroys is the first one that is reached."))
    }
    if let loud = usable.first(where: { $0.state.isDestructive && $0.state.isProminent }) {
      found.append(Finding(.safeFirst, at: loud, "The button that destroys stands out as the usual choice."))
    }
    return found
  }
}

extension Audit {
  /// Checks that a destructive control asks first. Takes the frame before it was activated, the frame after, and the
  /// frame after the question was dismissed, if it could be.
  public static func findings(
    tapping element: Element, in before: Frame, came after: Frame, dismissed: Frame?
  ) -> [Finding] {
    guard element.state.isDestructive, before.dialog == nil else { return [] }
    if after.dialog == nil {
      return [Finding(.confirmation, at: element, "It does what it destroys at once, without asking.")]
    }
    guard let dismissed else { return [Finding(.confirmation, at: element, "Its question cannot be dismissed.")] }
    if dismissed.dialog == nil, dismissed.nodes == before.nodes, dismissed.route == before.route { return [] }
    return [Finding(.confirmation, at: element, "When its question is dismissed, the screen is not as it was.")]
  }
}
