import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import Outbox
import Relational
import Testing

@testable import PushDelivery

@Suite("Push services that hang, lie or change their mind", .timeLimit(.minutes(10)))
struct HostileServiceTests {
  /// Returns when something holds, or after half a minute of the real clock.
  private func until(_ holds: () async throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while try await !holds() {
      guard ContinuousClock.now < end else { return false }
      await Task.yield()
    }
    return true
  }

  private func tokens(_ stage: PushStage) async -> [String] {
    await stage.world.asked.compactMap { one in one.headers.first { $0.name == "authorization" }?.value }
  }

  @Test("Apple sees one token for 40 minutes, another after them, and another once it has refused one")
  func token() async throws {
    let stage = try await PushStage(.sqlite)
    let running = await stage.start()
    for sign in ["ab", "cd"] { try await stage.device(.apns(String(repeating: sign, count: 32))) }
    try await stage.message()
    try await stage.noted(1)
    await stage.pass(6, running)
    let first = await tokens(stage)
    #expect(first.count == 2 && Set(first).count == 1)
    await stage.world.answer(Incoming(status: 403, body: Array(#"{"reason":"ExpiredProviderToken"}"#.utf8)))
    try await stage.message()
    try await stage.noted(2)
    for _ in 0..<3 { await stage.pass(6, running) }
    let second = await tokens(stage).dropFirst(2)
    #expect(second.count == 3 && second.first == first.first && Set(second).count == 2)
    await stage.pass(2400, running)
    try await stage.message()
    try await stage.noted(3)
    await stage.pass(6, running)
    let third = await tokens(stage).dropFirst(5)
    #expect(third.count == 2 && Set(third).count == 1 && !second.contains(third.first ?? ""))
    await running.stop()
    await stage.close()
  }

  @Test(
    "a device that is registered anew before the answer that its former address is gone stays", arguments: Ground.all)
  func rotated(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    let running = await stage.start()
    let device = try await stage.device()
    let asked = Locked<[String]>([])
    await stage.world.forward { request throws(Problem) in
      let isFirst = asked.withLock { asked in
        asked.append(request.address)
        return asked.count == 1
      }
      guard isFirst else { return Incoming(status: 200) }
      _ = try? await stage.device(.apns(String(repeating: "cd", count: 32)), id: device)
      return Incoming(status: 410, body: Array(#"{"reason":"Unregistered"}"#.utf8))
    }
    for number in 1...2 {
      try await stage.message()
      try await stage.noted(number)
      await stage.pass(6, running)
    }
    #expect(try await stage.number("push_devices") == 1)
    #expect(asked.withLock { $0.map { $0.contains("cdcd") } } == [false, true])
    await running.stop()
    await stage.close()
  }

  @Test("while the push services of eight devices hang, a mail leaves, and pushes have half of the outbox")
  func hanging() async throws {
    let (stage, mails) = (try await PushStage(.sqlite), Locked(0))
    let (held, opened) = (Locked(0), AsyncStream.makeStream(of: Void.self))
    let stream = Locked<AsyncStream<Void>?>(opened.stream)
    let gate = Task { if let stream = stream.withLock({ $0 }) { for await _ in stream {} } }
    await stage.world.forward { _ throws(Problem) in
      held.withLock { $0 += 1 }
      await gate.value
      return Incoming(status: 200)
    }
    let mail = OutboxKind("mail") { _ throws(Problem) in mails.withLock { $0 += 1 } }
    let running = await stage.start(with: [mail])
    for number in 10..<18 { try await stage.device(.apns(String(repeating: "\(number)", count: 32))) }
    try await stage.message()
    try await stage.noted(1)
    // An alarm that rings meanwhile waits for what hangs.
    async let passed: Void = stage.clock.advance(by: .seconds(6), settling: Settling())
    let areHanging = await until {
      await running.outbox.wake()
      return held.withLock { $0 } == PushDelivery.share.atOnce
    }
    #expect(areHanging)
    try await stage.database.transact { session throws(Failure) in
      try running.outbox.post("mail", "words", in: session)
    }
    await running.outbox.wake()
    #expect(await until { mails.withLock { $0 } == 1 })
    #expect(held.withLock { $0 } == PushDelivery.share.atOnce)
    opened.continuation.finish()
    await passed
    #expect(await until { held.withLock { $0 } == 8 })
    await running.stop()
    await stage.close()
  }

  @Test("a service that redirects, answers rubbish or drips is asked for a short time; the others get theirs")
  func rubbish() async throws {
    let (fetch, asked) = (try Fetch(), Locked<[String]>([]))
    let elsewhere = try Listener { talk in
      while talk.request() != nil { talk.answer([]) }
    }
    let listener = try Listener { talk in
      while let (head, _) = talk.request() {
        let device = head.first?.split(separator: "/").dropFirst(3).first?.prefix(2) ?? ""
        asked.withLock { $0.append(String(device)) }
        switch device {
        case "10":
          let place = "location: http://127.0.0.1:\(elsewhere.port)/"
          talk.answer([], status: "307 Temporary Redirect", headers: [place])
        case "20": talk.answer(Array("<html>\u{1B}[2J".utf8))
        case "30": talk.answer([0xFF, 0x00, 0x7B], status: "400 Bad Request")
        case "40":
          talk.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\na")
          talk.untilGone()
        default: talk.answer([])
        }
      }
    }
    let stage = try await PushStage(.sqlite)
    stage.longestSend.withLock { $0 = .milliseconds(300) }
    await stage.world.forward { request throws(Problem) in
      var request = request
      let path = request.address.split(separator: "/").dropFirst(2).joined(separator: "/")
      request.address = "http://127.0.0.1:\(listener.port)/\(path)"
      return try await fetch.send(request)
    }
    let running = await stage.start()
    for device in ["40", "10", "20", "30", "50"] {
      try await stage.device(.apns(String(repeating: device, count: 32)))
    }
    try await stage.message()
    try await stage.noted(1)
    let start = ContinuousClock.now
    await stage.pass(6, running)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(asked.withLock { Set($0) } == ["10", "20", "30", "40", "50"])
    for _ in 0..<4 { await stage.pass(3600, running) }
    // The one that drips is asked again after pauses, none of the others.
    #expect(asked.withLock { $0.filter { $0 != "40" }.sorted() } == ["10", "20", "30", "50"])
    #expect(asked.withLock { $0.count { $0 == "40" } } > 2 && elsewhere.visits == 0)
    let lines = stage.lines.withLock { $0 }
    #expect(lines.contains { $0.contains("refused a notification: status 307") })
    #expect(lines.contains { $0.contains("refused a notification: status 400") })
    #expect(try await stage.number("push_devices") == 5)
    await running.stop()
    await fetch.close()
    await stage.close()
  }

  @Test("what a service asks for again after it is of no use is not kept", arguments: Ground.all)
  func postponed(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    let running = await stage.start()
    try await stage.device()
    let busy = Incoming(status: 503, headers: [.init("retry-after", "86400")])
    await stage.world.answer(busy, busy, busy)
    try await stage.message()
    try await stage.noted(1)
    await stage.pass(6, running)
    #expect(try await stage.number("outbox") == 1)
    // A message is of use for two days.
    await stage.pass(86_400, running)
    #expect(await stage.world.asked.count == 2)
    #expect(try await stage.number("outbox") == 0)
    await running.stop()
    await stage.close()
  }

  @Test("one person's devices that take nothing fill their own room in the outbox alone", arguments: Ground.all)
  func room(_ ground: Ground) async throws {
    let stage = try await PushStage(ground)
    let running = await stage.start()
    try await stage.device()
    let (ben, most) = (stage.ben, PushDelivery.share.mostOfPerson)
    let later = stage.clock.now.date.addingTimeInterval(365 * 86_400)
    try await stage.database.transact { session throws(Failure) in
      // Besides the job that plans for the person, and one to be sent.
      for _ in 0..<most - 2 {
        try running.outbox.post(PushDelivery.Job.send, [:], of: ben, due: later, in: session)
      }
    }
    for number in 1...2 {
      try await stage.message()
      try await stage.noted(number)
      await stage.pass(6, running)
      if number == 1 {
        #expect(await stage.world.asked.count == 1)
        try await stage.database.transact { session throws(Failure) in
          try running.outbox.post(PushDelivery.Job.send, [:], of: ben, due: later, in: session)
        }
      }
    }
    #expect(await stage.world.asked.count == 1)
    #expect(stage.lines.withLock { $0.contains { $0.contains("no room for more of one person") } })
    await running.stop()
    await stage.close()
  }
}
