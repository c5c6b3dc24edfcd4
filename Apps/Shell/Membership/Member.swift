internal import Connectivity
internal import FoundationEssentials
internal import Identity
internal import Interface
internal import Kernel
internal import Offline
internal import Settings
internal import Sync

/// What everybody has in a product with a server: an account, the sync, and where one sees them.
struct Member: Sendable {
  let identity: Identity
  let offline: Offline
  let membership: Membership
  private let network: Network

  init(_ ground: Ground, _ collections: [Synced] = [.settings], words: OfflineWords = .settingsAlone) {
    membership = Membership(ground)
    network = ground.network
    // Two devices that come back at once draw different lots.
    let seed = withUnsafeBytes(of: ground.stage.identifiers.uuid().uuid) { $0.load(fromByteOffset: 8, as: UInt64.self) }
    offline = Offline(
      OfflineState(collections.map(\.kind), words: words, seed: seed), on: ground.stage,
      needs: OfflineNeeds(ground, membership, collections))
    let offline = offline
    identity = Identity(
      on: ground.stage,
      needs: IdentityNeeds(ground, membership) { owner in await offline.send(.session(owner)) })
  }

  func begin() async {
    await offline.send(.begin)
    await identity.send(.begin)
  }

  /// From the account to the sync, for as long as the person is there and whatever windows there are. It hears from now on.
  var going: @Sendable () async -> Void {
    let ear = identity.events.listen()
    let offline = offline
    return {
      await ear.hear { news in
        guard case .said(let event) = news else { return }
        switch event {
        case .signedIn(let account): await offline.send(.session(account.id))
        case .signedOut, .expired: await offline.send(.session(nil))
        case .syncAsked: await offline.send(.syncNow(nil))
        case .told: break
        }
      }
    }
  }

  /// What is known of the way to the server: what somebody has set, and what the requests have met.
  var connectivity: @Sendable (NetworkState) -> Connectivity {
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

/// What stands across the top of every screen of a window while it holds.
struct Banner: Sendable {
  let nodes: @Sendable (Surroundings) -> [Node<Bound>]
  /// Say when it may be another.
  let changes: [Watched]
  /// The window shows another screen.
  let moved: @Sendable () async -> Void
}

extension Cast {
  /// A person with settings and an account: every window gets the pages of both, and the banner.
  init(
    _ settings: Settings, _ member: Member, begin: @escaping @Sendable () async -> Void = {},
    going: @escaping @Sendable () async -> Void = {}, arrival: (@Sendable () async -> Route?)? = nil,
    company: @escaping @Sendable (_ window: Stage) -> Company
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
      }, connectivity: member.connectivity, offline: member.offline,
      ending: { await membership.close() }, arrival: arrival
    ) { window in
      let company = company(window).with(SettingsSeat(settings, on: window), of: settings)
      let account = IdentitySeat(member.identity, on: window)
      let sync = OfflineSeat(member.offline, on: window)
      return Company(
        wires: company.wires + [account.wire(), sync.wire],
        surroundings: { surroundings in
          company.surroundings(&surroundings)
          surroundings.isSignedIn = identity.states.value.standing.isSignedIn
        }, known: company.known + [{ await identity.states.wait { $0.standing != .unknown } }],
        banner: company.banner.map { $0.above(sync.banner) } ?? sync.banner,
        pages: company.pages + account.pages + sync.pages)
    }
  }
}

/// Under this name, since the client of the server has a word of the same.
typealias OfflineHint = Hint
