internal import Interface
internal import Kernel

// The pages on which a code from a mail is asked for and entered.
extension IdentityState {
  typealias Nodes = [Node<IdentityWindowAction>]

  // MARK: Forgotten password

  func recovery(in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    guard let address = mailed[.recovery] else {
      let own = standing.account?.email
      let words =
        own.map { "A mail with a code goes to \($0). With the code you set a new password." }
        ?? "Enter the address of your account. A mail with a code goes there, with which you set a new password."
      return problem(of: local) + [.text(words, id: "words")] + (own == nil ? [emailField(in: local, window)] : [])
        + [act("Send code", id: "send", in: window, isProminent: true, .account(.sendMail(.recovery)))]
        + progress(in: window)
    }
    // The same words whether the address is known or not.
    return problem(of: local) + [
      .text(
        "If \(address) has an account, a mail with a code is on its way. Enter the code here, or open the link in the mail.",
        id: "words")
    ] + codeForm(.recovery, "Continue", in: local, window)
  }

  // MARK: Confirmation of a new account

  func confirmation(in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    let address = mailed[.confirmation]
    let words =
      address.map { "A mail was sent to \($0). Enter its code here, or open its link." }
      ?? "Enter your address and the code from the mail."
    return problem(of: local) + [.text(words, id: "words")] + (address == nil ? [emailField(in: local, window)] : [])
      + codeForm(.confirmation, "Confirm address", in: local, window)
      + [.link("Sign in", to: .signIn, id: "other")]
  }

  private func codeForm(
    _ purpose: MailPurpose, _ title: String, in local: IdentityWindowState, _ window: WindowID
  ) -> Nodes {
    [
      secretField(.code, "Code", .oneTimeCode, in: local, window), codeNote(in: local),
      act(title, id: "submit", in: window, isProminent: true, .account(.submitCode(purpose))),
      act("Send another mail", id: "again", in: window, .account(.sendMail(purpose))),
    ]
      + (standing.account == nil && mailed[purpose] != nil
        ? [act("Use another address", id: "another", in: window, .account(.useAnotherAddress(purpose)))] : [])
      + progress(in: window)
  }

  /// Always in the same place, so that the button does not move under the finger that presses it.
  private func codeNote(in local: IdentityWindowState) -> Node<IdentityWindowAction> {
    .note(
      local.secrets[.code] == nil && local.secrets[.oldCode] == nil
        ? "The code has six digits. It is valid for an hour, and once." : "The code is entered and hidden.",
      icon: .lock, id: "hidden")
  }

  // MARK: Change of address

  func emailForm(_ account: Account, in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    guard let change = addressChange else {
      return problem(of: local) + [
        .text("Your address is \(account.email).", id: "words"),
        .field(
          "New e-mail", id: "new-email", holds: local.newEmail, draft: { .account(.typeNewEmail($0)) },
          commit: { .account(.typeNewEmail($0)) }
        ) { field in
          field.purpose = .email
          field.isRequired = true
          field.longest = IdentityWindowState.longestEmail
          field.example = "name@example.org"
          field.invalid = local.faults[.newEmail]
        }.disabled(because: hindrance(in: window)),
      ] + (local.provesEmail ? [secretField(.currentPassword, "Current password", .password, in: local, window)] : [])
        + [
          act("Change address", id: "submit", in: window, isProminent: true, .account(.changeEmail))
        ] + progress(in: window)
    }
    let old = confirmedOrField(change.isOldConfirmed, change.old, .oldCode, in: local, window)
    let new = confirmedOrField(change.isNewConfirmed, change.new, .code, in: local, window)
    return problem(of: local) + [
      .text(
        "Mails with a code were sent to both addresses. Enter both codes, or open the links. Your address changes after that.",
        id: "words")
    ] + old + new + [
      codeNote(in: local),
      act("Confirm addresses", id: "submit", in: window, isProminent: true, .account(.submitCode(.emailChange))),
      act("Send another mail to the new address", id: "again", in: window, .account(.sendMail(.emailChange))),
      act("Keep \(change.old)", id: "another", in: window, .account(.useAnotherAddress(.emailChange))),
    ] + progress(in: window)
  }

  private func confirmedOrField(
    _ isConfirmed: Bool, _ email: String, _ field: SecretField, in local: IdentityWindowState, _ window: WindowID
  ) -> Nodes {
    isConfirmed
      ? [.note("\(email) is confirmed.", tone: .success, icon: .success, id: "confirmed-\(field.rawValue)")]
      : [secretField(field, "Code sent to \(email)", .oneTimeCode, in: local, window)]
  }

  // MARK: Password

  func passwordForm(in local: IdentityWindowState, _ window: WindowID) -> Nodes {
    let needsCurrent = needsCurrentPassword
    let current =
      needsCurrent
      ? [
        secretField(.currentPassword, "Current password", .password, in: local, window),
        Node<IdentityWindowAction>.link("Forgot your password?", to: .recover, id: "forgot"),
      ] : []
    return problem(of: local) + [
      .text(
        needsCurrent
          ? "Your other devices must sign in again after the change."
          : "Choose a password for your account. Your other devices must then sign in again.", id: "words")
    ] + current + [
      secretField(.newPassword, "New password", .newPassword, in: local, window),
      .note(
        local.secrets.isEmpty ? "Your password is hidden as you type." : "The password is entered and hidden.",
        icon: .lock, id: "hidden"),
      act(passwordTitle, id: "submit", in: window, isProminent: true, .account(.changePassword)),
    ] + progress(in: window)
  }

  var passwordTitle: String { needsCurrentPassword ? "Change password" : "Set password" }

  // MARK: Parts

  /// Write-only: no frame holds what was typed, and it is not sent key by key.
  private func secretField(
    _ field: SecretField, _ label: String, _ purpose: Purpose, in local: IdentityWindowState, _ window: WindowID
  ) -> Node<IdentityWindowAction> {
    .field(
      label, id: "\(field.rawValue)\(local.emptied == 0 ? "" : "-\(local.emptied + 1)")", holds: "",
      commit: { .account(.typeSecret(field, Redacted($0))) }
    ) { about in
      about.purpose = purpose
      about.isRequired = true
      about.longest = purpose == .oneTimeCode ? 12 : IdentityWindowState.longestPassword
      about.invalid = local.faults[field.field]
    }.disabled(because: hindrance(in: window))
  }

  /// A button, disabled while another operation is under way.
  func act(
    _ label: String, id: String, in window: WindowID, icon: Icon? = nil, isProminent: Bool = false,
    _ action: IdentityWindowAction
  ) -> Node<IdentityWindowAction> {
    hindrance(in: window).map { .disabledButton(label, id: id, icon: icon, because: $0) }
      ?? .button(label, id: id, icon: icon, isProminent: isProminent, does: action)
  }
}

extension Node {
  func disabled(because reason: String?) -> Node {
    guard let reason else { return self }
    var copy = with { $0.isDisabled = true }
    copy.hint = reason
    return copy
  }
}
