public import HTTP
internal import Interface
public import Kernel
internal import OAuthClient
internal import Platform

/// A person's accounts at providers, for all of that person's windows. It is the only one that holds their tokens; clients get
/// an access token for each use, or have their requests sent.
public actor ConnectedApps: Feature {
  public let core: Core<ConnectedAppsState>
  public nonisolated let states: Current<ConnectedAppsState>
  public nonisolated let events: Broadcast<ConnectedAppsEvent>
  private let needs: ConnectedAppsNeeds
  private let shelves: AppShelves
  private let time: Time
  private let log: Log
  private var accesses: [ConnectedApp.ID: (provider: OAuthProvider, access: OAuthAccess)] = [:]

  /// Offers `apps` in their order, each with an identifier of its own.
  public init(
    _ apps: [ConnectedApp], _ words: ConnectedAppsWords = ConnectedAppsWords(), on context: FeatureContext,
    needs: ConnectedAppsNeeds
  ) {
    let core = Core(ConnectedAppsState(apps, words, delivers: needs.deliver != nil), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    shelves = AppShelves(needs.store)
    time = context.time
    log = context.log.from("ConnectedApps")
  }

  // MARK: Clients

  /// Returns an access token for requests to a provider, refreshed if it expires soon. Throws `oauth-reconnect` when the
  /// person must consent again, which the screens then say.
  public func authorised(_ app: ConnectedApp.ID) async throws(Problem) -> Redacted<String> {
    try await using(app) { access throws(Problem) in try await access.token() }
  }

  /// Returns another access token than the one that the provider has refused.
  public func authorised(
    _ app: ConnectedApp.ID, insteadOf refused: Redacted<String>
  ) async throws(Problem) -> Redacted<String> {
    try await using(app) { access throws(Problem) in try await access.token(insteadOf: refused) }
  }

  /// Sends a request with an access token. Refused with 401, it is sent once more with a refreshed one.
  public func send(_ request: Outgoing, as app: ConnectedApp.ID) async throws(Problem) -> Incoming {
    try await using(app) { access throws(Problem) in try await access.send(request) }
  }

  private func using<Value: Sendable>(
    _ app: ConnectedApp.ID, _ use: (OAuthAccess) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    await states.wait { $0.reading != .unread && $0.reading != .underWay }
    let state = states.value
    guard state.accounts[app]?.isConnected == true, let provider = state.app(app)?.provider else { throw .notOffered }
    do throws(Problem) {
      let value = try await use(access(app, provider))
      send(.used(app))
      return value
    } catch {
      if error.code == Problem.reconnect.code { send(.refused(app)) }
      throw error
    }
  }

  private func access(_ app: ConnectedApp.ID, _ provider: OAuthProvider) -> OAuthAccess {
    if let known = accesses[app], known.provider == provider { return known.access }
    let (shelves, time) = (shelves, time)
    let access = OAuthAccess(
      provider,
      needs: OAuthNeeds(
        ask: needs.ask, load: { () throws(Problem) in try await shelves.tokens(of: app) },
        store: { tokens throws(Problem) in try await shelves.keep(tokens, of: app, at: time.now().date) },
        now: { time.now().date }))
    accesses[app] = (provider, access)
    return access
  }

  // MARK: Effects

  public func perform(_ effect: ConnectedAppsEffect) async -> ConnectedAppsAction? {
    switch effect {
    case .load: return await load()
    case .depart(let app, let replacing, let window): return await depart(app, replacing, window)
    case .permit(let app, let replacing, let window): return await permit(app, replacing, window)
    case .arrive(let address, let window): return await arrive(address, window)
    case .revoke(let account): return await revoke(account)
    case .forget(let account, let reminder, let other): return await forget(account, reminder, replacedBy: other)
    case .wait, .awaitDeliveries: return nil
    case .deliver(let app, let since): return await deliver(app, since)
    case .abandon(let state):
      // A consent that stays is refused when it is late.
      _ = try? await shelves.take(state)
      return nil
    case .keep(let account): return await kept { () throws(Problem) in try await shelves.keep(account) }
    case .drop(let account):
      return await kept { () throws(Problem) in try await shelves.forget(account, leaving: nil) }
    }
  }

  public func follow(_ effect: ConnectedAppsEffect) -> any Following<ConnectedAppsAction> {
    switch effect {
    case .wait(let app, let date): time.alarm(at: date).map { $0.map { _ in .rang(app) } }
    case .awaitDeliveries:
      time.ticks(every: .seconds(ConnectedAppsState.deliveryPause)).map { $0.map { _ in .deliveriesDue } }
    default: AsyncStream<Heard<ConnectedAppsAction>> { nil }
    }
  }

  private func load() async -> ConnectedAppsAction {
    do throws(Problem) {
      let visits = try await shelves.awaited(at: time.now().date)
      let awaited = Dictionary(visits.map { ($0.authorization.state, $0.app) }, uniquingKeysWith: { $1 })
      return .loaded(try await shelves.load(), awaited: awaited)
    } catch {
      log.warning("The connected apps could not be loaded (\(code: error)).")
      return .notLoaded(error)
    }
  }

  private func kept(_ save: () async throws(Problem) -> Void) async -> ConnectedAppsAction? {
    do throws(Problem) {
      try await save()
      return nil
    } catch {
      log.warning("A connected app could not be saved (\(code: error)).")
      return .notKept(error)
    }
  }

  private func deliver(_ app: ConnectedApp.ID, _ since: Date?) async -> ConnectedAppsAction? {
    guard let deliver = needs.deliver else { return nil }
    do throws(Problem) {
      try await deliver(app, since)
      return .delivered(app)
    } catch {
      log.info("What an account has recorded could not be brought over (\(code: error)).")
      return .notDelivered(app, error)
    }
  }

  private func depart(
    _ app: ConnectedApp, _ replacing: ConnectedApp.ID?, _ window: WindowID
  ) async -> ConnectedAppsAction {
    do throws(Problem) {
      guard let provider = app.provider, let callback = await needs.callback(window) else { throw .noBrowserToAsk }
      let now = time.now().date
      let pending = PendingAuthorization(scopes: provider.scopes, redirect: callback, at: now)
      let page = try pending.page(of: provider)
      // Kept before the page opens, so that its return is understood after a restart too.
      try await shelves.keep(AppVisit(app: app.id, replacing: replacing, authorization: pending), at: now)
      var visit = BrowserVisit(address: page, callback: callback, provider: app.id.rawValue, nonce: "")
      visit.state = pending.state
      return .departed(visit, app.id, state: pending.state, in: window)
    } catch {
      log.info("The page of a provider could not be opened (\(code: error)).")
      return .notConnected(app.id, error, in: window)
    }
  }

  private func permit(
    _ app: ConnectedApp, _ replacing: ConnectedApp.ID?, _ window: WindowID
  ) async -> ConnectedAppsAction {
    do throws(Problem) {
      guard try await needs.permit(app.id, window) else { throw .declined }
      let account = AppAccount(app.id, connectedAt: time.now().date)
      try await shelves.keep(account)
      return .connected(account, replacing: replacing, in: window)
    } catch {
      log.info("A permission of the device was not given (\(code: error)).")
      return .notConnected(app.id, error, in: window)
    }
  }

  private func arrive(_ address: Redacted<String>, _ window: WindowID) async -> ConnectedAppsAction {
    var app: ConnectedApp.ID?
    do throws(Problem) {
      guard let returned = ReturnAddress(address.revealed), let state = returned["state"],
        let visit = try await shelves.take(state)
      else { throw .foreignVisit }
      app = visit.app
      guard let provider = states.value.app(visit.app)?.provider else { throw .notOffered }
      let now = time.now().date
      let grant = try visit.authorization.grant(in: returned, of: provider, at: now)
      let tokens = try await access(visit.app, provider).connect(grant, of: visit.authorization)
      let account = AppAccount(
        visit.app, connectedAt: now, missing: tokens.missing(of: visit.authorization.scopes))
      try await shelves.keep(account)
      return .connected(account, replacing: visit.replacing, in: window)
    } catch {
      log.info("A consent did not lead to a connection (\(code: error)).")
      return .notConnected(app, error, in: window)
    }
  }

  private func revoke(_ account: AppAccount) async -> ConnectedAppsAction {
    let app = account.app
    do throws(Problem) {
      guard let provider = states.value.app(app)?.provider else { return .revoked(app, byProvider: false) }
      return .revoked(app, byProvider: try await access(app, provider).revoke())
    } catch {
      log.info("The access to a provider could not be ended (\(code: error)).")
      return .notRevoked(app, error)
    }
  }

  /// Deletes what uses an account before the account itself, so that an interrupted deletion is repeated as a whole.
  private func forget(
    _ account: AppAccount, _ reminder: AppAccount?, replacedBy other: ConnectedApp.ID?
  ) async -> ConnectedAppsAction {
    let app = account.app
    do throws(Problem) {
      if let other { try await needs.handOver(app, other) } else { try await needs.release(app) }
      // A refresh under way must not store tokens after they were deleted.
      await accesses.removeValue(forKey: app)?.access.end()
      try await shelves.forget(account, leaving: reminder)
      return .forgotten(app, byHand: reminder != nil, replacedBy: other)
    } catch {
      log.warning("A connected app could not be deleted (\(code: error)).")
      return other == nil ? .notForgotten(app, error) : .notKept(error)
    }
  }
}
