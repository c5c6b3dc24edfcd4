public import HTTP
internal import JSON
public import Kernel
public import Platform
public import Tokens

/// Makes requests to Apple's push service over HTTP/2. Whoever sends them keeps the token for its step of 40 minutes.
public struct APNsSender: Sendable {
  public static let production = "https://api.push.apple.com"
  /// The most bytes of a payload.
  static let largest = 4096

  private let address: String
  private let key: PrivateKey
  private let keyID: String
  private let team: String
  private let app: String

  /// The key is that of the file from Apple's developer site, with its identifier and the team's, ten signs each. The
  /// address is another one in tests only.
  public init(
    key: PrivateKey, keyID: String, team: String, app: String, address: String = production
  ) throws(Problem) {
    func isWord(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
      lengths ~= text.utf8.count
        && text.utf8.allSatisfy {
          UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
    }
    guard isWord(keyID, 10...10), isWord(team, 10...10), isWord(app, 3...155) else {
      throw Problem(
        "apns-key", "The key, the team or the app of Apple's push service is not named as Apple names them.",
        safe: "Nothing was sent.",
        remedy: "Give the identifiers of the key and the team, ten signs each, and the app's.")
    }
    try PushOrigin.check(address)
    (self.key, self.keyID, self.team, self.app, self.address) = (key, keyID, team, app, address)
  }

  /// The step of time for which a token is kept, as its number. Apple takes one for 20 to 60 minutes, so it has 40.
  public static func step(at now: Date) -> Int { Int(now.timeIntervalSince1970) / 2400 }

  /// A new token, which requests carry until the step ends. Two of one step differ, since a signature holds a random
  /// number, and Apple refuses a token that changes more often than every 20 minutes.
  public func token(now: Date) throws(Problem) -> String {
    var claims = Claims()
    claims.issuer = team
    claims.issued = APNsSender.step(at: now) * 2400
    return try key.token(claims, keyID: keyID)
  }

  public func request(_ message: PushMessage, to device: String, token: String, now: Date) throws(Problem) -> Outgoing {
    guard 32...200 ~= device.utf8.count, device.utf8.allSatisfy(\.isHexDigit) else {
      throw Problem(
        "apns-device", "A device's token of Apple's push service is hexadecimal.", safe: "Nothing was sent.",
        remedy: "Register the device again.")
    }
    var aps: [String: JSON] = [
      "alert": ["title": .string(message.title), "body": .string(message.body)],
      "mutable-content": 1,
    ]
    if let badge = message.badge { aps["badge"] = .number(Double(badge)) }
    // The category names the buttons that the app has declared for the kind.
    if let channel = message.channel { (aps["thread-id"], aps["category"]) = (.string(channel), .string(channel)) }
    // Without an interruption level of its own it passes no Do Not Disturb and no Focus.
    let body = try PushMessage.bytes(.object(message.members.merging(["aps": .object(aps)]) { own, _ in own }))
    guard body.count <= APNsSender.largest else {
      throw Problem(
        "push-too-large", "A notification takes at most \(APNsSender.largest) bytes, and this one has \(body.count).",
        safe: "Nothing was sent.", remedy: "Send less text; the app shows the rest.")
    }
    let expires = message.lifetime == 0 ? 0 : Int(now.timeIntervalSince1970) + message.lifetime
    var outgoing = Outgoing(
      "POST", "\(address)/3/device/\(device)",
      headers: [
        .init("authorization", "bearer \(token)"), .init("apns-topic", app), .init("apns-push-type", "alert"),
        .init("apns-expiration", String(expires)),
        .init("apns-priority", message.urgency == .high ? "10" : message.urgency == .normal ? "5" : "1"),
        .init("content-type", "application/json"),
      ], body: body)
    if let topic = message.safeTopic { outgoing.headers.append(.init("apns-collapse-id", topic)) }
    outgoing.limits.answer = 65_536
    return outgoing
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
      || UInt8(ascii: "A")...UInt8(ascii: "F") ~= self
  }
}
