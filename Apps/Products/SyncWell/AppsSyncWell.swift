internal import ConnectedApps
internal import HealthAPIs
internal import HealthProviders
internal import Interface
internal import Kernel
internal import OAuthClient

extension ConnectedApp {
  /// The apps of the catalogue, with the reason of each that cannot be connected here.
  static func all(_ catalogue: ProviderCatalogue, _ access: HealthAccess) -> [ConnectedApp] {
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
    var roles: Set<Role> = []
    if provider.whyNoSource == nil { roles.insert(.source) }
    if provider.whyNoDestination == nil { roles.insert(.destination) }
    self.init(
      ID(rawValue: provider.id), name: provider.name, icon: provider.access == .device ? .device : .link,
      kind: ConnectedApp.kind(provider), way: way, offer: ConnectedApp.offer(provider, access), roles: roles,
      scopeWords: Dictionary((account?.api.scopes ?? []).map { ($0.scope, $0.words) }, uniquingKeysWith: { one, _ in one }),
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
