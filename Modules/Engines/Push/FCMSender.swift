public import HTTP
internal import JSON
public import Kernel
public import Platform
internal import Tokens

/// Makes requests to Firebase Cloud Messaging (HTTP v1), and those for its access tokens.
public struct FCMSender: Sendable {
  /// An access token, with the time until which it is used.
  public struct Access: Sendable {
    public let token: String
    public let until: Date
  }

  static let largest = 4096

  private let key: RSAPrivateKey
  private let keyID: String?
  private let account: String
  private let project: String
  private let tokenAddress: String
  private let address: String

  /// Reads the JSON file of a service account. The address of the service is another one in tests only.
  public init(serviceAccount: [UInt8], address: String = "https://fcm.googleapis.com") throws(Problem) {
    let json = serviceAccount.count <= 65_536 ? try? JSON(bytes: serviceAccount) : nil
    guard let json, let pem = json["private_key"]?.string, let account = json["client_email"]?.string,
      let project = json["project_id"]?.string, let tokens = json["token_uri"]?.string,
      project.utf8.allSatisfy({ $0 > 0x2C && $0 < 0x7B && $0 != UInt8(ascii: "/") }), !project.isEmpty
    else {
      throw Problem(
        "fcm-account", "The file is no service account of Firebase.", safe: "Nothing was sent.",
        remedy: "Download its JSON file from the project's settings, and give it whole.")
    }
    for address in [tokens, address] { try PushOrigin.check(address) }
    key = try RSAPrivateKey(pem: pem)
    keyID = json["private_key_id"]?.string
    (self.account, self.project, tokenAddress, self.address) = (account, project, tokens, address)
  }

  /// The request for an access token.
  public func accessRequest(now: Date) throws(Problem) -> Outgoing {
    var claims = Claims()
    let second = Int(now.timeIntervalSince1970)
    (claims.issuer, claims.audience, claims.issued, claims.expires) = (account, [tokenAddress], second, second + 3600)
    claims.others["scope"] = "https://www.googleapis.com/auth/firebase.messaging"
    return .form(
      tokenAddress,
      [
        .init("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
        .init("assertion", try key.token(claims, keyID: keyID)),
      ])
  }

  /// The access token in an answer; a minute before its end another is asked for.
  public func access(_ answer: Incoming, now: Date) throws(Problem) -> Access {
    let json = answer.status == 200 && answer.body.count <= 65_536 ? try? JSON(bytes: answer.body) : nil
    guard let token = json?["access_token"]?.string, 1...8192 ~= token.utf8.count,
      token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let seconds = json?["expires_in"]?.number, seconds >= 0
    else {
      throw Problem(
        "fcm-access", "Google gave no access token (status \(answer.status)).", safe: "Nothing was sent.",
        remedy: "Check that the service account is active, and its key not revoked.")
    }
    return Access(token: token, until: now.addingTimeInterval(max(0, min(seconds, 3600) - 60)))
  }

  /// The service keeps four keys a device and drops messages of others, so all topics share four.
  static func collapseKey(of topic: String) -> String {
    // FNV-1a, which is the same on every server and at every start.
    let hash = topic.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return "topic-\(hash % 4)"
  }

  public func request(_ message: PushMessage, to device: String, access: Access) throws(Problem) -> Outgoing {
    guard 1...4096 ~= device.utf8.count, device.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw Problem(
        "fcm-device", "A device's token of Firebase is a text without spaces.", safe: "Nothing was sent.",
        remedy: "Register the device again.")
    }
    var android: [String: JSON] = [
      "ttl": .string("\(message.lifetime)s"), "priority": message.urgency == .high ? "HIGH" : "NORMAL",
    ]
    if let topic = message.safeTopic { android["collapse_key"] = .string(FCMSender.collapseKey(of: topic)) }
    // Data only, so that the app checks the link before it shows anything.
    var data = message.members
    (data["title"], data["body"]) = (.string(message.title), .string(message.body))
    if let badge = message.badge { data["badge"] = .string(String(badge)) }
    if let expires = message.expires { data["expires"] = .string(String(expires)) }
    if message.isEcho { data["echo"] = "true" }
    let body = try PushMessage.bytes([
      "message": ["token": .string(device), "android": .object(android), "data": .object(data)]
    ])
    guard body.count <= FCMSender.largest + device.utf8.count else {
      throw Problem(
        "push-too-large", "A notification takes at most \(FCMSender.largest) bytes.", safe: "Nothing was sent.",
        remedy: "Send less text; the app shows the rest.")
    }
    var outgoing = Outgoing(
      "POST", "\(address)/v1/projects/\(project)/messages:send",
      headers: [
        .init("authorization", "Bearer \(access.token)"), .init("content-type", "application/json; charset=utf-8"),
      ], body: body)
    outgoing.limits.answer = 65_536
    return outgoing
  }
}
