package import AccountDeletion
package import Devices
package import Identity
internal import Interface
internal import Kernel
package import Shell
internal import Supabase

/// The account of a product whose entries stay on the device. A server knows the account, and what is bought or shared under it;
/// nothing of the profile is synced, and signing out removes nothing of it.
package struct AccountAlone: Sendable {
  package let identity: Identity
  package let devices: Devices
  package let deletion: AccountDeletion
  package let membership: Membership
  private let log: Log

  package init(_ environment: PersonEnvironment, _ words: IdentityWords, deletion plan: DeletionPlan) {
    let (drawer, membership) = (environment.drawer, Membership(environment))
    self.membership = membership
    log = environment.context.log.from("AccountAlone")
    var needs = IdentityNeeds(environment, membership, unsent: { () throws(Problem) in Unsent() }) { _ in }
    let leave: @Sendable () async throws(Problem) -> Void = { () throws(Problem) in
      try await drawer.keep(IdentityNeeds.ownerName, [])
      _ = try await membership.session().signOut(.local)
    }
    needs.signOut = { _ throws(Problem) in try await leave() }
    identity = Identity(words, on: environment.context, needs: needs)
    devices = Devices(on: environment.context, needs: DevicesNeeds(membership))
    deletion = AccountDeletion(
      plan, on: environment.context,
      needs: AccountDeletionNeeds(environment, membership) { () throws(Problem) in try await leave() })
  }

  func begin() async {
    await deletion.send(.begin)
    await identity.send(.begin)
    await devices.send(.begin)
  }

  /// Tells the deletion and the purchases of the account while the person is open. It subscribes at once.
  func going(_ purchases: PersonPurchases?) -> @Sendable () async -> Void {
    let ear = identity.events.listen()
    let (identity, deletion) = (identity, deletion)
    return {
      await withTaskGroup { group in
        group.addTask { await purchases?.following(identity) }
        await ear.hear { news in
          switch news {
          case .said(.signedIn): await deletion.send(.signedIn)
          case .said(.signedOut): await deletion.send(.signedOut)
          case .said(.expired): await deletion.send(.expired)
          case .said, .missed: break
          }
        }
        group.cancelAll()
      }
    }
  }

  /// Returns the composition of a window with the pages of the account.
  func added(to composition: WindowComposition, in window: WindowID) -> WindowComposition {
    let deletion = AccountDeletionBinding(deletion, in: window)
    let devices = DevicesBinding(devices, in: window)
    let account = IdentityBinding(identity, in: window, sections: [deletion.section])
    let (states, surroundings) = (identity.states, composition.surroundings)
    let banner = deletion.banner.above(devices.banner)
    return WindowComposition(
      eventRoutes: composition.eventRoutes + [account.eventRoute(), devices.eventRoute, deletion.eventRoute],
      surroundings: {
        surroundings(&$0)
        $0.follow(states.value.standing)
      }, known: composition.known + [{ await states.wait { $0.standing != .unknown } }],
      banner: composition.banner.map { $0.above(banner) } ?? banner,
      pages: composition.pages + account.pages + [devices.page, deletion.page],
      browsing: composition.browsing?.besides(account.browsing) ?? account.browsing)
  }
}

extension IdentityWords {
  /// The words for an account under which only purchases and families are known.
  package static let purchases = {
    var words = IdentityWords()
    words.offer =
      "An account is for sharing a plan, and for what you bought on another device. Your entries stay on this device."
    words.without = "Everything else works without an account."
    words.reach = "Your purchases and your family plan belong to this account. Your entries stay on this device."
    words.leaving = "Your entries stay on this device. What is shared with you stays with your account."
    return words
  }()
}
