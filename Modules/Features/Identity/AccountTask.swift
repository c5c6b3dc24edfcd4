public import Interface
public import Kernel

/// An operation on the account, with its secrets only in redacted form.
public enum AccountTask: Sendable, Equatable {
  case mail(MailPurpose, to: String)
  case confirm(MailPurpose, of: String, Redacted<String>)
  case changePassword(from: Redacted<String>?, to: Redacted<String>)
  case changeEmail(to: String, with: Redacted<String>? = nil)
  case depart(SignInProvider, isLinking: Bool)
  case arrive(BrowserAnswer)
  case unlink(ProviderLink)

  var work: AccountWork {
    switch self {
    case .mail(let purpose, let email): .mail(purpose, to: email)
    case .confirm(let purpose, let email, _): .confirm(purpose, of: email)
    case .changePassword: .changePassword
    case .changeEmail(let email, _): .changeEmail(to: email)
    case .depart(let provider, let isLinking): .depart(provider, isLinking: isLinking)
    case .arrive: .arrive
    case .unlink(let link): .unlink(link)
    }
  }
}

/// An operation under way, without its secrets.
enum AccountWork: Sendable, Equatable {
  case mail(MailPurpose, to: String)
  case confirm(MailPurpose, of: String)
  case changePassword
  case changeEmail(to: String)
  case depart(SignInProvider, isLinking: Bool)
  case arrive
  case unlink(ProviderLink)

  var doing: String {
    switch self {
    case .mail: "Sending the mail"
    case .confirm: "Checking the code"
    case .changePassword: "Changing your password"
    case .changeEmail: "Changing your address"
    case .depart(let provider, _): "Opening \(provider.title)"
    case .arrive: "Signing in"
    case .unlink(let link): "Unlinking \(link.provider.title)"
    }
  }
}

/// The outcome of an operation on the account.
public enum AccountOutcome: Sendable, Equatable {
  case mailed
  /// Nil when another address must be confirmed too.
  case confirmed(Account?)
  case passwordChanged
  /// False when the address must be confirmed first.
  case emailChanged(isDone: Bool)
  case departed(BrowserVisit)
  case arrived(SignInReturn)
  case unlinked
  case failed(Problem)
}

/// A field of a form of the account.
enum AccountField: Sendable, Hashable {
  case email, newEmail, code, oldCode, currentPassword, newPassword
}
