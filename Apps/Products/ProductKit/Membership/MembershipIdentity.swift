internal import Identity
internal import JSON
internal import Kernel
internal import Platform
internal import Shell
internal import Storage
internal import Supabase

extension IdentityNeeds {
  /// Implements the needs of identity by a session. The owner of the profile is stored beside its data. `sync` sets the
  /// account to sync for: nil while the account's data are being removed, or a late page would restore some.
  init(
    _ environment: PersonEnvironment, _ membership: Membership,
    unsent: @escaping @Sendable () async throws(Problem) -> Unsent, sync: @escaping @Sendable (UUID?) async -> Void
  ) {
    let (store, drawer) = (environment.store, environment.drawer)
    self.init(
      standing: { IdentityNeeds.standing(of: membership) },
      signUp: { email, password, window throws(Problem) in
        let callback = await environment.windows[window]?.callback
        switch try await membership.session().signUp(email, password, returningTo: callback) {
        case .signedIn: return .signedIn(try await membership.account())
        case .mustConfirm: return .mustConfirm
        }
      },
      signIn: { email, password throws(Problem) in
        try await membership.session().signIn(email, password)
        return try await membership.account()
      },
      signOut: { isDiscarding throws(Problem) in
        let session = try await membership.session()
        await sync(nil)
        do throws(Problem) {
          // Also keeps what must not be lost with the queue.
          let left = try await unsent()
          if !isDiscarding, left.entries > 0 { throw .unsent }
          // Everything but the drawer, which the fresh start after it removes: with it the session would go first.
          let names = try await store.summaries().map(\.name)
          try await store.clearSynced(also: Set(names).subtracting([Drawer.collection]))
          try await drawer.keep(IdentityNeeds.ownerName, [])
        } catch {
          if case .signedIn(let user, _) = session.states.value { await sync(user) }
          throw error
        }
        _ = try await session.signOut(.local)
      },
      drop: { _ = try? await membership.session().signOut(.local) },
      unsent: unsent,
      owner: { () throws(Problem) in try await drawer.owner() },
      claim: { account throws(Problem) in
        guard let bytes = try? JSON.data(account) else { throw .serverless }
        try await drawer.keep(IdentityNeeds.ownerName, Array(bytes))
      }, account: AccountNeeds(environment, membership))
  }

  static let ownerName = "owner"

  /// Returns the states of the session until the consumer ends.
  private static func standing(of membership: Membership) -> AsyncStream<Heard<Standing>> {
    .relaying { tell in
      // The stream ends at once when the store is closed.
      guard let session = try? await membership.session() else { return }
      for await state in session.states.listen() { tell(Heard(Standing(state))) }
    }
  }
}

extension Drawer {
  /// The account that owns the data of this profile.
  func owner() async throws(Problem) -> Account? {
    guard let bytes = try await load(IdentityNeeds.ownerName), !bytes.isEmpty else { return nil }
    return try? JSONDecoder().decode(Account.self, from: Data(bytes))
  }
}

extension Membership {
  /// The account of the session.
  func account() async throws(Problem) -> Account {
    switch try await session().states.value {
    case .signedIn(let user, let email), .expired(let user, let email): return Account(id: user, email: email)
    case .none: throw .serverless
    }
  }
}

extension Standing {
  fileprivate init(_ state: SessionStanding) {
    switch state {
    case .none: self = .local
    case .signedIn(let user, let email): self = .signedIn(Account(id: user, email: email))
    case .expired(let user, let email): self = .expired(Account(id: user, email: email))
    }
  }
}

extension Problem {
  fileprivate static let unsent = Problem(
    "unsent", "Some entries have not been sent yet.", safe: "Nothing was changed.",
    remedy: "Sync them first, or discard them.")
}
