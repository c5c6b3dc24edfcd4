internal import Interface
internal import Kernel
internal import Platform

// Carries out the operations on the account.
extension Identity {
  func carryOut(_ task: AccountTask, in window: WindowID) async -> AccountOutcome {
    do throws(Problem) {
      switch task {
      case .mail(let purpose, let email):
        try await needs.account.mail(purpose, email, window)
        return .mailed
      case .confirm(let purpose, let email, let code):
        guard let account = try await needs.account.confirm(purpose, email, code) else { return .confirmed(nil) }
        try await settle(account)
        return .confirmed(account)
      case .changePassword(let current, let new):
        try await needs.account.changePassword(current, new)
        return .passwordChanged
      case .changeEmail(let email, let current):
        return .emailChanged(isDone: try await needs.account.changeEmail(email, current, window))
      case .depart(let provider, let isLinking):
        return .departed(try await needs.account.depart(provider, isLinking, window))
      case .arrive(let answer):
        let arrival = try await needs.account.arrive(answer)
        if let account = arrival.account { try await settle(account) }
        return .arrived(arrival)
      case .unlink(let link):
        try await needs.account.unlink(link.id)
        return .unlinked
      }
    } catch {
      log.info("\(open: task.work.name) failed (\(code: error)).")
      return .failed(error)
    }
  }

  /// Parts that cannot be looked up are not offered; the page shows the rest.
  func look(_ look: AccountLook, _ account: UUID?, in window: WindowID) async -> IdentityAction? {
    do throws(Problem) {
      switch look {
      case .providers: return .offered(try await needs.account.providers(window), in: window)
      case .ways:
        guard let account else { return nil }
        return .looked(try await needs.account.ways(), of: account)
      }
    } catch {
      log.info("The ways to sign in could not be read (\(code: error)).")
      return nil
    }
  }
}

extension AccountWork {
  /// The name of the operation in the log, without what it is about.
  var name: String {
    switch self {
    case .mail: "Asking for a mail"
    case .confirm: "Confirming by a code"
    case .changePassword: "Changing the password"
    case .changeEmail: "Changing the address"
    case .depart: "Leaving for a provider"
    case .arrive: "Returning from the browser"
    case .unlink: "Unlinking a provider"
    }
  }
}
