internal import Interface
internal import Shell

/// One thing done with one element on the way through a screen.
struct Stride: Sendable {
  let element: Element
  let command: Command

  /// What no field expects, so that its complaint is seen.
  private static let nonsense = "?"

  /// What can be done with it without leaving for another place; those are walked through by themselves.
  init?(_ element: Element) {
    self.element = element
    if element.actions.contains(.edit) {
      command = .type(.id(element.id), Stride.nonsense)
    } else if element.actions.contains(.activate), element.destination == nil {
      command = .tap(.id(element.id))
    } else {
      return nil
    }
  }

  var words: String {
    if case .type = command { return "after typing “\(Stride.nonsense)” into “\(element.label)”" }
    return "after tapping “\(element.label)”"
  }
}
