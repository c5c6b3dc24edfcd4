internal import Interface

// Rules for targets and gestures: sufficient size, and an alternative to every gesture.
extension AuditScene {
  var touch: [Finding] {
    each(.targetSize, smallness) + spacing + each(.nested, nesting) + each(.gesture) { $0.element.gestureAlone }
      + each(.drag) { $0.element.dragAlone }
      + each(.timeLimit) { item in
        guard item.element.role == .timer, !item.element.children.flatMap(\.all).contains(where: \.isPressable) else {
          return nil
        }
        return "The time runs out, and nothing in it stops or extends it."
      }
  }

  private func smallness(_ item: Item) -> String? {
    guard item.element.isUsable else { return nil }
    let size = frame.appearance.textSize
    let side = targets.side(of: item.element.role, at: size)
    let least = targets.exceptions[item.element.role] == nil ? Measures.Target.least : TargetSizes.never
    guard side < least else { return nil }
    return "It is \(Int(side)) pixels high at \(size) %; \(Int(least)) is the least."
  }

  /// Checks the distance of adjacent targets, which is the face's gap between them.
  private var spacing: [Finding] {
    guard targets.apart < Measures.Target.apart else { return [] }
    return siblings.flatMap { _, elements in
      zip(elements, elements.dropFirst()).compactMap { one, other in
        guard one.isUsable, other.isUsable else { return nil }
        return Finding(
          .targetSpacing, at: other,
          "It stands \(Int(targets.apart)) pixels from “\(one.label)”; \(Int(Measures.Target.apart)) is the least.")
      }
    }
  }

  /// Screen readers present the content of these roles as plain text, so a control inside is lost.
  private func nesting(_ item: Item) -> String? {
    let element = item.element
    let whole: [Role] = [.button, .link, .menuitem, .tab, .option, .radio, .checkbox, .toggle]
    guard element.isUsable, let outer = item.ancestors.last(where: { whole.contains($0.role) && $0.isUsable }) else {
      return nil
    }
    return "The \(element.role.rawValue) stands inside the \(outer.role.rawValue) “\(outer.label)”, which hides it."
  }
}

extension Element {
  private static let gestures: Set<Verb> = [.swipe, .hold, .zoom, .pan, .scroll]

  /// Requires one button for each gesture; a carousel needs one for each direction it can move.
  fileprivate var gestureAlone: String? {
    let gestures = actions.filter(Element.gestures.contains)
    guard !gestures.isEmpty else { return nil }
    let ways = children.flatMap(\.all).count(where: \.isPressable)
    let needed: Int
    if role == .carousel, let position = state.position, let size = state.size {
      needed = (position > 1 ? 1 : 0) + (position < size ? 1 : 0)
    } else {
      needed = gestures.count
    }
    guard ways < needed else { return nil }
    let names = gestures.map(\.rawValue).joined(separator: ", ")
    return "It takes \(names), and has \(ways) of the \(needed) buttons that do the same."
  }

  fileprivate var dragAlone: String? {
    guard role == .slider, actions.contains(.choose), let number = state.number else { return nil }
    let step = state.step ?? 1
    let needed =
      (number - step >= state.minimum ?? -.infinity ? 1 : 0) + (number + step <= state.maximum ?? .infinity ? 1 : 0)
    let ways = children.count { $0.role == .button && $0.isPressable }
    return ways < needed ? "It can be dragged, and has \(ways) of the \(needed) buttons that step it." : nil
  }
}
