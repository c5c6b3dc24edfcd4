public import Kernel

/// The state of one window: what is typed and asked there.
public struct LockWindowState: LocalState {
  /// Held only until they are used: no screen shows them, and nothing prints them.
  var passcode = Redacted("")
  var new = Redacted("")
  var again = Redacted("")
  /// Number of times that the passcodes were taken out of their fields. The fields' identifiers change with it, since a
  /// browser empties a field only when it is replaced.
  var emptied = 0
  /// Whether a form was submitted while invalid.
  var isChecked = false
  /// Message to the person, as a sentence.
  public internal(set) var message: String?
  /// Whether the ways out without a passcode are shown.
  public internal(set) var isForgotten = false
  /// The question in front, before everything is deleted; then whether signing in follows.
  public internal(set) var question: Bool?

  public init() {}

  /// Takes the passcode out of its field.
  mutating func take() -> Redacted<String> {
    defer {
      let count = emptied
      self = LockWindowState()
      emptied = count + 1
    }
    return passcode
  }

  /// The complaint about a new passcode, as a sentence.
  var complaintAboutNew: String? {
    let text = new.revealed
    if text.count < LockState.shortest { return "Use at least \(LockState.shortest) characters." }
    if LockWindowState.isSimple(text) { return "Choose one that is harder to guess than a row of one digit." }
    return nil
  }

  var complaintAboutAgain: String? {
    again.revealed == new.revealed ? nil : "This is not the same passcode."
  }

  /// Whether each character is the one before, or the one before plus or minus one.
  static func isSimple(_ text: String) -> Bool {
    let values = text.unicodeScalars.map { Int($0.value) }
    let steps = Set(zip(values.dropFirst(), values).map { $0 - $1 })
    return steps.count == 1 && steps.isSubset(of: [-1, 0, 1])
  }
}
