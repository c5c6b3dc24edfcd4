package import Interface
package import Kernel
internal import Purchases
internal import SandboxStore
package import Settings
package import Shell

/// Connects a person's purchases and their store to one window: pages, messages, the rights that the window's places need,
/// and the notice before a trial ends.
package struct PurchasesBinding: Sendable {
  package let person: PersonPurchases
  package let window: WindowID

  package init(_ person: PersonPurchases, in window: WindowID) {
    self.person = person
    self.window = window
  }

  private var plan: PurchasePlan { person.purchases.states.value.plan }

  package var pages: [Page] {
    Page.all(
      of: person.purchases, at: PurchasesState.places(plan), in: window, appeared: { .appeared($0) },
      left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
      + (person.isSandbox
        ? [.of(person.store, at: SandboxState.place, in: window) { $0.screen($1, in: $2, at: $3) }] : [])
  }

  /// The pages of a purchase, which a finished one leaves for what it was made for.
  private static let steps: Set<Route> = [PurchasesState.plans, SandboxState.route]

  package var eventRoutes: [EventRoute] {
    let at = window
    return [
      .from(person.purchases, in: window) { event, window in
        switch event {
        case .entitled: await window.surroundings { dress(&$0) }
        case .unlocked: await window.leadOn(to: person.home(at), past: PurchasesBinding.steps)
        case .ended: await window.back(from: SandboxState.route)
        case .told(let toast): await window.toast(toast)
        case .gateAccepted: await window.open(PurchasesState.plans)
        case .gateClosed(let route): await window.closeSheets([route])
        case .familyBegun:
          await window.leadOn(to: PurchasesState.familyRoute, past: PurchasesBinding.steps)
          await window.open(PurchasesState.familyRoute)
        case .familyInvited, .familyJoined, .paywallShown, .ordered, .bought, .failed, .restoreAsked, .restored,
          .nothingToRestore, .gateShown,
          .gateDismissed:
          break
        }
      },
      .from(person.store, in: window) { event, window in
        switch event {
        case .opened(let route): await window.open(route)
        case .told(let toast): await window.toast(toast)
        case .answered, .news: break
        }
      },
    ]
  }

  package func dress(_ surroundings: inout Surroundings) { PurchasesBinding.dress(&surroundings, person) }

  /// Sets the rights that follow from a person's purchases.
  package static func dress(_ surroundings: inout Surroundings, _ person: PersonPurchases) {
    surroundings.entitlements = person.purchases.states.value.entitlements
    person.dressing(&surroundings)
  }

  /// A window opens with the rights of its person.
  package var known: @Sendable () async -> Void {
    let states = person.purchases.states
    return { await states.wait { $0.reading != .unread && $0.reading != .underWay } }
  }

  package var banner: Banner {
    let (purchases, window) = (person.purchases, window)
    let states = purchases.states
    return Banner(
      nodes: { surroundings in
        states.value.banner(in: surroundings, at: window).map { $0.map { purchases.bound($0, in: window) } }
      }, changes: [states.watched(at: window)])
  }
}

extension WindowComposition {
  /// Returns the composition with a person's purchases; as it is for a product that sells nothing.
  func with(_ purchases: PersonPurchases?, in window: WindowID) -> WindowComposition {
    guard let purchases else { return self }
    let binding = PurchasesBinding(purchases, in: window)
    let surroundings = surroundings
    return WindowComposition(
      eventRoutes: eventRoutes + binding.eventRoutes,
      surroundings: {
        surroundings(&$0)
        binding.dress(&$0)
      }, known: known + [binding.known], banner: banner.map { $0.above(binding.banner) } ?? binding.banner,
      pages: pages + binding.pages, browsing: browsing)
  }
}

extension SettingsPlan.Elsewhere {
  /// The link to the subscription, for a product that sells one.
  package static let subscription = SettingsPlan.Elsewhere(
    "Subscription", at: Route(["settings", "subscription"]), icon: .receipt, about: "Plan, payments, restore purchases")
}
