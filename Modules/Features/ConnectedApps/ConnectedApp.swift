public import Interface
internal import Kernel
public import OAuthClient

/// A provider whose accounts a product offers to connect: its words, how access is given, and why it may be greyed out.
public struct ConnectedApp: Sendable, Hashable, Identifiable {
  /// The name under which its account is stored, so that it never changes.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
  }

  /// The way in which a person gives access.
  public enum Way: Sendable, Hashable {
    /// On a page of the provider, in the system's browser.
    case browser(OAuthProvider)
    /// In a dialog of the device, such as that of a health store, which knows no tokens.
    case device
  }

  /// Whether it can be connected.
  public enum Offer: Sendable, Hashable {
    case available
    /// Greyed out, with the reason as a sentence.
    case unavailable(String)
    /// It has ended; another app takes over its configurations after a new consent. The reason is a sentence.
    case replaced(by: ID, String)
  }

  /// The end of a sync at which it can stand.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    case source, destination
  }

  public let id: ID
  public let name: String
  public let icon: Icon
  /// The kind of app, in a few words: "Watch and its account".
  public var kind: String
  public let way: Way
  public var offer: Offer
  public var roles: Set<Role>
  /// The words for what each scope allows. A scope that was not granted is named by them.
  public var scopeWords: [String: String]
  /// Where a person ends the access by hand: "strava.com, Settings, My Apps".
  public var manual: String

  public init(
    _ id: ID, name: String, icon: Icon, kind: String, way: Way, offer: Offer = .available,
    roles: Set<Role> = Set(Role.allCases), scopeWords: [String: String] = [:], manual: String
  ) {
    self.id = id
    self.name = name
    self.icon = icon
    self.kind = kind
    self.way = way
    self.offer = offer
    self.roles = roles
    self.scopeWords = scopeWords
    self.manual = manual
  }

  public var provider: OAuthProvider? { if case .browser(let provider) = way { provider } else { nil } }

  /// The scopes that are asked for.
  var scopes: [String] { provider?.scopes ?? [] }
}
