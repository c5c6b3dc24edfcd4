internal import Identity
internal import Interface
internal import Kernel
internal import Platform
internal import Shell
internal import Supabase

extension AccountNeeds {
  /// Implements the needs of managing an account by a session. Links and providers lead back to the front end of the
  /// window that asked.
  init(_ environment: PersonEnvironment, _ membership: Membership) {
    let windows = environment.windows
    self.init(
      mail: { purpose, email, window throws(Problem) in
        let callback = await windows[window]?.callback
        try await membership.session().resend(MailedCode(purpose), to: email, returningTo: callback)
      },
      confirm: { purpose, email, code throws(Problem) in
        let isDone = try await membership.session().confirm(MailedCode(purpose), of: email, code: code)
        return isDone ? try await membership.account() : nil
      },
      changePassword: { current, new throws(Problem) in
        try await membership.session().changePassword(from: current, to: new)
      },
      changeEmail: { email, current, window throws(Problem) in
        let callback = await windows[window]?.callback
        return try await membership.session().changeEmail(
          to: email, current: current, returningTo: callback) == .changed
      },
      ways: { () throws(Problem) in AccountWays(try await membership.session().details()) },
      providers: { window throws(Problem) in
        // Without a browser none of them can be used, so the server is not asked.
        guard await windows[window]?.callback != nil else { return [] }
        return try await membership.session().providers().map { SignInProvider($0) }
      },
      depart: { provider, isLinking, window throws(Problem) in
        guard let callback = await windows[window]?.callback else { throw .noBrowserHere }
        let departure = try await membership.session().depart(
          to: provider.id, isLinking: isLinking, returningTo: callback)
        return BrowserVisit(
          address: departure.address, callback: departure.callback, provider: provider.id, nonce: departure.nonce)
      },
      arrive: { answer throws(Problem) in
        let session = try await membership.session()
        let arrival: SignInArrival
        switch answer {
        case .returned(let address): arrival = try await session.arrive(address)
        case .token(let token): arrival = try await session.enter(withToken: token)
        case .cancelled, .failed: return .half
        }
        guard arrival != .half else { return .half }
        return SignInReturn(arrival, try await membership.account())
      },
      unlink: { link throws(Problem) in try await membership.session().unlink(link) })
  }
}

extension MailedCode {
  fileprivate init(_ purpose: MailPurpose) {
    self =
      switch purpose {
      case .confirmation: .confirmation
      case .recovery: .recovery
      case .emailChange: .emailChange
      }
  }
}

extension AccountWays {
  fileprivate init(_ details: AccountDetails) {
    self.init(
      hasPassword: details.hasPassword,
      links: details.links.map { ProviderLink(id: $0.id, provider: SignInProvider($0.provider), email: $0.email) })
  }
}

extension SignInReturn {
  fileprivate init(_ arrival: SignInArrival, _ account: Account) {
    self =
      switch arrival {
      case .signedIn: .signedIn(account)
      case .linked: .linked(account)
      case .confirmed: .confirmed(account)
      case .recovered: .recovered(account)
      case .emailChanged: .emailChanged(account)
      case .half: .half
      }
  }
}

extension Problem {
  fileprivate static let noBrowserHere = Problem(
    "no-browser-here", "This front end opens no pages in a browser.", safe: "Nothing was changed.",
    remedy: "Sign in with your e-mail address, or use the app in a browser.")
}
