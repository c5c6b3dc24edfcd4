/// The subjects and texts of messages.
enum MailTexts: Sendable, Hashable {
  case confirmation, alreadyKnown, signIn, recovery, emailChange, reauthentication, invitation

  var subject: String {
    switch self {
    case .confirmation: "Confirm your sign-up"
    case .alreadyKnown: "You already have an account"
    case .signIn: "Your sign-in link"
    case .recovery: "Reset your password"
    case .emailChange: "Confirm your new e-mail address"
    case .reauthentication: "Confirm that it is you"
    case .invitation: "You are invited"
    }
  }

  func text(link: String, code: String, minutes: Int) -> String {
    let valid = "Both hold for \(minutes) minutes, and once."
    return switch self {
    case .confirmation:
      "Follow this link to confirm your sign-up:\n\n\(link)\n\nOr enter the code: \(code)\n\n\(valid)\n\n"
        + "If you did not sign up, you need do nothing.\n"
    case .alreadyKnown:
      "Somebody, perhaps you, tried to sign up with this address. It has an account already: sign in, or ask for a new "
        + "password.\n\nIf it was not you, you need do nothing.\n"
    case .signIn:
      "Follow this link to sign in:\n\n\(link)\n\nOr enter the code: \(code)\n\n\(valid)\n\n"
        + "If you did not ask for it, you need do nothing.\n"
    case .recovery:
      "Follow this link to choose a new password:\n\n\(link)\n\nOr enter the code: \(code)\n\n\(valid)\n\n"
        + "If you did not ask for it, you need do nothing: your password stays.\n"
    case .emailChange:
      "Follow this link to confirm the change of your e-mail address:\n\n\(link)\n\nOr enter the code: \(code)\n\n"
        + "\(valid)\n\nIf you did not ask for it, do nothing: your address stays.\n"
    case .reauthentication: "Enter the code: \(code)\n\nIt holds for \(minutes) minutes, and once.\n"
    case .invitation:
      "You are invited to an account with this address. Follow this link to accept:\n\n\(link)\n\n"
        + "Or enter the code: \(code)\n\n\(valid)\n\nIf you do not want it, you need do nothing.\n"
    }
  }

  /// The text of a message to a telephone.
  func short(code: String) -> String {
    self == .alreadyKnown ? "You already have an account: sign in." : "Your code is \(code)."
  }
}
