public import JSON
public import Kernel
public import Signing

/// A notification as a push service brings it to a device. The device acts on it only when its server has signed it.
public struct PushedNotice: Sendable, Hashable {
  public let id: String
  public let title: String
  public let body: String
  /// The route that it opens, as text.
  public let link: String
  public let channel: String
  public let isEcho: Bool
  /// Seconds since 1970.
  public let expires: Int
  let signature: Signature

  private static let longest = ["id": 200, "title": 200, "body": 1000, "link": 1024, "channel": 100]

  /// Reads the payload of APNs, with its words in `aps`, or that of the other services. Nil for anything else.
  public init?(_ payload: JSON) {
    func text(_ name: String, or other: JSON? = nil) -> String? {
      guard let text = (payload[name] ?? other)?.string, text.utf8.count <= PushedNotice.longest[name] ?? 0 else {
        return nil
      }
      return text
    }
    let alert = payload["aps"]?["alert"]
    // FCM carries texts only.
    let end = payload["expires"]?.number ?? payload["expires"]?.string.flatMap { Double($0) }
    guard let id = text("id"), let title = text("title", or: alert?["title"]),
      let body = text("body", or: alert?["body"]),
      let link = text("link"), let expires = end.flatMap({ Int(exactly: $0) }),
      let signature = payload["signature"]?.string.flatMap({ try? Signature(text: $0) })
    else { return nil }
    (self.id, self.title, self.body, self.link, self.expires, self.signature) = (
      id, title, body, link, expires, signature
    )
    channel = text("channel") ?? ""
    isEcho = payload["echo"]?.bool ?? (payload["echo"]?.string == "true")
  }

  /// Whether the holder of the key has signed exactly this.
  public func isGenuine(by key: SigningKey) -> Bool {
    let signed = PushedNotice.signedBytes([id, title, body, link, channel, String(isEcho), String(expires)])
    return (try? key.verify(signature, of: signed)) ?? false
  }

  /// The fields with their lengths before them, so that no two lists of fields have the same bytes.
  static func signedBytes(_ fields: [String]) -> [UInt8] {
    Array((["troupe push 1"] + fields).map { "\($0.utf8.count):\($0)" }.joined().utf8)
  }
}

extension PushMessage {
  /// Signs it with the key that the device gave when it was registered. It is valid until an instant in seconds since 1970.
  public mutating func sign(with key: SigningKey, until end: Int) throws(Problem) {
    let fields = [id, title, body, link, channel ?? "", String(isEcho), String(end)]
    signature = try key.signature(of: PushedNotice.signedBytes(fields)).text
    expires = end
  }

  /// The members of a payload besides the words.
  var members: [String: JSON] {
    var members: [String: JSON] = ["id": .string(id), "link": .string(link)]
    members["channel"] = channel.map { .string($0) }
    if isEcho { members["echo"] = true }
    members["expires"] = expires.map { .number(Double($0)) }
    members["signature"] = signature.map { .string($0) }
    return members
  }
}
