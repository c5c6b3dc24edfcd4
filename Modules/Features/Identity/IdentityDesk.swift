public import Kernel

/// What one window has in hand. Who is signed in is the same in every window; a form and a question stand where they were
/// begun.
public struct IdentityDesk: Sendable, Equatable {
  public typealias Name = ID<IdentityDesk>

  public enum Form: String, Sendable, Hashable, CaseIterable {
    case signIn, signUp
  }

  /// What an address may be long at most, in mail at large.
  static let longestEmail = 254
  static let longestPassword = 1024

  /// What was typed; nil where nothing was, and the address that is known stands in the field.
  public internal(set) var email: String?
  /// Here until it is sent, and nowhere else: no screen holds it, and nothing prints it.
  var password = Redacted("")
  /// How often the password was taken out of its field.
  var emptied = 0
  /// Somebody wanted to send it as it was: what is wrong is said from then on.
  var isChecked = false
  public internal(set) var problem: Problem?
  /// Where a link was sent that must be opened first.
  public internal(set) var confirming: String?
  /// How many entries an account would receive.
  public internal(set) var waiting = 0
  /// What signing out would lose is being counted.
  var isCounting = false
  /// The question in front: so many entries would be lost.
  public internal(set) var losing: Int?

  /// What was typed stays for who comes back; the password does not.
  mutating func leave() {
    let email = email
    self = IdentityDesk()
    self.email = email
  }

  /// The password goes out of the field, which a browser only empties when it becomes another.
  mutating func takePassword() -> Redacted<String> {
    defer {
      password = Redacted("")
      emptied += 1
    }
    return password
  }
}

extension IdentityState {
  /// What stands in the field of the address.
  func email(at desk: IdentityDesk) -> String { desk.email ?? standing.account?.email ?? "" }

  /// What is wrong with the address, as a sentence. Whether there is such a mailbox, only the server can find out.
  func complaintAboutEmail(at desk: IdentityDesk) -> String? {
    let parts = IdentityState.trimmed(email(at: desk)).split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
      && !parts[1].hasSuffix(".") && parts.allSatisfy { !$0.contains(where: \.isWhitespace) }
    return isAddress ? nil : "Write your address, such as name@example.org."
  }

  /// How strong a new one must be, the server decides and says.
  func complaintAboutPassword(_ form: IdentityDesk.Form, at desk: IdentityDesk) -> String? {
    guard desk.password.revealed.isEmpty else { return nil }
    switch form {
    case .signIn: return "Write your password."
    case .signUp: return "Write a password for your account."
    }
  }

  static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
