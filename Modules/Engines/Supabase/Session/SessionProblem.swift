internal import Kernel

extension Problem {
  static let signedOut = Problem(
    "session-none", "Nobody is signed in.", safe: "Nothing was sent.", remedy: "Sign in and try again.")
  static let expired = Problem(
    "session-expired", "The session on this device has ended.", safe: "Nothing you entered is lost.",
    remedy: "Please sign in again.")
  static let unreadable = Problem(
    "server-unreadable", "What the server answered cannot be read.", safe: "Nothing was changed on this device.",
    remedy: "Try again in a while.")
  static let unreachable = Problem(
    "server-unreachable", "The server cannot be reached.", safe: "Nothing you entered is lost.",
    remedy: "Check the connection and try again.")
  static let slow = Problem(
    "server-timed-out", "The server took longer than we wait.", safe: "Nothing you entered is lost.",
    remedy: "Try again in a while.")
  static let noMail = Problem(
    "auth-mail", "This is no e-mail address.", safe: "Nothing was sent.", remedy: "Give it as name@example.org.")
  static let noPassword = Problem(
    "auth-password", "A password has at least one character and 1,000 at most.", safe: "Nothing was sent.",
    remedy: "Choose another password.")

  /// Maps a failed sign-in request to a problem for the person.
  static func entering(_ problem: Problem) -> Problem {
    switch problem.code {
    case "fetch-unreachable", "fetch-crowded", "fetch-closed": .unreachable
    case "fetch-timed-out": .slow
    case "fetch-broken", "fetch-unreadable", "fetch-too-large": .unreadable
    default: problem
    }
  }

  /// Maps the server's refusal to a problem for the person.
  static func entering(_ refusal: SignInRefusal) -> Problem {
    if let problem = account(refusal.code) { return problem }
    return switch refusal.code {
    case "invalid_credentials":
      Problem(
        "auth-wrong-password", "The e-mail address or the password is not right.",
        safe: "Nothing you entered is lost.", remedy: "Check both and try again.")
    case "user_already_exists", "email_exists":
      Problem(
        "auth-registered", "There is an account with this e-mail address already.", safe: "It was not changed.",
        remedy: "Sign in instead, or use another address.")
    case "weak_password":
      Problem(
        "auth-weak-password", "This password is too weak\(why(refusal.reasons)).", safe: "No account was made.",
        remedy: "Choose a longer one that is used nowhere else.")
    case "email_not_confirmed":
      Problem(
        "auth-unconfirmed", "The e-mail address has not been confirmed yet.", safe: "The account is there.",
        remedy: "Open the link in the mail that was sent to it, then sign in.")
    case "signup_disabled":
      Problem(
        "auth-closed", "This server takes no new accounts.", safe: "Your entries stay on this device.",
        remedy: "Ask those who run the server.")
    case "user_banned":
      Problem(
        "auth-banned", "This account is closed for now.", safe: "Your entries stay on this device.",
        remedy: "Ask those who run the server.")
    case "reauthentication_needed":
      Problem(
        "auth-again", "The server asks you to confirm that it is you.", safe: "Nothing was changed.",
        remedy: "Enter your password, or sign out and sign in again.")
    case "consent_withdrawn":
      Problem(
        "export-consent", "You withdrew your consent to health data, so the server makes no export.",
        safe: "Nothing was changed.", remedy: "Export on this device, or give the consent again in Settings, Consent.")
    case "deletion_begun":
      Problem(
        "auth-erasing", "The account is being erased already.", safe: "Your entries stay on this device.",
        remedy: "Export them if you want to keep them.")
    case "email_address_invalid", "validation_failed":
      Problem(
        "auth-invalid", "The server does not take this e-mail address or password.", safe: "Nothing was changed.",
        remedy: "Check both and try again.")
    default: plainly(refusal)
    }
  }

  private static func plainly(_ refusal: SignInRefusal) -> Problem {
    switch refusal.status {
    case 429:
      Problem(
        "auth-too-many", "There were too many tries.", safe: "Nothing was changed.",
        remedy: "Wait \(wait(refusal.retryAfter)), then try again.")
    case 408, 425, 500...599:
      Problem(
        "server-later", "The server cannot answer now (\(refusal.status)).", safe: "Nothing you entered is lost.",
        remedy: "Try again in a while.")
    case 400...499:
      Problem(
        "auth-refused", "The server refused (\(refusal.status)\(refusal.code.isEmpty ? "" : ", \(refusal.code)")).",
        safe: "Nothing was changed on this device.", remedy: "Check what you entered and try again.")
    default: .unreadable
    }
  }

  private static func why(_ reasons: [String]) -> String {
    let words = reasons.compactMap { reason in
      switch reason {
      case "length": "it is too short"
      case "characters": "it needs more kinds of characters"
      case "pwned": "it is known from a leak"
      default: nil as String?
      }
    }
    return words.isEmpty ? "" : ": " + words.joined(separator: ", ")
  }

  private static func wait(_ duration: Duration?) -> String {
    guard let seconds = duration?.seconds, seconds > 0 else { return "a minute" }
    if seconds <= 90 { return "\(Int(seconds.rounded(.up))) seconds" }
    return "\(Int((seconds / 60).rounded(.up))) minutes"
  }
}
