public import Kernel

/// The state of one window. The sign-in state is the same in every window; a form and a question stand where they were
/// begun.
public struct IdentityWindowState: LocalState {
  public enum Form: String, Sendable, Hashable, CaseIterable {
    case signIn, signUp
  }

  /// The longest address that mail systems accept.
  static let longestEmail = 254
  static let longestPassword = 1024

  /// The typed address; nil while nothing was typed and the field shows the known address.
  public internal(set) var email: String?
  /// Held only until it is sent: no screen shows it, and nothing prints it.
  var password = Redacted("")
  /// Number of times that the password was taken out of its field.
  var emptied = 0
  /// Whether the form was submitted while invalid; from then on it shows what is wrong.
  var isChecked = false
  public internal(set) var problem: Problem?
  /// The address whose confirmation link must be opened first.
  public internal(set) var confirming: String?
  /// Number of entries that an account would receive.
  public internal(set) var waiting = 0
  /// Whether the entries that signing out would lose are being counted.
  var isCounting = false
  /// The sign-out question in front, with the number of entries that would be lost.
  public internal(set) var losing: Int?

  public init() {}

  /// Clears everything but the typed address.
  mutating func leave() {
    let email = email
    self = IdentityWindowState()
    self.email = email
  }

  /// Takes the password out of its field. The field's identifier changes with it, since a browser empties a field only
  /// when it is replaced.
  mutating func takePassword() -> Redacted<String> {
    defer {
      password = Redacted("")
      emptied += 1
    }
    return password
  }
}

extension IdentityState {
  /// The text of the address field.
  func email(in local: IdentityWindowState) -> String { local.email ?? standing.account?.email ?? "" }

  /// The complaint about the address, as a sentence. Only the server can find out whether the mailbox exists.
  func complaintAboutEmail(in local: IdentityWindowState) -> String? {
    let parts = IdentityState.trimmed(email(in: local)).split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
      && !parts[1].hasSuffix(".") && parts.allSatisfy { !$0.contains(where: \.isWhitespace) }
    return isAddress ? nil : "Enter your email address, such as name@example.org."
  }

  /// Only an empty password is rejected here: the server decides how strong a new one must be.
  func complaintAboutPassword(_ form: IdentityWindowState.Form, in local: IdentityWindowState) -> String? {
    guard local.password.revealed.isEmpty else { return nil }
    switch form {
    case .signIn: return "Enter your password."
    case .signUp: return "Enter a password for your account."
    }
  }

  static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
