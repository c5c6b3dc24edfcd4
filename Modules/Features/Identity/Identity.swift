public import Kernel

/// Signing up, in and out of this profile, for all windows of one person.
public actor Identity: Feature {
  public let core: Core<IdentityState>
  public nonisolated let states: Current<IdentityState>
  public nonisolated let events: Broadcast<IdentityEvent>
  let needs: IdentityNeeds
  let log: Log

  public init(_ words: IdentityWords = IdentityWords(), on context: FeatureContext, needs: IdentityNeeds) {
    let core = Core(IdentityState(words), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Identity")
  }

  public func perform(_ effect: IdentityEffect) async -> IdentityAction? {
    switch effect {
    case .listen: return nil
    case .weigh(let standing): return .weighed(await weigh(standing))
    case .enter(let form, let email, let password, let window): return await enter(form, email, password, window)
    case .account(let task, let window): return .worked(await carryOut(task, in: window))
    case .look(let look, let account, let window): return await self.look(look, account, in: window)
    case .count(let reason, let window):
      do throws(Problem) {
        return .counted(try await needs.unsent(), reason, in: window)
      } catch {
        log.warning("Unsent entries could not be counted (\(code: error)).")
        return .notCounted(error, reason, in: window)
      }
    case .leave(let agreed): return await leave(discarding: agreed)
    }
  }

  public func follow(_ effect: IdentityEffect) -> any Following<IdentityAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.standing().map { news in news.map({ .heard($0) }, missed: { _ in .lostTrack }) }
  }

  // MARK: Profile ownership

  /// Checks the session against the profile's owner. A lost session leaves the profile with its owner.
  private func weigh(_ standing: Standing) async -> Standing {
    do throws(Problem) {
      switch standing {
      case .unknown, .expired: return standing
      case .local: return try await needs.owner().map { .expired($0) } ?? .local
      case .signedIn(let account):
        guard let owner = try await admit(account) else { return standing }
        log.error("The session belongs to another account than the profile; it is dropped.")
        await needs.drop()
        return .expired(owner)
      }
    } catch {
      log.warning("The profile's owner could not be read or stored (\(code: error)).")
      // A profile whose owner is unknown is never synced.
      return standing.account.map { .expired($0) } ?? .local
    }
  }

  /// Returns the owner when that is another account. A profile without an owner is claimed for the account.
  private func admit(_ account: Account) async throws(Problem) -> Account? {
    if let owner = try await needs.owner() {
      if owner.id != account.id { return owner }
      if owner == account { return nil }
    }
    try await needs.claim(account)
    return nil
  }

  // MARK: Signing in and out

  private func enter(
    _ form: IdentityWindowState.Form, _ email: String, _ password: Redacted<String>, _ window: WindowID
  ) async -> IdentityAction {
    do throws(Problem) {
      let account: Account
      switch form {
      case .signIn: account = try await needs.signIn(email, password)
      case .signUp:
        // Checked before the server is asked, or an account would be created that cannot be used here.
        if let owner = try await needs.owner() { return .notEntered(.owned(by: owner)) }
        switch try await needs.signUp(email, password, window) {
        case .signedIn(let made): account = made
        case .mustConfirm: return .mustConfirm(email: email)
        }
      }
      try await settle(account)
      return .entered(account)
    } catch {
      log.info("Signing in failed (\(code: error)).")
      return .notEntered(error)
    }
  }

  /// Keeps the new session only if the profile belongs to its account.
  func settle(_ account: Account) async throws(Problem) {
    let owner: Account?
    do throws(Problem) {
      owner = try await admit(account)
    } catch {
      await needs.drop()
      throw error
    }
    guard let owner else { return }
    await needs.drop()
    throw .owned(by: owner)
  }

  /// Signs out unless more is unsent than the user agreed to discard.
  private func leave(discarding agreed: Int) async -> IdentityAction {
    do throws(Problem) {
      let unsent = try await needs.unsent()
      guard unsent.entries <= agreed else { return .unsentLeft(unsent) }
      try await needs.signOut(unsent.entries > 0)
      return .left
    } catch {
      log.warning("Signing out failed (\(code: error)).")
      return .notLeft(error)
    }
  }
}

extension Problem {
  static func owned(by owner: Account) -> Problem {
    Problem(
      "profile-owned", "This profile belongs to \(owner.email).",
      remedy: "Sign out there first, or use another profile.")
  }
}
