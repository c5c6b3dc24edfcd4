public import Kernel
internal import OAuthClient
public import Platform
public import Storage

/// A person's account at a provider. Its tokens are stored apart from it.
public struct AppAccount: Kept {
  public static let collection = "app_accounts"

  public enum Phase: String, Sendable, Hashable, Codable {
    case connected
    /// The provider asks for consent again.
    case attention
    /// It is being disconnected. Disconnecting goes on after a restart.
    case leaving
    /// It is disconnected here, and the provider still has to be told by hand. It has no tokens.
    case unrevoked
  }

  public let app: ConnectedApp.ID
  public internal(set) var phase: Phase
  public let connectedAt: Date
  /// The last use of its access; nil before the first.
  public internal(set) var usedAt: Date?
  /// The scopes of those asked that the person did not allow.
  public let missing: [String]
  /// The end of the last delivery; nil before the first, and in a product whose own feature syncs.
  public internal(set) var syncedAt: Date?
  /// The place in the person's order of preference; nil before they chose one.
  public internal(set) var rank: Int?

  public init(
    _ app: ConnectedApp.ID, _ phase: Phase = .connected, connectedAt: Date, usedAt: Date? = nil, missing: [String] = []
  ) {
    self.app = app
    self.phase = phase
    self.connectedAt = connectedAt
    self.usedAt = usedAt
    self.missing = missing
  }

  public var id: Kernel.ID<AppAccount> { .init(named: app.rawValue) }
  public var when: Date { connectedAt }

  /// Whether its access can be used.
  public var isConnected: Bool { phase == .connected || phase == .attention }
}

/// The tokens of an account. They stay on this device: they are neither synced nor exported.
struct AppTokens: Kept {
  static let collection = "app_tokens"

  let app: ConnectedApp.ID
  let at: Date
  let tokens: OAuthTokens

  var id: Kernel.ID<AppTokens> { .init(named: app.rawValue) }
  var when: Date { at }
}

/// A consent that a person is giving in a browser. It outlives a restart, so that its return is still understood.
struct AppVisit: Kept {
  static let collection = "app_visits"
  /// The most consents that are awaited at a time.
  static let most = 8

  let app: ConnectedApp.ID
  /// The app whose configurations it takes over.
  let replacing: ConnectedApp.ID?
  let authorization: PendingAuthorization

  var id: Kernel.ID<AppVisit> { .init(named: authorization.state) }
  var when: Date { authorization.expires }

  static func id(_ state: String) -> Kernel.ID<AppVisit> { .init(named: state) }
}
