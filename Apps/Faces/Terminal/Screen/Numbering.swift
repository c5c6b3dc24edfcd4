internal import Interface

/// Numbers that stay with their nodes while a screen is shown. A new node gets a new number, a new screen begins at 1, and
/// a screen behind a dialog keeps its numbers until the dialog is closed.
struct Numbering {
  /// The numbers of one screen.
  private struct Issue {
    let key: String
    var numbers: [String: Int] = [:]
    var names: [Int: String] = [:]
    var last = 0
  }

  private var screen: Issue?
  private var dialog: Issue?

  /// Numbers the elements of the frame.
  mutating func choices(in frame: Frame) -> Choices {
    let elements = Choices(in: frame).elements
    let key = frame.dialog.map { "\(frame.route.text) \($0.id)" } ?? frame.route.text
    let former = frame.dialog == nil ? screen : dialog
    var issue = former?.key == key ? former ?? Issue(key: key) : Issue(key: key)
    for element in elements {
      let number = issue.numbers[element.id] ?? issue.last + 1
      issue.last = max(issue.last, number)
      issue.numbers[element.id] = number
      issue.names[number] = element.label
    }
    if frame.dialog == nil { (screen, dialog) = (issue, nil) } else { dialog = issue }
    return Choices(elements: elements, numbers: issue.numbers)
  }

  /// The label of the node that has or had that number on this screen.
  func name(of number: Int) -> String? { (dialog ?? screen)?.names[number] }
}
