public import Interface
public import Kernel

/// The user's actions on the pages of the account.
public enum AccountAction: Sendable, Equatable {
  /// A typed password or code.
  case typeSecret(SecretField, Redacted<String>)
  case typeNewEmail(String)
  /// Sends a mail, or another one.
  case sendMail(MailPurpose)
  case submitCode(MailPurpose)
  /// Returns to the field of the address.
  case useAnotherAddress(MailPurpose)
  case changePassword
  case changeEmail
  /// Signs in with a provider or, when signed in, links an account there.
  case goTo(SignInProvider)
  case cancelVisit
  case askToUnlink(ProviderLink)
  case unlink
  case keepLink
  /// The window has a browser from now on.
  case browserReady
  /// The front end reports the end of a visit, or the return from a link.
  case returned(BrowserAnswer)
}

/// A field whose content no screen holds.
public enum SecretField: String, Sendable, Hashable, CaseIterable {
  case currentPassword, newPassword, code, oldCode
}

/// A change of address that awaits its codes.
struct AddressChange: Sendable, Equatable {
  let old: String
  let new: String
  var isOldConfirmed = false
  var isNewConfirmed = false
}

// The operations on the account, and their outcomes.
extension IdentityState {
  mutating func receive(_ action: AccountAction, from window: WindowID) -> Steps {
    switch action {
    case .typeSecret(let field, let text):
      guard text.revealed.count <= IdentityWindowState.longestPassword else { return [] }
      windows[window].secrets[field] = text.revealed.isEmpty ? nil : text
      windows[window].faults[field.field] = nil
    case .typeNewEmail(let text):
      guard text.count <= IdentityWindowState.longestEmail else { return [] }
      windows[window].newEmail = text
      windows[window].faults[.newEmail] = nil
    case .sendMail(let purpose): return sendMail(purpose, in: window)
    case .submitCode(let purpose): return submitCode(purpose, in: window)
    case .useAnotherAddress(let purpose):
      mailed[purpose] = nil
      if purpose == .emailChange { addressChange = nil }
      windows[window].leave()
    case .changePassword: return changePassword(in: window)
    case .changeEmail: return changeEmail(in: window)
    case .goTo(let provider):
      guard standing != .unknown else { return [] }
      return start(.depart(provider, isLinking: standing.isSignedIn), in: window)
    case .cancelVisit: windows[window].away = nil
    case .askToUnlink(let link): windows[window].unlinking = link
    case .keepLink: windows[window].unlinking = nil
    case .unlink:
      guard let link = windows[window].unlinking, standing.isSignedIn, ways?.remains(without: link) == true else {
        return []
      }
      windows[window].unlinking = nil
      return start(.unlink(link), in: window)
    case .browserReady: return lookAround(in: window)
    case .returned(let answer): return returned(answer, to: window)
    }
    return []
  }

  /// Starts an operation. Only one at a time changes the session.
  private mutating func start(_ task: AccountTask, in window: WindowID) -> Steps {
    guard underWay == nil else { return [] }
    windows[window].isChecked = false
    windows[window].problem = nil
    windows[window].faults = [:]
    underWay = .working(task.work, in: window, isLeft: false)
    return [.run(.account(task, in: window), .inOrder("session"))]
  }

  // MARK: Mails and codes

  /// The address that a mail goes to: that of the account, or else the one that was typed.
  func address(for purpose: MailPurpose, in local: IdentityWindowState) -> String {
    switch purpose {
    case .confirmation, .recovery:
      standing.account?.email ?? mailed[purpose] ?? IdentityState.trimmed(email(in: local))
    case .emailChange: addressChange?.new ?? ""
    }
  }

  private mutating func sendMail(_ purpose: MailPurpose, in window: WindowID) -> Steps {
    let address = address(for: purpose, in: windows[window])
    if let complaint = IdentityState.complaint(aboutEmail: address) {
      windows[window].faults[.email] = complaint
      return []
    }
    return start(.mail(purpose, to: address), in: window)
  }

  private mutating func submitCode(_ purpose: MailPurpose, in window: WindowID) -> Steps {
    let local = windows[window]
    if purpose == .emailChange { return submitCodes(in: window) }
    let address = address(for: purpose, in: local)
    if let complaint = IdentityState.complaint(aboutEmail: address) { windows[window].faults[.email] = complaint }
    guard let code = local.code(in: .code) else {
      windows[window].faults[.code] = IdentityState.codeComplaint
      return []
    }
    guard windows[window].faults[.email] == nil else { return [] }
    windows[window].takeSecret(.code)
    return start(.confirm(purpose, of: address, code), in: window)
  }

  /// A change of address has a code for each address; they are sent one after the other.
  private mutating func submitCodes(in window: WindowID) -> Steps {
    guard let change = addressChange else { return [] }
    let local = windows[window]
    for (field, isConfirmed, email) in [
      (SecretField.oldCode, change.isOldConfirmed, change.old), (.code, change.isNewConfirmed, change.new),
    ] where !isConfirmed && local.secrets[field] != nil {
      guard let code = local.code(in: field) else {
        windows[window].faults[field.field] = IdentityState.codeComplaint
        return []
      }
      let steps = start(.confirm(.emailChange, of: email, code), in: window)
      if !steps.isEmpty { windows[window].takeSecret(field) }
      return steps
    }
    windows[window].faults[change.isOldConfirmed ? .code : .oldCode] = IdentityState.codeComplaint
    return []
  }

  static let codeComplaint = "Enter the six digits of the code."

  // MARK: Password and address

  /// Whether the current password must be given to change it.
  var needsCurrentPassword: Bool { !mustSetPassword && ways?.hasPassword != false }

  private mutating func changePassword(in window: WindowID) -> Steps {
    guard standing.isSignedIn, underWay == nil else { return [] }
    let local = windows[window]
    let needsCurrent = needsCurrentPassword
    if needsCurrent, local.secrets[.currentPassword] == nil {
      windows[window].faults[.currentPassword] = "Enter your current password."
    }
    if local.secrets[.newPassword] == nil { windows[window].faults[.newPassword] = "Enter a new password." }
    guard let new = local.secrets[.newPassword], !needsCurrent || local.secrets[.currentPassword] != nil else {
      return []
    }
    let current = needsCurrent ? local.secrets[.currentPassword] : nil
    windows[window].takeSecret(.currentPassword)
    windows[window].takeSecret(.newPassword)
    return start(.changePassword(from: current, to: new), in: window)
  }

  private mutating func changeEmail(in window: WindowID) -> Steps {
    guard let account = standing.account, standing.isSignedIn else { return [] }
    let email = IdentityState.trimmed(windows[window].newEmail)
    if let complaint = IdentityState.complaint(aboutEmail: email) {
      windows[window].faults[.newEmail] = complaint
      return []
    }
    guard email.lowercased() != account.email.lowercased() else {
      windows[window].faults[.newEmail] = "This is your address already."
      return []
    }
    guard windows[window].provesEmail else { return start(.changeEmail(to: email), in: window) }
    guard let current = windows[window].secrets[.currentPassword] else {
      windows[window].faults[.currentPassword] = "Enter your current password."
      return []
    }
    windows[window].takeSecret(.currentPassword)
    return start(.changeEmail(to: email, with: current), in: window)
  }

  // MARK: Browser

  private mutating func returned(_ answer: BrowserAnswer, to window: WindowID) -> Steps {
    let away = windows[window].away
    windows[window].away = nil
    switch answer {
    case .cancelled: return []
    case .failed:
      windows[window].problem = .noBrowser
      return []
    case .token where away == nil: return []
    case .token, .returned:
      guard underWay == nil else { return [.tell(.told(Toast(Problem.busy)), window)] }
      return start(.arrive(answer), in: window)
    }
  }
}

extension SecretField {
  var field: AccountField {
    switch self {
    case .currentPassword: .currentPassword
    case .newPassword: .newPassword
    case .code: .code
    case .oldCode: .oldCode
    }
  }
}

extension Problem {
  static let noBrowser = Problem(
    "no-browser", "The page could not be opened in a browser.", safe: "Nothing was changed.",
    remedy: "Try again, or sign in another way.")
  static let busy = Problem(
    "sign-in-busy", "Another change of your account was in progress.", safe: "Nothing was changed.",
    remedy: "Open the link again.")
}
