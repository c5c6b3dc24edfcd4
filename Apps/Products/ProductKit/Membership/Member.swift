package import AccountDeletion
package import Connectivity
package import Consent
package import Devices
package import Identity
package import Interface
package import Kernel
package import Offline
package import Onboarding
internal import Platform
internal import Privacy
package import Purchases
internal import Relational
package import ServerExport
package import Settings
package import Shell
internal import Storage
package import StoreTransactions
internal import Sync

/// The features of every product with a server: account, sync and their pages.
package struct Member: Sendable {
  package let identity: Identity
  package let offline: Offline
  package let devices: Devices
  package let serverExport: ServerExport
  package let deletion: AccountDeletion
  /// Consents of the person; nil for a product that asks for nothing.
  package let consents: Consents?
  /// Purchases of the person; nil for a product that sells nothing.
  package var purchases: PersonPurchases?
  package let membership: Membership
  let network: Network
  let store: Store
  let identifiers: Identifiers
  private let environment: PersonEnvironment
  private let records: [SyncedRecord]
  /// Reason for which the account leaves this device; nil while the session was merely lost: then nothing is removed.
  private let departure = Locked<Departure?>(nil)
  /// Sends withdrawn consents; nil for a product that asks for nothing.
  private let courier: WithdrawalCourier?

  /// - Parameter records: The records of the product that are synced. Settings are synced besides, in every product.
  ///   `stays` says what stays with other people when the account is deleted. Nothing is sent while the consents that the
  ///   plan names for sending are not given. `content` is the folder with newer texts of the consents, and with the list of
  ///   rights that may be open to everybody. `port` is the store of the device; without one the sandbox sells.
  package init(
    _ environment: PersonEnvironment, _ records: [SyncedRecord] = [], storage: StoragePlan = .queueAlone,
    stays: DeletionPlan = .alone, consents plan: ConsentPlan? = nil, content: RemoteContent? = nil,
    purchases sales: PurchasePlan? = nil, store port: StorePort? = nil, words: IdentityWords = IdentityWords()
  ) {
    let records = records + [.settings] + (plan == nil ? [] : [.consents]) + (sales == nil ? [] : [.purchases])
    let texts = content?.fetching("consents.json", on: environment.network)
    let consents = plan.map {
      Consents($0, on: environment.context, needs: ConsentNeeds(environment, fetch: texts))
    }
    let maySend: @Sendable () -> Bool = { consents?.states.value.sending ?? .granted == .granted }
    self.consents = consents
    self.environment = environment
    self.records = records
    let membership = Membership(environment, maySend: maySend)
    self.membership = membership
    purchases = sales.map { PersonPurchases($0, in: environment, gates: content, from: port, by: membership) }
    devices = Devices(on: environment.context, needs: DevicesNeeds(membership))
    serverExport = ServerExport(on: environment.context, needs: ServerExportNeeds(environment, membership))
    network = environment.network
    store = environment.store
    identifiers = environment.context.identifiers
    // A seed per device, so that two devices that reconnect at once back off differently.
    let seed = withUnsafeBytes(of: environment.context.identifiers.uuid().uuid) {
      $0.load(fromByteOffset: 8, as: UInt64.self)
    }
    offline = Offline(
      OfflineState(records.kinds, words: records.words, storage: storage, seed: seed), on: environment.context,
      needs: OfflineNeeds(environment, membership, records, awaitsConsent: { !maySend() }))
    let (offline, drawer) = (offline, environment.drawer)
    let courier = consents.map {
      WithdrawalCourier(
        store: environment.store, membership: membership, records: records, consents: $0,
        kept: KeptWithdrawals(environment.sealedShelf))
    }
    self.courier = courier
    let unsent: @Sendable () async throws(Problem) -> Unsent = { () throws(Problem) in
      try await Unsent(of: drawer.owner(), in: environment.store, courier)
    }
    var identityNeeds = IdentityNeeds(environment, membership, unsent: unsent) { owner in
      await offline.send(await Member.session(owner, consents, courier))
    }
    let (signOut, departure) = (identityNeeds.signOut, departure)
    let leave: @Sendable (Departure, Bool) async throws(Problem) -> Void = { way, isDiscarding throws(Problem) in
      departure.withLock { $0 = way }
      do throws(Problem) {
        let owner = try await drawer.owner()
        try await signOut(isDiscarding)
        // Nobody sends anything for an account that is no more.
        if way == .erased, let owner { try await courier?.kept.replace(owner.id, with: []) }
      } catch {
        departure.withLock { $0 = nil }
        throw error
      }
    }
    identityNeeds.signOut = { isDiscarding throws(Problem) in try await leave(.signedOut, isDiscarding) }
    identity = Identity(words, on: environment.context, needs: identityNeeds)
    deletion = AccountDeletion(
      stays, on: environment.context,
      needs: AccountDeletionNeeds(environment, membership) { () throws(Problem) in
        try await leave(.erased, true)
      })
  }

  /// Makes the feature for the person's data on this device.
  func privacy(_ settings: Settings) -> Privacy {
    let (records, states, courier) = (records, identity.states, courier)
    return Privacy(
      in: environment, settings,
      titles: Dictionary(records.map { ($0.table.name, $0.words.many) }, uniquingKeysWith: { first, _ in first }),
      records: records,
      open: { store throws(Problem) in for record in records { try await record.open(store) } },
      hasAccount: { states.value.standing.account != nil }, waiting: courier?.waiting(of: environment))
  }

  package func begin() async {
    await consents?.send(.begin)
    await purchases?.begin()
    await offline.send(.begin)
    await deletion.send(.begin)
    await identity.send(.begin)
    await devices.send(.begin)
  }

  /// Routes events from the account to the sync while the person is open, regardless of windows. It subscribes at once.
  package var going: @Sendable () async -> Void {
    let ear = identity.events.listen()
    let contacts = offline.events.listen()
    let (offline, deletion) = (offline, deletion)
    let (purchases, identity) = (purchases, identity)
    let (consents, decisions, states) = (consents, consents?.events.listen(), identity.states)
    let courier = courier
    let (occasions, tellOthers) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let ups = network.ups.listen()
    let (renewal, departure, log) = (environment.renewal, departure, environment.context.log.from("Member"))
    return {
      await withTaskGroup { group in
        group.addTask {
          await contacts.hear { news in
            if case .said(.finished) = news { await deletion.send(.contact) }
          }
        }
        group.addTask {
          await Member.follow(consents, courier, decisions, offline, states) { tellOthers.yield() }
        }
        group.addTask { await ups.hear { news in if case .said(true) = news { tellOthers.yield() } } }
        group.addTask {
          guard let courier else { return }
          for await _ in occasions {
            guard case .signedIn(let account) = states.value.standing else { continue }
            let waited = await Member.isHeld(courier, account.id)
            do throws(Problem) {
              try await courier.send(for: account.id)
            } catch {
              log.warning("A withdrawn consent could not be sent (\(code: error)).")
            }
            // What the person had withdrawn before they signed out went first; now the sync may begin.
            guard waited, await !Member.isHeld(courier, account.id), departure.withLock({ $0 }) == nil else { continue }
            await offline.send(await Member.session(account.id, consents, courier))
          }
        }
        group.addTask { await purchases?.following(identity) }
        await ear.hear { news in
          guard case .said(let event) = news else { return }
          switch event {
          case .signedIn(let account):
            await offline.send(await Member.session(account.id, consents, courier))
            await deletion.send(.signedIn)
            tellOthers.yield()
          case .signedOut:
            await offline.send(.session(nil))
            await deletion.send(.signedOut)
            guard let departure = departure.withLock({ $0 }) else { return }
            // Nothing of the account stays here, also not what features still know.
            do throws(Problem) {
              try await renewal.startAnew(departure.start(hasCertificate: deletion.states.value.document != nil))
            } catch {
              log.warning("Not everything could be removed after signing out (\(code: error)).")
            }
          case .expired:
            await offline.send(.session(nil))
            await deletion.send(.expired)
          case .syncAsked: await offline.send(.syncNow)
          case .told, .ledOn, .browserAsked: break
          }
        }
        group.cancelAll()
      }
    }
  }

  /// The person's answer to the consents that sending to the server depends on.
  package var sending: SendingConsent { consents?.states.value.sending ?? .granted }
  /// Whether what the person enters may be sent to the server.
  package var maySend: Bool { sending == .granted }

  /// The person's consents at each change; ends at once in a product without any.
  package var decisions: AsyncStream<ConsentState> { consents?.states.listen() ?? AsyncStream { nil } }

  /// Stops the sync when the person withdraws a consent that it depends on, and starts it when they give it again.
  private static func follow(
    _ consents: Consents?, _ courier: WithdrawalCourier?, _ decisions: AsyncStream<Heard<ConsentEvent>>?,
    _ offline: Offline, _ states: Current<IdentityState>, decided: @Sendable () -> Void
  ) async {
    guard let consents, let decisions else { return }
    await decisions.hear { news in
      switch news {
      case .said(.given(let id)) where !consents.states.value.plan.sending.contains(id): break
      case .said(.withdrawn(let id)) where !consents.states.value.plan.sending.contains(id): break
      case .said(.given), .said(.withdrawn), .missed:
        guard case .signedIn(let account) = states.value.standing else { return }
        let session = await session(account.id, consents, courier)
        await offline.send(session)
        // What waited for the decision is due now.
        if session != .withheld { await offline.send(.queued) }
        decided()
      case .said: break
      }
    }
  }

  /// The session that the sync has: none while the person does not agree to sending, and before the server has what they
  /// withdrew when they were signed in before.
  private static func session(
    _ account: UUID?, _ consents: Consents?, _ courier: WithdrawalCourier?
  ) async -> OfflineAction {
    guard let account else { return .session(nil) }
    guard await allowsSync(consents), await !isHeld(courier, account) else { return .withheld }
    return .session(account)
  }

  /// Whether the server of the account must hear of a withdrawal first. One that cannot be read is not sent either.
  private static func isHeld(_ courier: WithdrawalCourier?, _ account: UUID) async -> Bool {
    guard let courier else { return false }
    do throws(Problem) { return try await !courier.earlier(for: account).isEmpty } catch { return true }
  }

  /// Whether the device may sync: also before the person has decided, since another device may have decided for them. What
  /// they enter is not sent until then. Waits for what is stored.
  private static func allowsSync(_ consents: Consents?) async -> Bool {
    guard let consents else { return true }
    await consents.states.wait { $0.reading != .unread && $0.reading != .underWay }
    let sending = consents.states.value.sending
    return sending == .granted || sending == .undecided
  }

  /// Combines the simulated network condition and the results of requests.
  package var connectivity: @Sendable (NetworkState) -> Connectivity {
    let states = offline.states
    return { network in
      let line = states.value.line
      switch network.setting {
      case .offline?, .unreachable?: return network.connectivity
      case .slow?, .flaky?: return line.connectivity == .signedOut ? .signedOut : network.connectivity
      case .online?, .signedOut?, nil: return line.isKnown ? line.connectivity : network.connectivity
      }
    }
  }
}

/// The ways in which an account leaves a device.
private enum Departure: Sendable {
  case signedOut
  /// The account exists no more.
  case erased

  /// The receipt of an account's deletion outlives it, since its certificate comes later; so does the certificate. A person
  /// who signs out takes a scheduled deletion with them, and leaves a certificate that was not read yet.
  func start(hasCertificate: Bool) -> FreshStart {
    switch self {
    case .signedOut:
      FreshStart(
        saying: Toast("Signed out.", tone: .success), at: Route(["account", "sign-in"]),
        carrying: hasCertificate ? [AccountDeletionNeeds.drawerName] : [])
    case .erased:
      FreshStart(
        saying: Toast("Your account was erased, and everything of it on this device."), at: AccountDeletionState.route,
        carrying: [AccountDeletionNeeds.drawerName])
    }
  }
}

extension PersonFeatures {
  /// Creates the features of a person with settings and an account: every window gets the pages of both, and the
  /// banner. Whoever signs in is led to `firstSteps`, while these are required of them, back to a place of `returning` that they
  /// came from, and else to `landing`. `visiting` joins the account's visits
  /// to other pages with those of another feature, and `accountSections` are shown on the account's page.
  package init(
    _ settings: Settings, _ member: Member, begin: @escaping @Sendable () async -> Void = {},
    going: @escaping @Sendable () async -> Void = {}, arrival: (@Sendable () async -> Route?)? = nil,
    picture: (@Sendable (String) async -> StoredPicture?)? = nil, firstSteps: Onboarding? = nil,
    landing: Route? = nil, returning: Set<Route> = [],
    visiting: @escaping @Sendable (WindowID, Browsing) -> Browsing = { $1 },
    accountSections: @escaping @Sendable (WindowID) -> [AccountSection] = { _ in [] },
    composition: @escaping @Sendable (_ window: WindowContext) -> WindowComposition
  ) {
    let (identity, membership) = (member.identity, member.membership)
    let privacy = member.privacy(settings)
    self.init(
      begin: {
        await settings.send(.begin)
        await member.begin()
        await begin()
        await privacy.send(.begin)
      },
      going: { [membered = member.going, rules = privacy.following(settings)] in
        await withTaskGroup { group in
          group.addTask { await rules() }
          group.addTask { await membered() }
          group.addTask { await going() }
        }
      }, connectivity: member.connectivity,
      sync: { ask, limit throws(Problem) in try await member.answer(ask, within: limit) },
      ending: { await membership.close() }, arrival: arrival,
      picture: picture
    ) { window in
      let composition = composition(window).with(SettingsBinding(settings, in: window.id), of: settings)
        .with(member.purchases, in: window.id)
      let deletion = AccountDeletionBinding(member.deletion, in: window.id)
      let account = IdentityBinding(
        member.identity, in: window.id, sections: [.profile] + accountSections(window.id) + [deletion.section])
      let sync = OfflineBinding(member.offline, in: window.id)
      let devices = DevicesBinding(member.devices, in: window.id)
      let export = ServerExportBinding(member.serverExport, in: window.id)
      let consent = member.consents.map { ConsentBinding($0, in: window.id) }
      let data = PrivacyBinding(privacy, in: window.id, sections: [export.section, deletion.section])
      var banner = deletion.banner.above(devices.banner).above(sync.banner)
      if let consent { banner = banner.above(consent.banner) }
      return WindowComposition(
        eventRoutes: composition.eventRoutes + [
          account.eventRoute(firstSteps: firstSteps, landing: landing, returning: returning), sync.eventRoute,
          devices.eventRoute,
          export.eventRoute,
          deletion.eventRoute,
          data.eventRoute,
        ] + (consent.map { [$0.eventRoute] } ?? []),
        surroundings: { surroundings in
          composition.surroundings(&surroundings)
          surroundings.follow(identity.states.value.standing)
        }, known: composition.known + [{ await identity.states.wait { $0.standing != .unknown } }],
        banner: composition.banner.map { $0.above(banner) } ?? banner,
        pages: composition.pages + account.pages + sync.pages.map { page in consent?.explaining(page) ?? page } + [
          devices.page, deletion.page,
        ] + data.pages
          + (consent?.pages ?? []),
        browsing: visiting(window.id, composition.browsing?.besides(account.browsing) ?? account.browsing))
    }
  }
}
