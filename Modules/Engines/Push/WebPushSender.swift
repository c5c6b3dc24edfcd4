public import HTTP
internal import JSON
public import Kernel
public import Platform
internal import Signing
public import Tokens

/// Makes the requests of Web Push (RFC 8030, 8291, 8292). The key identifies the server to push services.
public struct WebPushSender: Sendable {
  private let key: PrivateKey
  private let contact: String

  /// The contact is a `mailto:` or `https:` address that a push service may write to.
  public init(key: PrivateKey, contact: String) throws(Problem) {
    guard contact.hasPrefix("mailto:") || contact.hasPrefix("https://"), contact.utf8.count <= 200 else {
      throw Problem(
        "push-contact", "Web Push needs an address that a push service may write to.", safe: "Nothing was sent.",
        remedy: "Give one such as mailto:operator@example.org.")
    }
    self.key = key
    self.contact = contact
  }

  /// The key that browsers subscribe with, in base64url.
  public var applicationServerKey: String { Base64URL.text(key.publicPoint) }

  /// The request that hands a message to the browser's push service. It reaches public addresses only, since the
  /// address came from outside.
  public func request(_ message: PushMessage, to subscription: WebPushSubscription, now: Date) throws(Problem)
    -> Outgoing
  {
    var claims = Claims()
    claims.audience = [subscription.origin]
    claims.subject = contact
    // Services take at most a day.
    claims.expires = Int(now.timeIntervalSince1970) + 12 * 3600
    let token = try key.token(claims, keyID: nil)
    var outgoing = Outgoing(
      "POST", subscription.endpoint,
      headers: [
        .init("authorization", "vapid t=\(token), k=\(applicationServerKey)"), .init("content-encoding", "aes128gcm"),
        .init("content-type", "application/octet-stream"), .init("ttl", String(message.lifetime)),
        .init("urgency", message.urgency.rawValue),
      ], body: try WebPushSealing.seal(try message.webPayload(), for: subscription))
    if let topic = message.safeTopic { outgoing.headers.append(.init("topic", topic)) }
    outgoing.reach = .publicOnly
    outgoing.limits.answer = 65_536
    return outgoing
  }
}

extension PushMessage {
  /// The text for the browser's worker.
  func webPayload() throws(Problem) -> [UInt8] {
    var payload = members
    (payload["title"], payload["body"]) = (.string(title), .string(body))
    if let badge { payload["badge"] = .number(Double(badge)) }
    return try PushMessage.bytes(.object(payload))
  }

  static func bytes(_ json: JSON) throws(Problem) -> [UInt8] {
    guard let data = try? JSON.data(json) else {
      throw Problem(
        "push-payload", "A notification has a number that JSON cannot hold.", safe: "Nothing was sent.",
        remedy: "Report this.")
    }
    return [UInt8](data)
  }
}
