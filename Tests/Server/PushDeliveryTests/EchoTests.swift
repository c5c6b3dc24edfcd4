import Catalog
import Fetch
import FoundationEssentials
import JSON
import Kernel
import Loopback
import Notices
import Outbox
import Push
import Relational
import ServerFunctions
import Signing
import Testing

@testable import PushDelivery

@Suite("Push notifications of what another device has told", .timeLimit(.minutes(10)))
struct EchoTests {
  private func tell(_ stage: PushStage, _ name: String, _ kind: String, of owner: String? = nil) async throws -> String
  {
    try await stage.insert(
      "notifications",
      [
        "name": .text(name), "kind": .text(kind), "body": "Don't forget to log dinner, Ben!", "link": "/log/meal",
        "action": "Log Now", "why": "No dinner is logged.",
      ], owner: owner ?? stage.ben, at: 0)
  }

  @Test(
    "every service takes it for its devices, with the signature that the device checks, and no word of the entry",
    arguments: Ground.all
  )
  func services(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    let running = await stage.start()
    let key = try SigningKey([UInt8](repeating: 5, count: 32))
    for address in [.apns(PushStage.apple), .fcm("token"), PushStage.browser] {
      try await stage.device(address, product: "yhealth", key: key)
    }
    try await stage.device(.fcm("of Daily PA"), product: "dailypa")
    _ = try await tell(stage, "meal 2028-06-05", "meal")
    _ = try await tell(stage, "of-no-kind 2028-06-05", "of-no-kind")
    _ = try await tell(stage, "meal 2028-06-05", "meal", of: stage.anna)
    try await stage.noted(1)
    // After the pause behind the nudge.
    await stage.pass(620, running)
    let asked = await stage.world.asked
    #expect(Set(asked.map { $0.address.prefix(24) }).count == 3 && asked.count == 3)
    for request in asked {
      let text = String(decoding: request.body ?? [], as: UTF8.self)
      for secret in ["dinner", "Ben", stage.ben] { #expect(!text.contains(secret)) }
    }
    let apple = try #require(asked.first { $0.address.contains("apple") })
    let google = try #require(asked.first { $0.address.contains("googleapis") })
    for payload in [
      try JSON(bytes: apple.body ?? []), try #require(try JSON(bytes: google.body ?? [])["message"]?["data"]),
    ] {
      let pushed = try #require(PushedNotice(payload))
      #expect(pushed.isGenuine(by: key) && pushed.isEcho && pushed.channel == "meal" && pushed.link == "/log/meal")
      #expect(pushed.title == "Meal reminder" && pushed.id == "meal 2028-06-05")
    }
    // Nothing asks to pass Do Not Disturb.
    #expect(!asked.contains { String(decoding: $0.body ?? [], as: UTF8.self).contains("interruption-level") })
    await running.stop()
    await stage.close()
  }

  @Test(
    "what was read meanwhile, is switched off, or comes at night is not told; two people may have one name",
    arguments: Ground.all)
  func held(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    let running = await stage.start()
    try await stage.device(product: "yhealth")
    try await stage.device(.fcm("anna"), of: stage.anna, product: "yhealth")
    let read = try await tell(stage, "meal 2028-06-05", "meal")
    _ = try await tell(stage, "meal 2028-06-05", "meal", of: stage.anna)
    try await stage.noted(2)
    try await stage.change("notifications", read, ["is_read": .bool(true)])
    await stage.pass(6, running)
    #expect(await stage.world.asked.map { $0.address.contains("googleapis") } == [true])
    await stage.world.forget()
    try await stage.set("notifications.prompts", .json("false"))
    _ = try await tell(stage, "workout 2028-06-05", "workout")
    try await stage.noted(3)
    await stage.pass(6, running)
    // 23:00: the night ends long after a reminder is of use.
    await stage.pass(11 * 3600, running)
    _ = try await tell(stage, "check-in 2028-06-05", "check-in")
    try await stage.noted(4)
    await stage.pass(86_400, running)
    #expect(await stage.world.asked.isEmpty)
    await running.stop()
    await stage.close()
  }
}

@Suite("What a push notification tells", .timeLimit(.minutes(10)))
struct PushWordsTests {
  @Test("of every kind of every product no word of a row is in a payload, a log or what waits to be sent")
  func marked() async throws {
    let (word, stage) = ("Zwetschgendatschi", try await PushStage(.sqlite))
    let running = await stage.start()
    for (place, product) in Set(ServerNotice.products.map(\.product)).sorted().enumerated() {
      let token = String(repeating: "a\(place)", count: 32)
      let key = try SigningKey([UInt8](repeating: 5, count: 32))
      try await stage.device(.apns(token), product: product, key: key)
      try await stage.device(.fcm("token of \(product)"), product: product, key: key)
      try await stage.device(PushStage.browser(at: "/\(product)/ben"), product: product, key: key)
    }
    try await stage.message(.text(word))
    try await stage.insert(
      "connection_requests",
      ["sender": .text(stage.anna), "recipient": .text(stage.ben), "asks_for": "sponsor", "note": .text(word)],
      owner: stage.anna, at: 0)
    let echoes = ServerNotice.products.filter(\.isEcho)
    // One of them is refused with a word of the service, one is to be tried again.
    await stage.world.answer(
      Incoming(status: 400, body: Array(#"{"reason":"BadTopic"}"#.utf8)),
      Incoming(status: 503, headers: [.init("retry-after", "5")]))
    try await stage.noted(2)
    await stage.pass(620, running)
    for (number, echo) in echoes.enumerated() {
      try await stage.insert(
        "notifications",
        [
          "name": .text("\(echo.kind.id) 2028-06-05"), "kind": .text(echo.kind.id), "body": .text("\(word), Ben!"),
          "link": .text("/\(word)"), "action": .text(word), "why": .text("\(word)."),
        ], owner: stage.ben, at: 0)
      try await stage.noted(number + 3)
      // Behind the pause after the one before; an echo that is an hour late is of no use.
      await stage.pass(900, running)
    }
    let asked = await stage.world.asked
    let texts = asked.map { "\($0.address) \($0.headers) \(String(decoding: $0.body ?? [], as: UTF8.self))" }
    for text in texts + stage.lines.withLock({ $0 }) {
      #expect(!text.contains(word) && !text.contains("Ben!") && !text.contains(stage.ben), "\(text)")
    }
    for source in ServerNotice.products {
      #expect(texts.contains { $0.contains(source.title) && $0.contains(source.body) }, "\(source.kind.id)")
    }
    #expect(asked.count { $0.address.contains("push.example.net") } >= echoes.count)
    let kept = try await stage.database.look { session throws(Failure) in
      try session.rows("select id, person, kind, row_id from push_notices", [])
    }
    #expect(kept.count == echoes.count + 2 && !"\(kept)".contains(word))
    await running.stop()
    await stage.close()
  }

  @Test("a subscription that leads to this machine or its network is asked nothing, and is not tried again")
  func inward() async throws {
    let fetch = try Fetch()
    let visits = Locked(0)
    let listener = try Listener { talk in
      while talk.request() != nil {
        visits.withLock { $0 += 1 }
        talk.answer([])
      }
    }
    let problems = Locked<[String]>([])
    let stage = try await PushStage(.sqlite)
    await stage.world.forward { request throws(Problem) in
      do throws(Problem) { return try await fetch.send(request) } catch {
        problems.withLock { $0.append(error.code) }
        throw error
      }
    }
    let running = await stage.start()
    let hosts = ["127.0.0.1", "localhost", "[::1]", "0x7f000001", "10.0.0.1", "169.254.169.254"]
    for host in hosts {
      let address = PushAddress.web(
        endpoint: "https://\(host):\(listener.port)/send", p256dh: PushStage.p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg",
        base: "/volvox/ben")
      try await stage.device(address)
    }
    try await stage.message()
    try await stage.noted(1)
    for seconds in [6.0, 7200, 7200, 7200] { await stage.pass(seconds, running) }
    #expect(problems.withLock { $0 } == [String](repeating: "fetch-address-refused", count: hosts.count))
    #expect(visits.withLock { $0 } == 0)
    await running.stop()
    await fetch.close()
    await stage.close()
  }
}

@Suite("The key of a device") struct PushPlaceTests {
  @Test("is kept with its address, and rubbish in its place is refused")
  func read() throws {
    let key = try SigningKey([UInt8](repeating: 5, count: 32))
    let text = Base64URL.text(key.revealed)
    let place = try #require(PushPlace(["service": "fcm", "token": "one", "key": .string(text)]))
    #expect(place.key?.revealed == key.revealed && PushPlace(place.json) == place)
    #expect(PushPlace(["service": "fcm", "token": "one"])?.key == nil)
    for bad: JSON in ["", "AAAA", 5, [], .string(String(repeating: "A", count: 5000)), .string(text + "A")] {
      #expect(PushPlace(["service": "fcm", "token": "one", "key": bad]) == nil)
    }
  }
}
