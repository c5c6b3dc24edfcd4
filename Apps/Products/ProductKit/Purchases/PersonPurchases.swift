package import Identity
package import Interface
internal import JSON
package import Kernel
internal import Platform
package import Purchases
package import SandboxStore
package import Shell
package import Storage
package import StoreTransactions

/// The purchases of a person with a store: the device's own, where a shell hands it in, and else the sandbox of this device.
package struct PersonPurchases: Sendable {
  package let purchases: Purchases
  package let store: SandboxStore
  /// Whether the sandbox sells, rather than a store of the device.
  let isSandbox: Bool
  /// Changes what follows for a window from the purchases, as a demonstration does, which has every right.
  package var dressing: @Sendable (inout Surroundings) -> Void = { _ in }
  /// The page that a window shows after a purchase for which no other page waits.
  package var home: @Sendable (WindowID) -> Route = { _ in PurchasesState.subscription }

  /// With a local holding the rows of what was bought stay on the device. `port` is the store of the device, which takes orders
  /// and answers them by itself. With a membership its server verifies what was bought and keeps families, once there is an
  /// account.
  package init(
    _ plan: PurchasePlan, in environment: PersonEnvironment, _ holding: Holding = .owned(.done),
    gates: RemoteContent? = nil, from port: StorePort? = nil, by membership: Membership? = nil
  ) {
    isSandbox = port == nil
    let store = SandboxStore(
      plan.items, of: plan.app, for: "sandbox-store", on: environment.context, needs: SandboxNeeds(environment.shelf))
    self.store = store
    var plan = plan
    plan.storePage = port == nil ? SandboxState.route : nil
    let drawer = environment.drawer
    var selling = port ?? .sandbox(store, environment.network)
    if let membership, plan.items.contains(where: { $0.places > 0 }) {
      selling.families = .server(membership, app: plan.app, else: selling.families)
    }
    var needs = PurchasesNeeds(
      environment.store, holding, port: selling,
      contact: { () throws(Problem) in
        guard let bytes = try await drawer.load(PersonPurchases.drawerName), !bytes.isEmpty else { return nil }
        return try? JSONDecoder().decode(StoreContact.self, from: Data(bytes))
      },
      remember: { contact throws(Problem) in
        let bytes = (try? JSON.data(contact)).map { Array($0) } ?? []
        try await drawer.keep(PersonPurchases.drawerName, bytes)
      })
    needs.gates = gates.map { content in
      GateSource(
        fetch: content.fetching("pro.json", on: environment.network),
        load: { () throws(Problem) in try await drawer.load(PersonPurchases.gatesName) },
        keep: { bytes throws(Problem) in try await drawer.keep(PersonPurchases.gatesName, bytes) })
    }
    needs.server = membership.map { PurchaseServer(environment, $0, app: plan.app) }
    purchases = Purchases(plan, on: environment.context, needs: needs)
  }

  private static let drawerName = "store-contact"
  private static let gatesName = "store-gates"

  package func begin() async {
    await store.send(.begin)
    await purchases.send(.begin)
  }

  /// Tells the purchases of the account that the profile belongs to, until the task is cancelled.
  package func following(_ identity: Identity) async {
    for await state in identity.states.listen() where state.standing != .unknown {
      await purchases.send(.account(state.standing.account?.id))
    }
  }
}

extension SandboxNeeds {
  /// Keeps the chain for the whole device, and each profile's purchases beside the profiles, so that they outlive them.
  fileprivate init(_ shelf: DeviceShelf) {
    // The chain and the invitations to families are the store's own; the rest is a customer's.
    let scope = { @Sendable (name: String) in
      name == SandboxStore.chain || name.hasPrefix(SandboxStore.families) ? DeviceShelf.Scope.device : .profile
    }
    self.init(
      load: { name throws(Problem) in try await shelf.load(name, scope(name)).map { Data($0) } },
      keep: { name, bytes throws(Problem) in try await shelf.keep(name, scope(name), Array(bytes)) },
      create: { name, bytes throws(Problem) in try await shelf.create(name, scope(name), Array(bytes)) })
  }
}
