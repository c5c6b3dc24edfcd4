public import Interface
public import Platform

/// A signed link that opens one screen from outside: "troupe://yhealth/insights?expires=1700000000&signature=...".
///
/// The signature covers everything before it, so a link cannot be changed to another screen, product or time.
public struct Link: Sendable, Hashable {
  public static let longest = 1024
  static let scheme = "troupe://"

  public let product: String
  public let route: Route
  /// Seconds since 1970.
  public let expires: Int
  public let signature: String

  /// Nil for text that is too long, malformed, or spelled differently from `text`, so that no byte of a link can be
  /// changed. Signature, expiry and destination are checked later.
  public init?(_ text: String) {
    guard text.utf8.count <= Link.longest, text.hasPrefix(Link.scheme) else { return nil }
    let rest = text.dropFirst(Link.scheme.count)
    guard let slash = rest.firstIndex(of: "/"), let whole = Route(String(rest[slash...])) else { return nil }
    let product = rest[..<slash]
    var parameters = whole.parameters
    guard !product.isEmpty, let expires = parameters.removeValue(forKey: "expires").flatMap({ Int($0) }),
      let signature = parameters.removeValue(forKey: "signature")
    else { return nil }
    self.product = String(product)
    self.route = Route(whole.path, parameters)
    self.expires = expires
    self.signature = signature
    guard self.text == text else { return nil }
  }

  private init(product: String, route: Route, expires: Int, signature: String) {
    self.product = product
    self.route = route
    self.expires = expires
    self.signature = signature
  }

  /// A link to a route, signed with `sign`.
  public static func signed(
    product: String, route: Route, until date: Date, by sign: (_ text: String) throws -> String
  ) rethrows -> Link {
    let unsigned = Link(product: product, route: route, expires: Int(date.timeIntervalSince1970), signature: "")
    let signature = try sign(unsigned.signedText)
    return Link(product: product, route: route, expires: unsigned.expires, signature: signature)
  }

  /// The text that the signature covers.
  public var signedText: String {
    let parameters = route.parameters.merging(["expires": String(expires)]) { own, _ in own }
    return "\(Link.scheme)\(product)\(Route(route.path, parameters).text)"
  }

  public var text: String { "\(signedText)&signature=\(signature)" }
}
