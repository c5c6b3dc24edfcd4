import Backend
import Catalog
import Fetch
import FoundationEssentials
import JSON
import Kernel
import Loopback
import ServerFunctions
import Signing
import Testing
import Tokens

/// The Cloud API of WhatsApp on this machine, which keeps what it was sent and answers as a test says.
private final class CloudPeer: Sendable {
  static let taken = ("200 OK", #"{"messaging_product":"whatsapp","messages":[{"id":"wamid.1"}]}"#)

  let asked = Locked<[(head: [String], body: JSON)]>([])
  let reply = Locked(CloudPeer.taken)
  private let listener: Listener

  init() throws {
    let (asked, reply) = (asked, reply)
    listener = try Listener { talk in
      guard let request = talk.request() else { return }
      asked.withLock { $0.append((request.head, (try? JSON(bytes: request.body)) ?? .null)) }
      let (status, body) = reply.withLock { $0 }
      // Without a status the connection ends without an answer.
      if status.isEmpty { return }
      talk.answer(Array(body.utf8), status: status)
    }
  }

  var address: String { "http://127.0.0.1:\(listener.port)/v23.0/1234" }
  var count: Int { asked.withLock { $0.count } }
  var templates: [String] { asked.withLock { $0.compactMap { $0.body["template"]?["name"]?.string } } }
  /// The code that was sent last.
  var code: String {
    let parts = asked.withLock { $0.last?.body["template"]?["components"]?.array } ?? []
    return parts.first?["parameters"]?.array?.first?["text"]?.string ?? ""
  }
  /// A code that was not sent.
  var wrong: String { code == "111111" ? "222222" : "111111" }
}

@Suite("WhatsApp at the server", .timeLimit(.minutes(10)))
struct WhatsAppServerTests {
  private static let secret = "the-secret-of-the-app"

  private static func account(_ api: String?) -> String {
    let access = api.map {
      #","api":"\#($0)/","token":"the-token","secret":"\#(secret)","verify_token":"the-word","language":"en","#
        + #""code_template":"code","message_template":"nudge""#
    }
    return #"{"number":"+49 30 555000"\#(access ?? "")}"#
  }

  private static func functions(_ account: String) throws -> [ServerFunction] {
    let path = "/tmp/troupe-whatsapp-\(UUID().uuidString)"
    try Data(account.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try ServerFunction.products(whatsApp: path)
  }

  /// One person at a server with the account, on a clock that is moved by hand.
  private struct Stage {
    let server: Running
    let peer: CloudPeer
    let clock: ManualTime
    let token: String

    func ask(_ body: String, as token: String? = nil) async throws -> (status: Int, json: JSON) {
      let told = try await server.ask(
        "POST", "/functions/v1/whatsapp", key: server.backend.keys.anon, bearer: token ?? self.token, body: body)
      return (told.status, told.json)
    }

    func link(_ phone: String = "+49 170 1234567") async throws {
      #expect(try await ask(#"{"act":"ask","phone":"\#(phone)"}"#).json == ["sent": true])
      #expect(try await ask(#"{"act":"confirm","code":"\#(peer.code)"}"#).json == ["phone": "+491701234567"])
    }

    func write(_ notice: String, _ rhythm: String = "daily") async throws -> JSON? {
      try await ask(#"{"act":"write","notice":"\#(notice)","rhythm":"\#(rhythm)"}"#).json["sent"]
    }

    func hook(_ body: String, _ signature: String?) async throws -> Int {
      try await server.ask(
        "POST", "/functions/v1/whatsapp-webhook", fields: signature.map { ["X-Hub-Signature-256": $0] } ?? [:],
        body: body
      ).status
    }

    func signed(_ body: String, with secret: String = WhatsAppServerTests.secret) throws -> String {
      "sha256=" + (try HMACSHA256.code(of: Array(body.utf8), key: Array(secret.utf8))).hexadecimal
    }
  }

  private func staged(hasAccess: Bool = true, _ body: (Stage) async throws -> Void) async throws {
    let peer = try CloudPeer()
    let functions = try WhatsAppServerTests.functions(WhatsAppServerTests.account(hasAccess ? peer.address : nil))
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    try await running(time: clock.time, change: { $0.functions = functions }) { server in
      try await body(Stage(server: server, peer: peer, clock: clock, token: try await server.signUp()))
    }
  }

  @Test("a number is linked by the code that was sent to it, and nobody else sees it or writes the row")
  func linking() async throws {
    try await staged { stage in
      #expect(
        try await stage.ask(#"{"act":"look"}"#).json == ["number": "+4930555000", "verifies": true, "stopped": false])
      #expect(try await stage.ask(#"{"act":"ask","phone":"0049 170 1234567"}"#).json == ["sent": true])
      let (head, body) = stage.peer.asked.withLock { $0[0] }
      #expect(head.first == "POST /v23.0/1234/messages HTTP/1.1")
      #expect(head.contains { $0.lowercased() == "authorization: bearer the-token" })
      #expect(body["to"] == "491701234567" && body["template"]?["name"] == "code" && stage.peer.code.count == 6)
      let wrong = try await stage.ask(#"{"act":"confirm","code":"\#(stage.peer.wrong)"}"#)
      #expect(wrong.status == 409 && wrong.json["code"] == "WRONG")
      let done = try await stage.ask(#"{"act":"confirm","code":"\#(stage.peer.code)"}"#)
      #expect(done.json == ["phone": "+491701234567"])
      // A code is used once.
      #expect(try await stage.ask(#"{"act":"confirm","code":"\#(stage.peer.code)"}"#).json["code"] == "EXPIRED")
      let key = stage.server.backend.keys.anon
      func rows(_ token: String) async throws -> [JSON] {
        try await stage.server.ask("GET", "/rest/v1/whatsapp_links?select=*", key: key, bearer: token).json.array ?? []
      }
      let own = try await rows(stage.token)
      #expect(own.count == 1 && own[0]["phone"] == "+491701234567")
      let kept = try JSON.text(own[0])
      #expect(!kept.contains(stage.peer.code))
      let other = try await stage.server.signUp("two@example.com")
      #expect(try await rows(other) == [])
      for (method, token) in [("PATCH", stage.token), ("DELETE", stage.token), ("PATCH", other), ("DELETE", other)] {
        _ = try await stage.server.ask(
          method, "/rest/v1/whatsapp_links?phone=not.is.null", key: key, bearer: token,
          body: method == "PATCH" ? #"{"phone":"+15550000000"}"# : nil)
      }
      #expect(try await rows(stage.token)[0]["phone"] == "+491701234567")
      let added = try await stage.server.ask(
        "POST", "/rest/v1/whatsapp_links", key: key, bearer: other, body: #"{"phone":"+491701234567"}"#)
      #expect(added.status >= 400)
      #expect(try await stage.ask(#"{"act":"unlink"}"#).json == ["unlinked": true])
      #expect(try await rows(stage.token)[0]["phone"] == .null)
    }
  }

  @Test("a code ends after ten minutes, after five wrong tries, and with the next one; six an hour are too many")
  func codes() async throws {
    try await staged { stage in
      _ = try await stage.ask(#"{"act":"ask","phone":"+491701234567"}"#)
      let first = stage.peer.code
      await stage.clock.advance(by: .seconds(601), settling: Settling())
      #expect(try await stage.ask(#"{"act":"confirm","code":"\#(first)"}"#).json["code"] == "EXPIRED")
      _ = try await stage.ask(#"{"act":"ask","phone":"+491701234567"}"#)
      for _ in 0..<5 {
        #expect(try await stage.ask(#"{"act":"confirm","code":"\#(stage.peer.wrong)"}"#).json["code"] == "WRONG")
      }
      #expect(try await stage.ask(#"{"act":"confirm","code":"\#(stage.peer.code)"}"#).json["code"] == "TOO_MANY")
      for _ in 0..<3 { _ = try await stage.ask(#"{"act":"ask","phone":"+491701234567"}"#) }
      #expect(stage.peer.count == 5)
      // Unlinking in between buys no further codes.
      _ = try await stage.ask(#"{"act":"unlink"}"#)
      #expect(try await stage.ask(#"{"act":"ask","phone":"+491701234567"}"#).json["code"] == "TOO_MANY")
      #expect(stage.peer.count == 5)
      await stage.clock.advance(by: .seconds(3_601), settling: Settling())
      let again = try await stage.server.ask(
        "POST", "/auth/v1/token?grant_type=password", key: stage.server.backend.keys.anon,
        body: #"{"email":"one@example.com","password":"a-long-secret"}"#)
      let fresh = try await stage.ask(
        #"{"act":"ask","phone":"+491701234567"}"#, as: try #require(again.json["access_token"]?.string))
      #expect(fresh.json == ["sent": true] && stage.peer.count == 6)
    }
  }

  @Test("rubbish is refused before anything is sent")
  func rubbish() async throws {
    try await staged { stage in
      for body in [
        "", "{", "[]", "{}", #"{"act":7}"#, #"{"act":"dance"}"#, #"{"act":"ask"}"#, #"{"act":"ask","phone":7}"#,
        #"{"act":"ask","phone":"0170 1234567"}"#, #"{"act":"ask","phone":"+49 170 12345x"}"#,
        #"{"act":"ask","phone":"+00000000000"}"#, #"{"act":"confirm"}"#, #"{"act":"confirm","code":{}}"#,
        #"{"act":"write"}"#, #"{"act":"write","notice":"","rhythm":"daily"}"#,
        #"{"act":"write","notice":"a","rhythm":"always"}"#, String(repeating: "[", count: 4_000),
      ] {
        #expect(try await stage.ask(body).status == 400, "\(body.prefix(80))")
        let anonymous = try await stage.server.ask(
          "POST", "/functions/v1/whatsapp", key: stage.server.backend.keys.anon, body: body)
        #expect(anonymous.status == 403)
      }
      #expect(stage.peer.count == 0)
    }
  }

  @Test("a Cloud API that refuses, answers rubbish or breaks down links nothing")
  func peers() async throws {
    try await staged { stage in
      for (status, body, code) in [
        ("400 Bad Request", #"{"error":{"code":131026,"message":"Message undeliverable"}}"#, "UNREACHED"),
        ("401 Unauthorized", #"{"error":{"code":190}}"#, "NOT_SENT"), ("200 OK", "<html>", "NOT_SENT"),
        ("200 OK", #"{"messages":[]}"#, "NOT_SENT"),
      ] {
        stage.peer.reply.withLock { $0 = (status, body) }
        let told = try await stage.ask(#"{"act":"ask","phone":"+491701234567"}"#)
        #expect(told.status == 409 && told.json["code"] == .string(code), "\(body)")
      }
    }
  }

  @Test("the coach writes once about a notice, at the person's rhythm, and never to whoever has no link")
  func messages() async throws {
    try await staged { stage in
      #expect(try await stage.ask(#"{"act":"write","notice":"a","rhythm":"daily"}"#).json["code"] == "UNLINKED")
      try await stage.link()
      #expect(try await stage.write("a") == true)
      #expect(stage.peer.templates == ["code", "nudge"])
      #expect(try await stage.write("b") == false)
      #expect(try await stage.write("a", "at-once") == false)
      #expect(try await stage.write("b", "at-once") == true)
      await stage.clock.advance(by: .seconds(1_800), settling: Settling())
      #expect(try await stage.write("c", "weekly") == false)
      #expect(stage.peer.count == 3)
    }
  }

  @Test("a refused message costs the coach nothing; one without an answer may have gone, and counts")
  func refusedMessage() async throws {
    try await staged { stage in
      try await stage.link()
      func refuse(_ status: String, _ body: String) { stage.peer.reply.withLock { $0 = (status, body) } }
      func take() { stage.peer.reply.withLock { $0 = CloudPeer.taken } }
      for code in [131_026, 131_048] {
        refuse("400 Bad Request", #"{"error":{"code":\#(code)}}"#)
        #expect(try await stage.write("a", "weekly") == nil)
      }
      // It goes as soon as the Cloud API takes it.
      take()
      #expect(try await stage.write("a", "weekly") == true)
      refuse("400 Bad Request", #"{"error":{"code":131048}}"#)
      #expect(try await stage.write("b", "at-once") == nil)
      take()
      // The notice before it is still known.
      #expect(try await stage.write("a", "at-once") == false)
      #expect(try await stage.write("b", "at-once") == true)
      for (number, status) in ["", "504 Gateway Timeout"].enumerated() {
        refuse(status, "")
        #expect(try await stage.write("c\(number)", "at-once") == nil)
        take()
        #expect(try await stage.write("c\(number)", "at-once") == false)
      }
    }
  }

  @Test("a signed STOP ends the messages until the person wants them again; an unsigned one changes nothing")
  func stopping() async throws {
    try await staged { stage in
      try await stage.link()
      let stop =
        #"{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"messages":"#
        + #"[{"from":"491701234567","type":"text","text":{"body":" Stop. "}}]}}]}]}"#
      let good = try stage.signed(stop)
      for signature in [
        nil, "", "sha256=", good.replacing("sha256=", with: ""), String(good.dropLast()), good + "0",
        good.replacing("sha256=", with: "sha1="), "sha256=" + String(repeating: "z", count: 64),
        try stage.signed(stop, with: "another"), try stage.signed(stop + " "),
      ] {
        #expect(try await stage.hook(stop, signature) == 403, "\(signature ?? "none")")
      }
      #expect(try await stage.ask(#"{"act":"look"}"#).json["stopped"] == false)
      for body in ["<html>", "[1", String(repeating: "[", count: 100)] {
        #expect(try await stage.hook(body, try stage.signed(body)) == 400, "\(body.prefix(9))")
      }
      for body in [
        "[]", "7", "null", "{}", #"{"entry":7}"#, #"{"entry":[{"changes":{"value":1}}]}"#,
        stop.replacing("491701234567", with: "not-a-number"), stop.replacing("491701234567", with: "15550000000"),
        stop.replacing(" Stop. ", with: "Please do not stop writing"),
        stop.replacing(#"{"body":" Stop. "}"#, with: "7"),
      ] {
        #expect(try await stage.hook(body, try stage.signed(body)) == 200, "\(body)")
      }
      #expect(try await stage.ask(#"{"act":"look"}"#).json["stopped"] == false)
      #expect(try await stage.hook(stop, good) == 200)
      #expect(try await stage.ask(#"{"act":"look"}"#).json["stopped"] == true)
      #expect(try await stage.write("a", "at-once") == false)
      #expect(try await stage.ask(#"{"act":"resume"}"#).json == ["stopped": false])
      #expect(try await stage.write("a", "at-once") == true)
    }
  }

  @Test("the Cloud API's question about the address is answered for the shared word alone")
  func subscribing() async throws {
    try await staged { stage in
      func told(_ query: String) async throws -> Running.Told {
        try await stage.server.ask("GET", "/functions/v1/whatsapp-webhook?\(query)")
      }
      let good = try await told("hub.mode=subscribe&hub.verify_token=the-word&hub.challenge=1158201444")
      #expect(good.status == 200 && good.text == "1158201444")
      for query in [
        "", "hub.mode=subscribe&hub.verify_token=other&hub.challenge=1", "hub.verify_token=the-word&hub.challenge=1",
        "hub.mode=subscribe&hub.verify_token=the-word&hub.challenge=%3Cscript%3E",
        "hub.mode=subscribe&hub.verify_token=the-word", "hub.mode=subscribe&hub.challenge=1",
      ] {
        #expect(try await told(query).status == 403, "\(query)")
      }
      #expect(try await stage.server.ask("DELETE", "/functions/v1/whatsapp-webhook").status == 405)
    }
  }

  @Test(
    "a server with a number alone names it and sends no codes; one without an account says so, and hears no webhooks")
  func without() async throws {
    try await staged(hasAccess: false) { stage in
      let known = try await stage.ask(#"{"act":"look"}"#).json
      #expect(known == ["number": "+4930555000", "verifies": false, "stopped": false])
      let asked = try await stage.ask(#"{"act":"ask","phone":"+491701234567"}"#).json
      #expect(asked["code"] == "NO_WHATSAPP")
      let signature = try stage.signed("{}")
      let heard = try await stage.hook("{}", signature)
      #expect(heard == 401)
    }
    let functions = try ServerFunction.products()
    try await running(change: { $0.functions = functions }) { server in
      let told = try await server.ask(
        "POST", "/functions/v1/whatsapp", key: server.backend.keys.anon, bearer: try await server.signUp(),
        body: #"{"act":"look"}"#)
      #expect(told.json == ["number": .null, "verifies": false, "stopped": false])
    }
  }

  @Test("the file of an account is whole, or the server does not start")
  func files() throws {
    for text in [
      "", "{", "[]", "{}", #"{"number":7}"#, #"{"number":"0170"}"#, #"{"number":"+4930555000","api":"ftp://x"}"#,
      #"{"number":"+4930555000","api":"https://x"}"#,
      WhatsAppServerTests.account("https://x").replacing("the-token", with: ""),
      WhatsAppServerTests.account("https://x").replacing("the-token", with: "a\\nb"),
    ] {
      #expect(throws: Problem.self, "\(text)") { try WhatsAppServerTests.functions(text) }
    }
    #expect(throws: Problem.self) { try ServerFunction.products(whatsApp: "/nowhere/whatsapp.json") }
    #expect(
      try WhatsAppServerTests.functions(WhatsAppServerTests.account("https://x")).contains { $0.name == "whatsapp" })
  }
}
