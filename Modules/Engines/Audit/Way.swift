internal import Interface

// Rules for navigation: titles, headings and focus order.
extension AuditScene {
  var way: [Finding] {
    let headings = items(in: .screen).filter { $0.element.role == .heading }
    var found: [Finding] = []
    if !frame.title.hasWords { found.append(Finding(.title, at: nil, "The screen has no title in words.")) }
    let first = headings.filter { $0.element.state.level == 1 }
    if first.count != 1 {
      found.append(
        Finding(.oneHeading, at: first.dropFirst().first?.element, "The screen has \(first.count) headings of level 1.")
      )
    }
    found += skips(headings, from: 1)
    let dialog = items(in: .dialog)
    // A screen that is shown as a sheet begins at 1.
    let isSheet = dialog.first?.element.role == .sheet
    found += skips(dialog.filter { $0.element.role == .heading }, from: 1, isSheet: isSheet)
    found += each(.headingWords) { item in
      item.element.role == .heading && !item.element.label.hasWords ? "The heading says nothing." : nil
    }
    return found + late + disorder
  }

  private func skips(_ headings: [Item], from start: Int, isSheet: Bool = false) -> [Finding] {
    var level = start
    return headings.compactMap { item in
      defer { level = item.element.state.level ?? level }
      guard let own = item.element.state.level, (1...6).contains(own) else {
        return Finding(.headingOrder, at: item.element, "The heading has no level from 1 to 6.")
      }
      if item.part == .dialog, own == 1, !isSheet {
        return Finding(.headingOrder, at: item.element, "In a dialog the levels begin at 2, and this one is 1.")
      }
      guard own > level + 1 else { return nil }
      return Finding(.headingOrder, at: item.element, "Level \(own) follows on level \(level).")
    }
  }

  /// Finds controls before the main heading: keyboard users reach them before they know where they are.
  private var late: [Finding] {
    let screen = items(in: .screen)
    guard let heading = screen.firstIndex(where: { $0.element.role == .heading && $0.element.state.level == 1 }),
      let early = screen[..<heading].first(where: { $0.element.isUsable })
    else { return [] }
    return [Finding(.headingFirst, at: early.element, "It comes before the heading that says where one is.")]
  }

  /// Finds items that are reached out of their numbered order, since focus follows reading order.
  private var disorder: [Finding] {
    siblings.flatMap { _, elements in
      Dictionary(grouping: elements.filter { $0.state.position != nil }, by: \.role).values.flatMap { set in
        zip(set, set.dropFirst()).compactMap { one, other in
          guard let before = one.state.position, let after = other.state.position, after < before else { return nil }
          return Finding(.focusOrder, at: other, "Number \(after) is reached after number \(before).")
        }
      }
    }
  }
}
