package import HealthAPIs
package import HealthProviders
internal import JSON
internal import Kernel
internal import Platform

/// The ways in which a product reaches apps and devices: the clients that are registered with providers, and the health stores of the
/// device, which a shell hands in.
package struct HealthAccess: Sendable {
  /// An app that is registered with a provider.
  package struct Client: Sendable, Hashable, Codable {
    package var client: String
    package var secret: String?
    /// Another address than the provider's own, such as that of a copy on this machine.
    package var address: String?

    package init(_ client: String, secret: String? = nil, address: String? = nil) {
      self.client = client
      self.secret = secret
      self.address = address
    }
  }

  package var clients: [String: Client]
  package var stores: [String: HealthPort]
  /// The questions of those stores. A store without one needs no permission.
  package var dialogs: [String: HealthStoreDialog]

  /// Keeps the process alive while a long task is under way, with its progress at each step; nil lets it go. A shell begins a
  /// foreground service of Android or a continued task of iOS, which shows the progress; elsewhere a process is not ended.
  package var holding: @Sendable (LongTask?) async -> Void = { _ in }

  /// A task that goes on for minutes or hours, also while no window is in front.
  package struct LongTask: Sendable, Hashable {
    package let title: String
    package let done: Int
    package let total: Int

    package init(_ title: String, done: Int, of total: Int) {
      self.title = title
      self.done = done
      self.total = total
    }
  }

  package init(
    clients: [String: Client] = [:], stores: [String: HealthPort] = [:], dialogs: [String: HealthStoreDialog] = [:]
  ) {
    self.clients = clients
    self.stores = stores
    self.dialogs = dialogs
  }

  /// The variable with the clients as JSON: {"strava": {"client": "1", "secret": "2"}}.
  static let variable = "TROUPE_PROVIDERS"

  /// The access that the environment of the process gives; none for a text that is not such JSON.
  package static var given: HealthAccess {
    HealthAccess(ProcessInfo.processInfo.environment[variable] ?? "")
  }

  init(_ text: String) {
    let read = text.utf8.count <= 16_384 ? try? JSONDecoder().decode([String: Client].self, from: Data(text.utf8)) : nil
    self.init(clients: (read ?? [:]).filter { HealthAPI(rawValue: $0.key) != nil })
  }

  /// The API and the registered client of a provider.
  package func account(_ id: String) -> (api: HealthAPI, origins: HealthAPIOrigins, client: Client)? {
    guard let api = HealthAPI(rawValue: id), let client = clients[id] else { return nil }
    return (api, client.address.map { HealthAPIOrigins($0) } ?? api.origins, client)
  }
}
