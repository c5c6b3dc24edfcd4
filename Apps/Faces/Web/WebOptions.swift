public import Shell
public import Transport

/// Where the web face is met.
public struct WebOptions: Sendable {
  public static let usualPort: UInt16 = 8787

  /// In the order in which they are offered.
  public var products: [Product]
  /// Offered nowhere, and there for whoever knows the address: what has nothing to begin and nothing to choose.
  public var unlisted: [Product] = []
  public var host = "127.0.0.1"
  /// Zero takes one that is free.
  public var port = usualPort
  public var tls: TLSFiles?
  /// Whether other machines may reach it without TLS. Somebody has to say so.
  public var allowsPlainBeyondLoopback = false
  /// The names by which other machines call it.
  public var names: Set<String> = []
  /// How many tabs may be open at once, over all browsers.
  public var tabs = 1000

  public init(_ products: [Product]) { self.products = products }
}
