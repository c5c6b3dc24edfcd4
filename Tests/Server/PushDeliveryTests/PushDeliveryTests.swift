import Fetch
import Foundation
import JSON
import Kernel
import Notices
import Outbox
import Relational
import Testing

import struct Storage.MasterKey

@testable import PushDelivery

/// Runs a test with a server and a device of the recipient.
private func withServer(
  _ ground: Ground, _ body: (PushStage, PushStage.Running) async throws -> Void
) async throws {
  let stage = try await PushStage(ground)
  let running = await stage.start()
  do {
    try await body(stage, running)
  } catch {
    await running.stop()
    await stage.close()
    throw error
  }
  await running.stop()
  await stage.close()
}

@Suite("Push notifications for what another person caused", .timeLimit(.minutes(10)))
struct PushDeliveryTests {
  @Test(
    "a message and a request reach all devices of the other person, in words that name nobody", arguments: Ground.all)
  func words(_ ground: Ground) async throws {
    try await withServer(ground) { stage, running in
      for address in [.apns(PushStage.apple), .fcm("token"), PushStage.browser] { try await stage.device(address) }
      try await stage.device(.apns(String(repeating: "cd", count: 32)), of: stage.anna)
      try await stage.message()
      try await stage.request()
      try await stage.noted(2)
      await stage.pass(2, running)
      #expect(await stage.world.asked.isEmpty, "an open app may tell the person itself")
      await stage.pass(2, running)
      // The request waits for the pause after the message.
      let first = await stage.world.asked
      #expect(first.count == 3)
      await stage.pass(900, running)
      let asked = await stage.world.asked
      #expect(asked.count == 6)
      #expect(Set(asked.map { $0.address.prefix(24) }).count == 3)
      #expect(!asked.contains { $0.address.contains("cdcd") }, "the sender is told nothing")
      let apple = try asked.filter { $0.address.contains("apple") }.map { try JSON(bytes: $0.body ?? []) }
      #expect(
        apple.map { $0["aps"]?["alert"] } == [
          ["title": "Message", "body": "You have a new message."],
          ["title": "Request", "body": "There is something new in your connections."],
        ])
      #expect(apple.map { $0["link"] } == ["/messages", "/connections"])
      for request in asked {
        let text = String(decoding: request.body ?? [], as: UTF8.self)
        for secret in ["c2Vh", "Please", stage.anna, stage.ben, stage.connection] { #expect(!text.contains(secret)) }
      }
      #expect(stage.lines.withLock { $0 }.isEmpty)
    }
  }

  @Test(
    "nothing is sent of somebody who is blocked, of what was read or withdrawn, or of what a device told",
    arguments: Ground.all)
  func unseen(_ ground: Ground) async throws {
    try await withServer(ground) { stage, running in
      try await stage.device()
      let read = try await stage.message()
      let withdrawn = try await stage.request()
      let told = try await stage.message()
      try await stage.noted(3)
      try await stage.change("messages", read, ["read_at": "2028-06-05T12:00:01Z"])
      try await stage.change("connection_requests", withdrawn, ["status": "withdrawn"])
      try await stage.insert(
        "notifications",
        [
          "name": .text("message \(told)"), "kind": "message", "body": "You have a new message.", "link": "/messages",
          "action": "View Message", "why": "",
        ], owner: stage.ben, at: 0)
      await stage.pass(6, running)
      #expect(await stage.world.asked.isEmpty)
      try await stage.insert("blocks", ["blocked": .text(stage.anna)], owner: stage.ben, at: nil)
      try await stage.message()
      try await stage.request()
      try await stage.noted(5)
      await stage.pass(86_400, running)
      #expect(await stage.world.asked.isEmpty)
    }
  }

  @Test("of several messages of one conversation the newest is told", arguments: Ground.all)
  func together(_ ground: Ground) async throws {
    try await withServer(ground) { stage, running in
      try await stage.device()
      try await stage.message()
      try await stage.noted(1)
      await stage.clock.advance(by: .seconds(1), settling: Settling())
      let newest = try await stage.message()
      try await stage.noted(2)
      await stage.pass(10, running)
      let asked = await stage.world.asked
      #expect(asked.count == 1)
      #expect(try JSON(bytes: asked.first?.body ?? [])["id"] == .string("message \(newest)"))
    }
  }

  @Test(
    "a kind that is turned off is not sent, and all of them neither",
    arguments: ["notifications.message", "notifications"])
  func switches(_ name: String) async throws {
    try await withServer(.sqlite) { stage, running in
      try await stage.device()
      try await stage.set(name, .json("false"))
      try await stage.message()
      try await stage.noted(1)
      await stage.pass(86_400, running)
      #expect(await stage.world.asked.isEmpty)
    }
  }

  @Test(
    "quiet hours in the person's zone hold it until they end, and a block meanwhile drops it", arguments: Ground.all)
  func quiet(_ ground: Ground) async throws {
    try await withServer(ground) { stage, running in
      // Noon in London is midnight in Auckland, where the night ends at 07:00, seven hours later.
      try await stage.device(zone: "Pacific/Auckland")
      try await stage.message()
      try await stage.noted(1)
      await stage.pass(7 * 3600 - 10, running)
      #expect(await stage.world.asked.isEmpty)
      await stage.pass(20, running)
      #expect(await stage.world.asked.count == 1)
      await stage.pass(17 * 3600, running)
      try await stage.message()
      try await stage.noted(2)
      await stage.pass(3600, running)
      try await stage.insert("blocks", ["blocked": .text(stage.anna)], owner: stage.ben, at: nil)
      await stage.pass(86_400, running)
      #expect(await stage.world.asked.count == 1)
    }
  }

  @Test("no more are sent on a day than the person wants")
  func cap() async throws {
    try await withServer(.sqlite) { stage, running in
      try await stage.device()
      try await stage.set("notifications.frequency", .json("2"))
      for count in 1...4 {
        try await stage.message()
        try await stage.noted(count)
        await stage.pass(60, running)
      }
      #expect(await stage.world.asked.count == 2)
      // The next morning the newest that still waits is told.
      await stage.pass(20 * 3600, running)
      #expect(await stage.world.asked.count == 3)
    }
  }

  @Test(
    "rows that were committed while no server heard of them are told of by the next one, once", arguments: Ground.all)
  func restart(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    try await stage.device()
    try await stage.message()
    // It notes the row and is killed before the outbox begins.
    let killed = await stage.made()
    await killed.push.begin()
    await killed.push.close()
    #expect(try await stage.number("push_notices") == 1)
    let (one, other) = (await stage.start(), await stage.start())
    await stage.pass(6, one)
    await other.outbox.idle()
    #expect(await stage.world.asked.count == 1)
    // Both hear of the next one.
    try await stage.message()
    try await stage.noted(2)
    await stage.pass(6, one)
    await other.outbox.idle()
    #expect(await stage.world.asked.count == 2)
    await one.stop()
    await other.stop()
    await stage.close()
  }

  @Test("nothing is noted for a person without a device, or with one of another product")
  func nobody() async throws {
    try await withServer(.sqlite) { stage, running in
      try await stage.device(product: "yhealth")
      try await stage.message()
      try await stage.device(.fcm("token"))
      try await stage.request()
      try await stage.noted(1)
      await stage.pass(6, running)
      #expect(await stage.world.asked.count == 1)
      #expect(await stage.world.asked.allSatisfy { $0.address.contains("googleapis") })
    }
  }

  @Test("a device that is gone is removed, and a service that is busy is asked when it says")
  func outcomes() async throws {
    try await withServer(.sqlite) { stage, running in
      try await stage.device()
      await stage.world.answer(Incoming(status: 429, headers: [.init("retry-after", "120")]))
      try await stage.message()
      try await stage.noted(1)
      // The attempt comes after three to four seconds, the next one two minutes later.
      await stage.pass(4, running)
      #expect(await stage.world.asked.count == 1)
      await stage.pass(118, running)
      #expect(await stage.world.asked.count == 1)
      await stage.world.answer(Incoming(status: 410, body: Array(#"{"reason":"Unregistered"}"#.utf8)))
      await stage.pass(3, running)
      #expect(await stage.world.asked.count == 2)
      #expect(try await stage.number("push_devices") == 0)
    }
  }

  @Test("a device whose session was ended elsewhere gets nothing")
  func signedOut() async throws {
    try await withServer(.sqlite) { stage, running in
      try await stage.device(session: "one")
      try await stage.device(.fcm("token"), session: "other")
      stage.end(session: "one")
      try await stage.message()
      try await stage.noted(1)
      await stage.pass(6, running)
      let asked = await stage.world.asked
      #expect(asked.count == 1 && asked.allSatisfy { $0.address.contains("googleapis") })
    }
  }

  @Test(
    "one subscription of a browser serves every product and profile there, and each of them leaves alone",
    arguments: Ground.all)
  func shared(_ ground: Ground) async throws {
    try await withServer(ground) { stage, running in
      let volvox = try await stage.device(PushStage.browser(at: "/volvox/ben"))
      try await stage.device(PushStage.browser(at: "/yhealth/ben"), product: "yhealth")
      try await stage.device(PushStage.browser(at: "/volvox/anna"), of: stage.anna)
      #expect(try await stage.number("push_devices") == 3)
      // A profile that registers again is one device, also for the next person there.
      try await stage.device(PushStage.browser(at: "/volvox/anna"), of: stage.anna)
      #expect(try await stage.number("push_devices") == 3)
      try await stage.message()
      try await stage.insert(
        "notifications",
        [
          "name": "meal 2028-06-05", "kind": "meal", "body": "Dinner?", "link": "/log/meal", "action": "Log Now",
          "why": "",
        ], owner: stage.ben, at: 0)
      try await stage.noted(2)
      await stage.pass(900, running)
      let asked = await stage.world.asked
      #expect(asked.count == 2 && Set(asked.map(\.address)) == ["https://push.example.net/send/abc"])
      // One that waits at the service does not take the place of another product's.
      let topics = asked.compactMap { one in one.headers.first { $0.name.lowercased() == "topic" }?.value }
      #expect(topics.count == 2 && Set(topics).count == 2 && topics.allSatisfy { $0.utf8.count == 32 })
      let ben = stage.ben
      let isGone = try await stage.database.transact { session throws(Failure) in
        try PushTables.remove(volvox, of: ben, session)
      }
      #expect(isGone)
      #expect(try await stage.number("push_devices") == 2)
    }
  }

  @Test("a pause holds what comes until it ends, also when a device has set it in the settings", arguments: Ground.all)
  func paused(_ ground: Ground) async throws {
    try await withServer(ground) { stage, running in
      try await stage.device()
      let end = Int(PushStage.noon.timeIntervalSince1970) + 3600
      try await stage.set("notifications.paused-until", .json("\(end)"))
      try await stage.message()
      try await stage.noted(1)
      await stage.pass(3590, running)
      #expect(await stage.world.asked.isEmpty)
      await stage.pass(20, running)
      #expect(await stage.world.asked.count == 1)
    }
  }

  @Test("of a long history in a sealed database the newest entries count, though their instants cannot be compared")
  func sealedHistory() async throws {
    let stage = try await PushStage(.sqlite, key: .random())
    func tell(_ name: String) async throws {
      try await stage.insert(
        "notifications",
        ["name": .text(name), "kind": "meal", "body": "Dinner?", "link": "/log", "action": "Log", "why": ""],
        owner: stage.ben, at: 0)
    }
    for number in 1...200 { try await tell("meal \(number)") }
    await stage.clock.advance(by: .seconds(3600), settling: Settling())
    try await tell("meal newest")
    let reading = PushReading(database: stage.database, notices: [])
    let names = try await reading.history(of: stage.ben).map(\.id)
    #expect(names.count == 200 && names.first == "meal newest")
    await stage.close()
  }

  @Test("an account that goes takes its devices and what waits with it; no address is readable in the database")
  func forgotten() async throws {
    try await withServer(.sqlite) { stage, running in
      try await stage.device()
      let rows = try await stage.database.look { session throws(Failure) in
        try session.rows("select address from push_devices", [])
      }
      #expect(rows.count == 1 && rows.allSatisfy { $0[0].string?.contains("abab") == false })
      try await stage.message()
      try await stage.noted(1)
      try await running.push.forget(stage.ben)
      await stage.pass(6, running)
      #expect(await stage.world.asked.isEmpty)
      #expect(try await stage.number("push_notices") == 0)
    }
  }
}

@Suite("The address of a device") struct PushAddressTests {
  @Test(
    "rubbish is refused",
    arguments: [
      "null", "{}", #"{"service":"apns"}"#, #"{"service":"apns","token":"xyz"}"#, #"{"service":"fcm","token":""}"#,
      #"{"service":"fcm","token":"with space"}"#, #"{"service":"web","subscription":{}}"#,
      #"{"service":"web","subscription":{"endpoint":"http://push.example.net/a","keys":{"p256dh":"AA","auth":"AA"}}}"#,
      #"{"service":"smoke","token":"abc"}"#, web(base: "//example.org"), web(base: "volvox"), web(base: "/a b"),
      web(base: "/" + String(repeating: "a", count: 300)),
    ])
  func rubbish(_ text: String) throws {
    #expect(PushAddress(try JSON(text: text)) == nil)
  }

  private static func web(base: String) -> String {
    #"{"service":"web","base":"\#(base)","subscription":{"endpoint":"https://push.example.net/a","keys":{"p256dh":"\#(PushStage.p256dh)","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}}"#
  }

  @Test("is read as it is written, and never shown")
  func round() {
    for address in [.apns(PushStage.apple), .fcm("token"), PushStage.browser] as [PushAddress] {
      #expect(PushAddress(address.json) == address)
      #expect("\(address)" == "redacted" && !address.hash(of: "volvox").contains("abab"))
      #expect(address.link(to: "/messages") == (address == PushStage.browser ? "/volvox/messages" : "/messages"))
    }
  }
}
