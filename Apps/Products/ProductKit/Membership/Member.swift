package import Connectivity
internal import FoundationEssentials
package import Identity
package import Interface
package import Kernel
package import Offline
package import Settings
package import Shell
internal import Storage
internal import Sync

/// The features of every product with a server: account, sync and their pages.
package struct Member: Sendable {
  package let identity: Identity
  package let offline: Offline
  package let membership: Membership
  let network: Network
  let store: Store
  let identifiers: Identifiers

  /// - Parameter records: The records of the product that are synced. Settings are synced besides, in every product.
  package init(
    _ environment: PersonEnvironment, _ records: [SyncedRecord] = [], storage: StoragePlan = .queueAlone
  ) {
    let records = records + [.settings]
    membership = Membership(environment)
    network = environment.network
    store = environment.store
    identifiers = environment.context.identifiers
    // A seed per device, so that two devices that reconnect at once back off differently.
    let seed = withUnsafeBytes(of: environment.context.identifiers.uuid().uuid) {
      $0.load(fromByteOffset: 8, as: UInt64.self)
    }
    offline = Offline(
      OfflineState(records.kinds, words: records.words, storage: storage, seed: seed), on: environment.context,
      needs: OfflineNeeds(environment, membership, records))
    let offline = offline
    identity = Identity(
      on: environment.context,
      needs: IdentityNeeds(environment, membership) { owner in await offline.send(.session(owner)) })
  }

  package func begin() async {
    await offline.send(.begin)
    await identity.send(.begin)
  }

  /// Routes events from the account to the sync while the person is open, regardless of windows. It subscribes at once.
  package var going: @Sendable () async -> Void {
    let ear = identity.events.listen()
    let offline = offline
    return {
      await ear.hear { news in
        guard case .said(let event) = news else { return }
        switch event {
        case .signedIn(let account): await offline.send(.session(account.id))
        case .signedOut, .expired: await offline.send(.session(nil))
        case .syncAsked: await offline.send(.syncNow)
        case .told: break
        }
      }
    }
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

extension PersonFeatures {
  /// Creates the features of a person with settings and an account: every window gets the pages of both, and the
  /// banner.
  package init(
    _ settings: Settings, _ member: Member, begin: @escaping @Sendable () async -> Void = {},
    going: @escaping @Sendable () async -> Void = {}, arrival: (@Sendable () async -> Route?)? = nil,
    composition: @escaping @Sendable (_ window: WindowContext) -> WindowComposition
  ) {
    let (identity, membership) = (member.identity, member.membership)
    self.init(
      begin: {
        await settings.send(.begin)
        await member.begin()
        await begin()
      },
      going: { [membered = member.going] in
        await withTaskGroup { group in
          group.addTask { await membered() }
          group.addTask { await going() }
        }
      }, connectivity: member.connectivity, sync: { ask throws(Problem) in try await member.answer(ask) },
      ending: { await membership.close() }, arrival: arrival
    ) { window in
      let composition = composition(window).with(SettingsBinding(settings, in: window.id), of: settings)
      let account = IdentityBinding(member.identity, in: window.id)
      let sync = OfflineBinding(member.offline, in: window.id)
      return WindowComposition(
        eventRoutes: composition.eventRoutes + [account.eventRoute(), sync.eventRoute],
        surroundings: { surroundings in
          composition.surroundings(&surroundings)
          surroundings.follow(identity.states.value.standing)
        }, known: composition.known + [{ await identity.states.wait { $0.standing != .unknown } }],
        banner: composition.banner.map { $0.above(sync.banner) } ?? sync.banner,
        pages: composition.pages + account.pages + sync.pages)
    }
  }
}
