internal import ConnectedApps
internal import HealthAPIs
internal import HealthProviders
internal import Interface
internal import Kernel
internal import OAuthClient
internal import ProductKit
internal import Samples
internal import Shell

/// The servers of a provider, and the name under which this app is registered there.
struct HealthAppAccess: Sendable {
  let origins: HealthAPIOrigins
  let client: String
  var secret: Redacted<String>?

  /// A copy of a provider on this machine, which has the app registered as `troupe`.
  static func local(_ address: String) -> HealthAppAccess {
    HealthAppAccess(origins: HealthAPIOrigins(address), client: "troupe")
  }
}

/// The apps that SyncWell connects, and the ports through which a sync uses their accounts.
struct HealthApps: Sendable {
  let apps: ConnectedApps
  private let access: @Sendable (HealthAPI) -> HealthAppAccess?
  private let time: Time

  /// - Parameters:
  ///   - access: How a provider is reached; nil for one with which this app is not registered, which is then greyed out.
  ///   - change: Sets what hangs on an account: `release`, `handOver` and `permit`.
  init(
    _ catalogue: ProviderCatalogue, in environment: PersonEnvironment,
    access: @escaping @Sendable (HealthAPI) -> HealthAppAccess?,
    _ change: (inout ConnectedAppsNeeds) -> Void = { _ in }
  ) {
    var needs = ConnectedAppsNeeds(environment, by: OutsideNetwork(environment.network))
    change(&needs)
    apps = ConnectedApps(ConnectedApp.all(of: catalogue, access: access), on: environment.context, needs: needs)
    self.access = access
    time = environment.context.time
  }

  /// The port of an account; nil for an app of the device, and for one that is not reached here.
  func port(of id: String) -> HealthPort? {
    guard let api = HealthAPI(rawValue: id), let access = access(api) else { return nil }
    let (apps, time) = (apps, time)
    return api.port(at: access.origins, now: { time.now().date }) { request throws(Problem) in
      try await apps.send(request, as: ConnectedApp.ID(rawValue: id))
    }
  }
}

extension ConnectedApp {
  /// The apps of a catalogue, in its order. Each that cannot be connected says why.
  static func all(
    of catalogue: ProviderCatalogue, access: (HealthAPI) -> HealthAppAccess?
  ) -> [ConnectedApp] {
    catalogue.providers.map { provider in
      let api = HealthAPI(rawValue: provider.id)
      let way: Way =
        api.flatMap { api in
          access(api).map { .browser(api.authorization(at: $0.origins, client: $0.client, secret: $0.secret)) }
        } ?? .device
      return ConnectedApp(
        ID(rawValue: provider.id), name: provider.name, icon: icon(provider),
        kind: provider.access == .device ? "Health store of a phone" : "Account", way: way,
        offer: offer(provider, isReached: way != .device), roles: roles(provider),
        scopeWords: Dictionary(
          (api?.scopes ?? []).map { ($0.scope, $0.words) }, uniquingKeysWith: { first, _ in first }),
        manual: provider.managing ?? "the settings of \(provider.name)")
    }
  }

  private static func offer(_ provider: HealthProvider, isReached: Bool) -> Offer {
    if case .ended(let reason, let replacement) = provider.standing {
      return replacement.map { .replaced(by: ID(rawValue: $0), reason) } ?? .unavailable(reason)
    }
    if provider.access == .account, !isReached {
      return .unavailable("This version of SyncWell is not registered with \(provider.name).")
    }
    return .available
  }

  private static func roles(_ provider: HealthProvider) -> Set<Role> {
    // An app that has ended is shown at both ends, with its reason.
    if !provider.isAvailable { return Set(Role.allCases) }
    return Set(Role.allCases.filter { $0 == .source ? provider.isSource : provider.isDestination })
  }

  private static func icon(_ provider: HealthProvider) -> Icon {
    switch provider.id {
    case "strava": .run
    case "garmin", "polar": .activity
    case "oura": .sleep
    case "apple-health", "health-connect": .device
    default: .heart
    }
  }
}
