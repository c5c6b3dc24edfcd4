public import Fetch
public import Kernel

/// The configured providers, by the names that clients use.
public struct Providers: Sendable {
  private let clients: [String: ProviderClient]

  public init(_ providers: [Provider], _ fetch: Fetch, time: Time = .live) throws(Problem) {
    var clients: [String: ProviderClient] = [:]
    for provider in providers {
      guard clients[provider.name] == nil else {
        throw Problem(
          "provider-setting", "The provider “\(provider.name)” is set up twice.",
          safe: "Signing in with it is not possible.",
          remedy: "Give each its own name.")
      }
      clients[provider.name] = ProviderClient(provider, fetch, time)
    }
    self.clients = clients
  }

  public static let none = Providers()

  private init() { clients = [:] }

  public var names: [String] { clients.keys.sorted() }

  public subscript(_ name: String) -> ProviderClient? { clients[name] }
}
