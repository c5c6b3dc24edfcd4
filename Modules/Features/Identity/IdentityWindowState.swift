internal import Interface
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
  /// The page of this feature that the window shows.
  var shown: Route?
  /// The typed passwords and codes of the account's pages, held only until they are sent.
  var secrets: [SecretField: Redacted<String>] = [:]
  /// The typed new address.
  var newEmail = ""
  /// Whether the server has asked for the current password before it changes the address.
  var provesEmail = false
  /// Problems of the fields, as sentences.
  var faults: [AccountField: String] = [:]
  /// The providers that can be offered in this window.
  var providers: [SignInProvider] = []
  /// The provider at which the person is in the browser.
  var away: SignInProvider?
  /// The link whose removal is asked about.
  var unlinking: ProviderLink?
  /// Number of entries that an account would receive.
  public internal(set) var waiting = 0
  /// Whether the entries that signing out would lose are being counted.
  var isCounting = false
  /// The sign-out question in front, with what the server has not received.
  public internal(set) var losing: Unsent?

  public init() {}

  /// Clears everything but the typed address, and what does not belong to a form.
  mutating func leave() {
    let kept = self
    self = IdentityWindowState()
    (email, shown, providers, away) = (kept.email, kept.shown, kept.providers, kept.away)
  }

  /// The six digits in a field of a code; nil if it holds anything else. Spaces are how mail programs show codes.
  func code(in field: SecretField) -> Redacted<String>? {
    let digits = (secrets[field]?.revealed ?? "").filter { !$0.isWhitespace }
    return digits.utf8.count == 6 && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Redacted(digits) : nil
  }

  /// Takes a secret out of its field, as `takePassword` does.
  mutating func takeSecret(_ field: SecretField) {
    if secrets.removeValue(forKey: field) != nil { emptied += 1 }
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
    IdentityState.complaint(aboutEmail: IdentityState.trimmed(email(in: local)))
  }

  static func complaint(aboutEmail email: String) -> String? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
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
