internal import Interface
internal import Shell

/// One command on one element of a screen.
struct WalkStep: Sendable {
  let element: Element
  let command: Command

  /// Invalid input for most fields, so that their error is shown.
  private static let nonsense = "?"

  /// Makes the command for an element. Returns nil for links, whose destinations are audited separately, and for
  /// elements without an action.
  init?(_ element: Element) {
    self.element = element
    if element.actions.contains(.edit) {
      command = .type(.id(element.id), WalkStep.nonsense)
    } else if element.actions.contains(.activate), element.destination == nil {
      command = .tap(.id(element.id))
    } else {
      return nil
    }
  }

  var words: String {
    if case .type = command { return "after typing “\(WalkStep.nonsense)” into “\(element.label)”" }
    return "after tapping “\(element.label)”"
  }
}
