package import ConnectedApps
internal import HealthAPIs
package import HealthProviders
internal import Interface
internal import Kernel
internal import OAuthClient

extension ConnectedApp {
  /// The apps of the catalogue, with the reason of each that cannot be connected here.
  package static func all(_ catalogue: ProviderCatalogue, _ access: HealthAccess) -> [ConnectedApp] {
    catalogue.providers.map { ConnectedApp($0, access) }
  }

  private init(_ provider: HealthProvider, _ access: HealthAccess) {
    let account = access.account(provider.id)
    let way: Way
    if let account {
      way = .browser(
        account.api.authorization(
          at: account.origins, client: account.client.client, secret: account.client.secret.map { Redacted($0) }))
    } else {
      way = .device
    }
    self.init(
      ID(rawValue: provider.id), name: provider.name, icon: ConnectedApp.icon(provider),
      kind: account?.client.address == nil ? ConnectedApp.kind(provider) : "Practice copy on this machine", way: way,
      offer: ConnectedApp.offer(provider, access), roles: ConnectedApp.roles(provider),
      scopeWords: Dictionary(
        (account?.api.scopes ?? []).map { ($0.scope, $0.words) }, uniquingKeysWith: { one, _ in one }),
      manual: provider.managing ?? "the settings of \(provider.name)")
  }

  private static func kind(_ provider: HealthProvider) -> String {
    if provider.access == .device { return "The health store of a phone" }
    return switch (provider.isSource, provider.isDestination) {
    case (true, true): "Source and destination"
    case (true, false): "Source"
    case (false, true): "Destination"
    case (false, false): "Ended"
    }
  }

  private static func roles(_ provider: HealthProvider) -> Set<Role> {
    // An app that has ended is shown at both ends, with its reason.
    guard provider.isAvailable else { return Set(Role.allCases) }
    return Set(Role.allCases.filter { $0 == .source ? provider.isSource : provider.isDestination })
  }

  private static func icon(_ provider: HealthProvider) -> Icon {
    switch provider.id {
    case "strava": .run
    case "garmin", "polar": .activity
    case "oura": .sleep
    default: provider.access == .device ? .device : .heart
    }
  }

  private static func offer(_ provider: HealthProvider, _ access: HealthAccess) -> Offer {
    switch provider.standing {
    case .ended(let reason, let replacement?): return .replaced(by: ID(rawValue: replacement), reason)
    case .ended(let reason, nil): return .unavailable(reason)
    case .available: break
    }
    switch provider.access {
    case .device where access.stores[provider.id] == nil:
      return .unavailable("\(provider.name) is on a phone. This device has none.")
    case .account where access.account(provider.id) == nil:
      return .unavailable("This installation is not registered with \(provider.name).")
    default: return .available
    }
  }
}
