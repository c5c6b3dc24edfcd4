internal import Interface
internal import Plot

// Rules for accessible names, as screen readers announce them and voice control expects them.
extension AuditScene {
  var names: [Finding] {
    each(.name) { item in
      item.element.needsName && item.element.label.isBlank ? "It has no name." : nil
    }
      + each(.emptyName) { $0.element.emptyName }
      + sameNames
      + each(.labelInName) { $0.element.wordsBesideName }
      + each(.pictureText) { item in
        guard item.element.role == .chart, item.element.value?.hasLetters != true else { return nil }
        return "The chart has no text that says what it shows."
      }
  }

  /// Finds elements with the name of an earlier element but another destination.
  private var sameNames: [Finding] {
    var known: [Called: Route?] = [:]
    return items.compactMap { item in
      let element = item.element
      guard element.isToldApart, !element.label.isBlank else { return nil }
      let called = Called(
        role: element.role, label: element.label, value: element.isField ? nil : element.value, context: context(item))
      guard let other = known.updateValue(element.destination, forKey: called) else { return nil }
      if let other, other == element.destination { return nil }
      return Finding(
        .sameName, at: element, "Another \(element.role.rawValue) of this name is there, and does something else.")
    }
  }

  private struct Called: Hashable {
    let role: Role
    let label: String
    let value: String?
    let context: String
  }

  /// The context announced with a name: an option belongs to its set, a command to its menu, a row to its list. Toasts and
  /// dialogs are read separately from the screen.
  private func context(_ item: Item) -> String {
    let sets: [Role] = [.picker, .radiogroup, .tablist, .menu, .grid] + (item.element.role == .listitem ? [.list] : [])
    let set = item.ancestors.last { sets.contains($0.role) }?.label ?? ""
    return item.part == .bars ? set : "\(item.part == .screen ? "" : item.part.rawValue)\(set)"
  }
}

extension Element {
  /// True for elements that are found by name: in a list of all buttons, or by voice.
  fileprivate var isToldApart: Bool { isPressable || isField || role == .navigation || role == .menu }

  fileprivate var needsName: Bool {
    let named: Set<Role> = [
      .image, .figure, .chart, .dialog, .alertDialog, .sheet, .region, .form, .navigation, .banner, .tablist,
      .radiogroup, .picker, .menu, .table, .grid, .list, .log, .progressbar, .meter, .timer, .skeleton, .carousel,
      .toolbar, .status, .alert,
    ]
    return isUsable || isControl || named.contains(role)
  }

  fileprivate var emptyName: String? {
    guard needsName, !label.isBlank else { return nil }
    if !label.hasWords { return "Its name “\(label)” cannot be pronounced." }
    let said = label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    let nothing: Set<String> = [
      "click here", "tap here", "here", "this", "button", "link", "image", "picture", "photo", "icon", "chart",
      "untitled", "read more", "learn more", "more", "item", "field",
    ]
    return nothing.contains(said) ? "Its name “\(label)” does not say what it is." : nil
  }

  /// Finds visible text that is missing from the accessible name and value.
  fileprivate var wordsBesideName: String? {
    let said = "\(label) \(value ?? "")".lowercased()
    if let badge = state.badge, badge.hasWords, !said.contains(badge.lowercased()), !counts(beyond: badge) {
      return "Its badge says “\(badge)”, and its name and value do not."
    }
    if let title = chart?.title, !label.lowercased().contains(title.lowercased()) {
      return "The chart is titled “\(title)”, which is not in its name."
    }
    let heading = children.first { $0.role == .heading }
    if role == .region, let heading, !heading.label.isBlank, !label.isBlank, !said.contains(heading.label.lowercased())
    {
      return "It is headed “\(heading.label)”, which is not in its name."
    }
    return nil
  }

  /// True if the badge "99+" abbreviates a larger number in the value, such as "120 new".
  private func counts(beyond badge: String) -> Bool {
    guard badge.hasSuffix("+"), let most = Int(badge.dropLast()), let value else { return false }
    return value.split { !$0.isNumber }.compactMap { Int($0) }.contains { $0 > most }
  }
}
