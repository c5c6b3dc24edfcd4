internal import Interface

// Rules for roles and states.
extension AuditScene {
  var standing: [Finding] {
    each(.passiveRole) { item in
      item.element.isPressable && item.element.isPassive
        ? "It can be pressed, and a \(item.element.role.rawValue) does not say so." : nil
    }
      + each(.dead) { $0.element.deadness }
      + each(.state) { $0.element.contradiction }
      + each(.range) { $0.element.outOfRange }
      + each(.oneChosen) { $0.element.chosenWrongly }
      + each(.live, silence)
  }

  private func silence(_ item: Item) -> String? {
    let element = item.element
    switch element.role {
    case .alert where element.state.live != .assertive: return "An alert that does not interrupt is missed."
    case .status, .log:
      return element.state.live == nil ? "What changes in it is not read out." : nil
    default: return nil
    }
  }
}

extension Element {
  /// True for roles that announce no interaction.
  fileprivate var isPassive: Bool {
    let passive: Set<Role> = [
      .banner, .navigation, .main, .region, .group, .form, .toolbar, .separator, .heading, .paragraph, .note, .code,
      .time, .term, .definition, .tablist, .menu, .list, .table, .status, .alert, .log, .tooltip, .skeleton,
      .progressbar, .badge,
    ]
    return passive.contains(role)
  }

  fileprivate var deadness: String? {
    guard isControl, !state.isDisabled, !state.isReadOnly, !isUsable else { return nil }
    // The current place need not lead anywhere, and a selected option is chosen through its picker.
    if state.isCurrent || state.isSelected { return nil }
    return "It looks as if it could be used, and does nothing."
  }

  fileprivate var contradiction: String? {
    switch role {
    case .toggle, .checkbox, .radio:
      guard let check = state.check else { return "It does not say whether it is on." }
      let said = value.map { $0.lowercased() }
      let isOn = check == .on
      if let said, ["on", "checked"].contains(said) != isOn, ["on", "off", "checked", "not checked"].contains(said) {
        return "It is \(check.rawValue), and its value says “\(value ?? "")”."
      }
      return nil
    case .picker, .radiogroup:
      let chosen = children.first { $0.state.isSelected || $0.state.check == .on }
      if let chosen, value?.contains(chosen.label) != true {
        return "“\(chosen.label)” is chosen, and its value says “\(value ?? "nothing")”."
      }
      return nil
    default: return nil
    }
  }

  fileprivate var outOfRange: String? {
    switch role {
    case .slider, .meter, .progressbar: break
    default: return nil
    }
    if let number = state.number {
      guard let minimum = state.minimum, let maximum = state.maximum else { return "Its number has no limits." }
      guard minimum <= number, number <= maximum else {
        return "Its number does not lie between its limits."
      }
      return value?.hasWords == true ? nil : "Its number is not said."
    }
    // A meter whose number is not known yet may say in words why it is empty.
    if role == .meter, value?.hasWords == true { return nil }
    return role == .progressbar && state.isBusy ? nil : "It has no number."
  }

  fileprivate var chosenWrongly: String? {
    func count(_ isChosen: (Element) -> Bool) -> Int { children.count(where: isChosen) }
    switch role {
    case .tablist:
      let chosen = count { $0.role == .tab && $0.state.isSelected }
      return chosen == 1 ? nil : "\(chosen) of its tabs are selected."
    case .navigation:
      let chosen = count(\.state.isCurrent)
      return chosen <= 1 ? nil : "\(chosen) of its places are the current one."
    case .radiogroup, .picker:
      let chosen = count { $0.state.isSelected || $0.state.check == .on }
      return chosen <= 1 ? nil : "\(chosen) of its options are chosen."
    case .list:
      let chosen = count { $0.role == .step && $0.state.isCurrent }
      return chosen <= 1 ? nil : "\(chosen) of its steps are the current one."
    default: return nil
    }
  }
}
