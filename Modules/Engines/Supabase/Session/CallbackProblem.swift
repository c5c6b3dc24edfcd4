internal import Kernel

extension Problem {
  static let wrongCode = Problem(
    "auth-code", "The code is wrong or has expired.", safe: "Nothing was changed.",
    remedy: "Check the newest mail, or ask for a new one.")
  static let wrongCurrent = Problem(
    "auth-current-password", "The current password is not right.", safe: "Your password was not changed.",
    remedy: "Type it again.")
  static let samePassword = Problem(
    "auth-same-password", "The new password is the same as the current one.", safe: "Your password was not changed.",
    remedy: "Choose a different one.")
  static let foreignReturn = Problem(
    "sign-in-foreign", "This link belongs to no sign-in that began here, or it was used already.",
    safe: "Nothing was changed.", remedy: "Start again, or enter the code from the mail.")
  static let halfReturn = Problem(
    "sign-in-incomplete", "The sign-in came back incomplete.", safe: "You were not signed in.",
    remedy: "Start again.")
  static let denied = Problem(
    "sign-in-denied", "The sign-in was declined.", safe: "Nothing was changed.",
    remedy: "Try again, or choose another way.")
  static let otherAccount = Problem(
    "sign-in-other-account", "This sign-in belongs to another account.", safe: "Nothing was changed.",
    remedy: "Choose the account that has your e-mail address.")
  static let unverifiedEmail = Problem(
    "sign-in-unverified", "The provider has not verified the e-mail address of this account.",
    safe: "You were not signed in.", remedy: "Verify the address there, or sign in another way.")
  static let lastWay = Problem(
    "auth-last-way", "This is the only way to sign in to your account.", safe: "It was not removed.",
    remedy: "Set a password or add another way first.")
  static let alreadyLinked = Problem(
    "auth-linked-elsewhere", "The account at the provider belongs to another account here.",
    safe: "Nothing was changed.",
    remedy: "Sign in with it, and unlink it there first.")
  static let differentEmail = Problem(
    "auth-link-email", "The account at the provider has another e-mail address, or none that is verified.",
    safe: "Nothing was linked.", remedy: "Choose the account that has your e-mail address.")
  static let noProvider = Problem(
    "auth-no-provider", "The server does not offer this way to sign in.", safe: "Nothing was changed.",
    remedy: "Sign in another way.")

  /// The problem for an error code that concerns codes, links and providers; nil for any other.
  static func account(_ code: String) -> Problem? {
    switch code {
    case "otp_expired", "reauthentication_not_valid": wrongCode
    case "current_password_mismatch": wrongCurrent
    case "same_password": samePassword
    case "provider_email_needs_verification": unverifiedEmail
    case "single_identity_not_deletable": lastWay
    case "identity_already_exists": alreadyLinked
    case "identity_email_mismatch": differentEmail
    case "bad_oauth_state", "flow_state_not_found", "flow_state_expired", "bad_code_verifier": foreignReturn
    case "bad_oauth_callback", "invalid_grant", "invalid_request": halfReturn
    case "oauth_provider_not_supported", "provider_disabled": noProvider
    default: nil
    }
  }

  /// Whether the error code is one of the server, rather than the provider's word for a declined sign-in.
  static func isOwn(_ code: String) -> Bool { account(code) != nil }

  /// Maps the error code of a callback to a problem. No text from an address is shown.
  static func returned(_ code: String) -> Problem {
    switch code {
    case "otp_expired":
      Problem(
        "auth-link", "The link has expired or was used already.", safe: "Nothing was changed.",
        remedy: "Ask for a new mail.")
    case "signup_disabled":
      Problem(
        "auth-closed", "This server takes no new accounts.", safe: "Your entries stay on this device.",
        remedy: "Ask those who run the server.")
    case "user_banned":
      Problem(
        "auth-banned", "This account is closed for now.", safe: "Your entries stay on this device.",
        remedy: "Ask those who run the server.")
    default:
      account(code)
        ?? Problem(
          "sign-in-failed", "The provider could not sign you in.", safe: "Nothing was changed.",
          remedy: "Try again in a while, or sign in another way.")
    }
  }
}
