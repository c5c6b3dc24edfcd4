import FoundationEssentials
import JSON
import Kernel
import Signing
import TestKeys
import Testing
import Tokens

@testable import Fetch
@testable import Push

let noon = Date(timeIntervalSince1970: 1_780_000_000)

func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

let message = PushMessage(
  id: "meal-2026-06-10", title: "yHealth", body: "Don't forget to log dinner!", link: "/log/meal?s=1", urgency: .high,
  lifetime: 3600, topic: "meal", badge: 2)

@Suite("Sealing of Web Push") struct WebPushSealingTests {
  /// The sample of RFC 8291, appendix A.
  static let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

  static func subscription(_ endpoint: String = "https://push.example.net/send/abc") throws -> WebPushSubscription {
    try WebPushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth)
  }

  @Test("The sample of RFC 8291 is sealed byte for byte")
  func sample() throws {
    let key = try #require(
      ECDHKey(
        number: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        point: try bytes(
          "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")))
    let sealed = try WebPushSealing.seal(
      Array("When I grow up, I want to be a watermelon".utf8) + [2], for: try WebPushSealingTests.subscription(), key,
      try bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    #expect(
      Base64URL.text(sealed)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
  }

  @Test("Two seals of one text differ, have the length of their padding, and do not hold the text")
  func fresh() throws {
    let subscription = try WebPushSealingTests.subscription()
    let text = Array("a text of which nothing is seen".utf8)
    let (one, other) = (
      try WebPushSealing.seal(text, for: subscription), try WebPushSealing.seal(text, for: subscription)
    )
    #expect(one != other && one.count == other.count)
    #expect(one.count == (try WebPushSealing.seal(Array("short".utf8), for: subscription)).count)
    #expect(!String(decoding: one, as: UTF8.self).contains("nothing"))
    let full = [UInt8](repeating: 65, count: WebPushSealing.largest)
    #expect(try WebPushSealing.seal(full, for: subscription).count == 4096)
    #expect(throws: Problem.self) { try WebPushSealing.seal(full + [65], for: subscription) }
  }

  @Test(
    "A subscription of rubbish is refused",
    arguments: [
      ("http://push.example.net/a", p256dh, auth), ("https://", p256dh, auth), ("https://a@b/c", p256dh, auth),
      ("https://push.example.net/\n", p256dh, auth),
      ("https://push.example.net/" + String(repeating: "x", count: 3000), p256dh, auth),
      ("https://push.example.net/a", "AAAA", auth), ("https://push.example.net/a", p256dh, "AAAA"),
      ("https://push.example.net/a", p256dh + "=", auth),
      // A point beside the curve.
      ("https://push.example.net/a", String(p256dh.dropLast(2)) + "iw", auth),
      ("https://push.example.net/a", "BA" + String(repeating: "A", count: 85), auth),
    ])
  func rubbish(_ endpoint: String, _ key: String, _ secret: String) {
    #expect(throws: Problem.self) { try WebPushSubscription(endpoint: endpoint, p256dh: key, auth: secret) }
  }

  @Test("A subscription tells its push service only")
  func hidden() throws {
    let told =
      String(describing: try WebPushSealingTests.subscription())
      + String(reflecting: try WebPushSealingTests.subscription())
    #expect(told.contains("push.example.net") && !told.contains("abc") && !told.contains("BTBZ"))
  }
}

@Suite("Requests of senders") struct SenderTests {
  @Test(
    "A request of Web Push is signed for its service, reaches public addresses only, and has its lifetime and topic")
  func webPush() throws {
    let pair = try ForeignKey(curve: "P-256")
    let sender = try WebPushSender(key: PrivateKey(pem: pair.pem), contact: "mailto:operator@example.org")
    let request = try sender.request(message, to: try WebPushSealingTests.subscription(), now: noon)
    func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
    #expect(
      request.address == "https://push.example.net/send/abc" && request.reach == .publicOnly && request.method == "POST"
    )
    #expect(header("ttl") == "3600" && header("urgency") == "high" && header("topic") == "meal")
    #expect(header("content-encoding") == "aes128gcm")
    let parts = try #require(header("authorization")).split(separator: " ")
    #expect(parts[0] == "vapid" && parts[2] == "k=\(sender.applicationServerKey)")
    let token = String(parts[1].dropFirst(2).dropLast())
    let rules = TokenRules(audiences: ["https://push.example.net"], needsAudience: true)
    let key = try #require(PublicKey(try pair.jwk()))
    let claims = try key.claims(of: token, by: rules, at: Int(noon.timeIntervalSince1970))
    #expect(claims.subject == "mailto:operator@example.org")
    #expect(claims.expires == Int(noon.timeIntervalSince1970) + 12 * 3600)
    #expect(try bytes(sender.applicationServerKey).count == 65)
    // No word of the message is in the request.
    let body = String(decoding: try #require(request.body), as: UTF8.self)
    #expect(!body.contains("dinner") && !request.headers.contains { $0.value.contains("dinner") })
    #expect(throws: Problem.self) { try WebPushSender(key: PrivateKey(pem: pair.pem), contact: "operator") }
    #expect(throws: Never.self) { _ = try request.checked() }
  }

  @Test("A request of APNs has its token, topic, priority, expiration and collapse identifier")
  func apns() throws {
    let pair = try ForeignKey(curve: "P-256")
    let sender = try APNsSender(
      key: PrivateKey(pem: pair.pem), keyID: "ABC123DEFG", team: "TEAM123456", app: "org.example.yhealth")
    let token = try sender.token(now: noon)
    let device = String(repeating: "a1", count: 32)
    var message = message
    message.channel = "meal"
    let request = try sender.request(message, to: device, token: token, now: noon)
    func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
    #expect(request.address == "https://api.push.apple.com/3/device/\(device)")
    #expect(header("apns-topic") == "org.example.yhealth" && header("apns-push-type") == "alert")
    #expect(header("apns-priority") == "10" && header("apns-collapse-id") == "meal")
    #expect(header("apns-expiration") == String(Int(noon.timeIntervalSince1970) + 3600))
    #expect(header("authorization") == "bearer \(token)")
    let body = try JSON(bytes: try #require(request.body))
    #expect(body["aps"]?["alert"]?["body"] == .string(message.body) && body["aps"]?["badge"] == 2)
    #expect(body["aps"]?["category"] == "meal" && body["aps"]?["thread-id"] == "meal")
    #expect(body["link"] == .string(message.link) && body["id"] == .string(message.id))
    // A token is kept for the step of 40 minutes in which it is signed, since two are never the same.
    #expect(try sender.token(now: noon) != token && APNsSender.step(at: noon) == Int(noon.timeIntervalSince1970) / 2400)
    let step = Date(timeIntervalSince1970: (noon.timeIntervalSince1970 / 2400).rounded(.down) * 2400)
    func issued(_ seconds: Double) throws -> Int? {
      let payload = try #require(
        try sender.token(now: step.addingTimeInterval(seconds)).split(separator: ".").dropFirst().first)
      return try JSON(bytes: try bytes(String(payload)))["iat"]?.number.map { Int($0) }
    }
    #expect(try issued(0) == issued(2399) && issued(2400) == issued(0)?.advanced(by: 2400))
    #expect(throws: Problem.self) { try sender.request(message, to: "../../x", token: token, now: noon) }
    #expect(throws: Problem.self) {
      try APNsSender(key: PrivateKey(pem: pair.pem), keyID: "short", team: "TEAM123456", app: "org.example")
    }
    var large = message
    large.body = String(repeating: "x", count: 4096)
    #expect(throws: Problem.self) { try sender.request(large, to: device, token: token, now: noon) }
  }

  @Test("FCM is asked for an access token with a signed claim, and its requests carry data only")
  func fcm() throws {
    let pair = try ForeignKey(rsa: 2048)
    let account: JSON = [
      "private_key": .string(pair.pem), "private_key_id": "one", "client_email": "sender@example.iam",
      "project_id": "example-1", "token_uri": "https://oauth2.example.org/token",
    ]
    let sender = try FCMSender(serviceAccount: [UInt8](try JSON.data(account)))
    let asked = try sender.accessRequest(now: noon)
    #expect(asked.address == "https://oauth2.example.org/token")
    let form = String(decoding: try #require(asked.body), as: UTF8.self)
    let assertion = try #require(form.split(separator: "&").first { $0.hasPrefix("assertion=") }).dropFirst(10)
    let rules = TokenRules(audiences: ["https://oauth2.example.org/token"], needsAudience: true)
    let claims = try KeySet(["keys": [try pair.jwk()]])
      .claims(of: String(assertion), by: rules, at: Int(noon.timeIntervalSince1970))
    #expect(claims.issuer == "sender@example.iam")
    #expect(claims.others["scope"] == "https://www.googleapis.com/auth/firebase.messaging")
    let answer = Incoming(status: 200, body: Array(#"{"access_token": "abc", "expires_in": 3599}"#.utf8))
    let access = try sender.access(answer, now: noon)
    #expect(access.token == "abc" && access.until == noon.addingTimeInterval(3539))
    let request = try sender.request(message, to: "device-1", access: access)
    #expect(request.address == "https://fcm.googleapis.com/v1/projects/example-1/messages:send")
    let sent = try JSON(bytes: try #require(request.body))["message"]
    #expect(sent?["token"] == "device-1" && sent?["notification"] == nil && sent?["data"]?["badge"] == "2")
    #expect(sent?["android"]?["collapse_key"] == "topic-2" && sent?["android"]?["ttl"] == "3600s")
    for text in ["{}", #"{"access_token": "a b", "expires_in": 1}"#, "rubbish"] {
      #expect(throws: Problem.self) { try sender.access(Incoming(status: 200, body: Array(text.utf8)), now: noon) }
    }
    #expect(throws: Problem.self) { try sender.access(Incoming(status: 500, body: answer.body), now: noon) }
    #expect(throws: Problem.self) { try FCMSender(serviceAccount: Array("{}".utf8)) }
  }

  @Test(
    "no push service without TLS is sent to, except one on this machine",
    arguments: [
      "http://api.push.apple.com", "http://127.0.0.1.example.org:80", "http://127.0.0.1:80@example.org",
      "http://[::1]:80",
      "http://127.0.0.1", "ftp://127.0.0.1:21", "", "HTTPS",
    ])
  func insecure(_ address: String) throws {
    let (pair, curve) = (try ForeignKey(rsa: 2048), try ForeignKey(curve: "P-256"))
    func apns(_ address: String) throws {
      _ = try APNsSender(
        key: PrivateKey(pem: curve.pem), keyID: "ABC123DEFG", team: "TEAM123456", app: "org.example", address: address)
    }
    func fcm(tokens: String, at address: String) throws {
      let account: JSON = [
        "private_key": .string(pair.pem), "client_email": "sender@example.iam", "project_id": "example-1",
        "token_uri": .string(tokens),
      ]
      _ = try FCMSender(serviceAccount: [UInt8](try JSON.data(account)), address: address)
    }
    let good = "http://127.0.0.1:8080"
    try apns(good)
    try fcm(tokens: "\(good)/token", at: good)
    #expect(throws: Problem.self) { try apns(address) }
    #expect(throws: Problem.self) { try fcm(tokens: address, at: good) }
    #expect(throws: Problem.self) { try fcm(tokens: "\(good)/token", at: address) }
  }

  @Test("A device takes what its key has signed, from each service, and nothing that was changed or cut")
  func signed() throws {
    let (key, other) = (
      try SigningKey([UInt8](repeating: 1, count: 32)), try SigningKey([UInt8](repeating: 2, count: 32))
    )
    var message = message
    message.channel = "meal"
    try message.sign(with: key, until: 1_780_003_600)
    let web = try JSON(bytes: try message.webPayload())
    let pushed = try #require(PushedNotice(web))
    #expect(pushed.isGenuine(by: key) && !pushed.isGenuine(by: other))
    #expect(pushed.body == message.body && pushed.expires == 1_780_003_600 && pushed.channel == "meal")
    let members = try #require(web.object)
    for (name, value) in [
      ("id", "other"), ("title", "Bank"), ("body", ""), ("link", "/profile"), ("channel", "milestone"),
      ("expires", "1780003601"), ("echo", "true"),
    ] as [(String, JSON)] {
      let changed = PushedNotice(.object(members.merging([name: value]) { $1 }))
      #expect(changed?.isGenuine(by: key) == false, "\(name)")
    }
    // A word that moves from one field to the next makes other bytes.
    let moved = members.merging(["title": "yHealthD", "body": "on't forget to log dinner!"]) { $1 }
    #expect(PushedNotice(.object(moved))?.isGenuine(by: key) == false)
    for name in ["id", "title", "body", "link", "expires", "signature"] {
      #expect(PushedNotice(.object(members.filter { $0.key != name })) == nil, "\(name)")
    }
    let long = JSON.string(String(repeating: "x", count: 5000))
    #expect(PushedNotice(.object(members.merging(["body": long]) { $1 })) == nil)
    #expect(PushedNotice(.null) == nil && PushedNotice(["aps": 5]) == nil)
  }

  @Test("However many kinds there are, Firebase gets four keys, and a kind always the same one")
  func collapseKeys() {
    let kinds = (0..<200).map { "kind-\($0)" }
    #expect(Set(kinds.map(FCMSender.collapseKey)).count == 4)
    // A request is not lost behind a message.
    #expect(FCMSender.collapseKey(of: "message") != FCMSender.collapseKey(of: "request"))
  }

  @Test("A topic that a service would refuse is left out")
  func topics() {
    func topic(_ text: String?) -> String? {
      PushMessage(id: "a", title: "", body: "", link: "/", topic: text).safeTopic
    }
    #expect(topic("meal_2-A") == "meal_2-A" && topic(nil) == nil && topic("") == nil && topic("a b") == nil)
    #expect(topic(String(repeating: "a", count: 33)) == nil)
  }
}

@Suite("Answers of push services") struct PushOutcomeTests {
  private func answer(_ status: Int, _ body: String = "", retry: String? = nil, at date: String? = nil) -> Incoming {
    let headers = [retry.map { Outgoing.Field("retry-after", $0) }, date.map { .init("date", $0) }].compactMap(\.self)
    return Incoming(status: status, headers: headers, body: Array(body.utf8))
  }

  @Test("Each answer of Web Push, APNs and FCM has its consequence")
  func outcomes() {
    #expect(PushOutcome.webPush(answer(201)) == .taken && PushOutcome.webPush(answer(410)) == .gone)
    #expect(PushOutcome.webPush(answer(404)) == .gone && PushOutcome.webPush(answer(403)) == .unauthorized)
    #expect(PushOutcome.webPush(answer(413)) == .refused("too large"))
    #expect(PushOutcome.webPush(answer(429, retry: "120")) == .later(seconds: 120))
    #expect(PushOutcome.webPush(answer(503)) == .later(seconds: 60))
    #expect(PushOutcome.webPush(answer(400)) == .refused("status 400"))
    #expect(PushOutcome.apns(answer(200)) == .taken)
    #expect(PushOutcome.apns(answer(410, #"{"reason": "Unregistered"}"#)) == .gone)
    #expect(PushOutcome.apns(answer(400, #"{"reason": "BadDeviceToken"}"#)) == .gone)
    #expect(PushOutcome.apns(answer(403, #"{"reason": "ExpiredProviderToken"}"#)) == .unauthorized)
    #expect(PushOutcome.apns(answer(400, #"{"reason": "BadTopic"}"#)) == .refused("BadTopic"))
    #expect(PushOutcome.apns(answer(429, #"{"reason": "TooManyRequests"}"#)) == .later(seconds: 60))
    #expect(PushOutcome.fcm(answer(200)) == .taken && PushOutcome.fcm(answer(401)) == .unauthorized)
    let unregistered = #"{"error": {"status": "NOT_FOUND", "details": [{"errorCode": "UNREGISTERED"}]}}"#
    #expect(PushOutcome.fcm(answer(400, unregistered)) == .gone && PushOutcome.fcm(answer(404, unregistered)) == .gone)
    // A project that does not exist, or an address that is wrong, says nothing about a device.
    let project = #"{"error": {"status": "NOT_FOUND", "message": "Project not found"}}"#
    #expect(PushOutcome.fcm(answer(404, project)) == .refused("NOT_FOUND"))
    #expect(PushOutcome.fcm(answer(404, "<html>")) == .refused("status 404"))
    let topic = #"{"reason": "DeviceTokenNotForTopic"}"#
    #expect(PushOutcome.apns(answer(400, topic)) == .refused("DeviceTokenNotForTopic"))
    let updates = #"{"reason": "TooManyProviderTokenUpdates"}"#
    #expect(PushOutcome.apns(answer(429, updates)) == .later(seconds: 1200))
    #expect(PushOutcome.apns(answer(429, updates, retry: "3600")) == .later(seconds: 3600))
    #expect(
      PushOutcome.fcm(answer(429, #"{"error": {"status": "RESOURCE_EXHAUSTED"}}"#, retry: "30")) == .later(seconds: 30))
    #expect(PushOutcome.fcm(answer(400, #"{"error": {"status": "INVALID_ARGUMENT"}}"#)) == .refused("INVALID_ARGUMENT"))
  }

  @Test("A wait is bounded, and a reason from outside is cut and has no control signs")
  func bounded() {
    #expect(PushOutcome.webPush(answer(429, retry: "99999999999")) == .later(seconds: 86_400))
    #expect(PushOutcome.webPush(answer(429, retry: "-5")) == .later(seconds: 1))
    #expect(PushOutcome.webPush(answer(429, retry: "soon")) == .later(seconds: 60))
    let now = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(PushOutcome.fcm(answer(503, retry: "Sun, 06 Nov 1994 08:51:37 GMT", at: now)) == .later(seconds: 120))
    #expect(PushOutcome.fcm(answer(503, retry: "Sun, 06 Nov 2094 08:51:37 GMT", at: now)) == .later(seconds: 86_400))
    #expect(PushOutcome.fcm(answer(503, retry: "Sun, 06 Nov 1994 08:00:00 GMT", at: now)) == .later(seconds: 1))
    #expect(PushOutcome.fcm(answer(503, retry: now)) == .later(seconds: 60))
    let long = String(repeating: "x", count: 500)
    #expect(
      PushOutcome.apns(answer(400, "{\"reason\": \"a\\u001b[31m\(long)\"}"))
        == .refused("a[31m" + String(repeating: "x", count: 95)))
    #expect(PushOutcome.apns(answer(400, "rubbish")) == .refused("status 400"))
  }
}
