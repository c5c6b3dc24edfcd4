public import Kernel
internal import Signing

/// A browser's subscription to Web Push: where its messages go, and the keys they are sealed with.
public struct WebPushSubscription: Sendable, Hashable {
  public static let longestEndpoint = 2048

  /// An address of the browser's push service.
  public let endpoint: String
  /// A point of P-256, 65 bytes.
  let publicKey: [UInt8]
  /// 16 bytes.
  let secret: [UInt8]

  /// Reads what `PushSubscription.toJSON` gives: the endpoint, and the keys `p256dh` and `auth` in base64url.
  public init(endpoint: String, p256dh: String, auth: String) throws(Problem) {
    let host = endpoint.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard endpoint.utf8.count <= WebPushSubscription.longestEndpoint, endpoint.hasPrefix("https://"), !host.isEmpty,
      !host.contains("@"), endpoint.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else {
      throw WebPushSubscription.refused("Its address is not an https address of a push service.")
    }
    guard let key = Base64URL.bytes(p256dh), key.count == 65, key[0] == 4, ECDHKey.isOnCurve(key) else {
      throw WebPushSubscription.refused("Its key is not a point of the curve P-256.")
    }
    guard let secret = Base64URL.bytes(auth), secret.count == 16 else {
      throw WebPushSubscription.refused("Its secret is not 16 bytes in base64url.")
    }
    self.endpoint = endpoint
    publicKey = key
    self.secret = secret
  }

  /// Scheme, host and port, which a token is made out to.
  var origin: String {
    "https://" + endpoint.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  private static func refused(_ why: String) -> Problem {
    Problem(
      "bad-subscription", "The browser's subscription cannot be used. \(why)", safe: "Nothing was sent.",
      remedy: "Turn notifications off and on again in the browser.")
  }
}

extension WebPushSubscription: CustomStringConvertible, CustomDebugStringConvertible {
  /// Names the push service only: the rest of the address is a secret.
  public var description: String { "a subscription at \(origin)" }
  public var debugDescription: String { description }
}
