public import Shell
public import Transport

/// The options of the web face.
public struct WebOptions: Sendable {
  public static let usualPort: UInt16 = 8787

  /// The products, in the order in which they are listed.
  public var products: [Product]
  /// Products that no page links to, reachable by their address. They have one profile, which is created on request.
  public var unlisted: [Product] = []
  public var host = "127.0.0.1"
  /// Zero selects a free port.
  public var port = usualPort
  public var tls: TLSFiles?
  /// Whether other machines may connect without TLS. Must be set explicitly.
  public var allowsPlainBeyondLoopback = false
  /// The host names by which other machines reach the server.
  public var names: Set<String> = []
  /// The locale for a browser that does not report one, as a BCP 47 tag.
  public var locale: String?
  /// The largest number of open tabs, over all browsers.
  public var tabs = 1000

  public init(_ products: [Product]) { self.products = products }
}
