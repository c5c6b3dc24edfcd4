import Audit
import Covers
import FeatureTesting
import Foundation
import Interface
import Kernel
import Peers
import Storage
import Testing

@testable import Messaging

@Suite("Conversations") struct ConversationTests {
  @Test(
    "a text is sealed, arrives, is marked as delivered and read, and the answer stands below it",
    .covers("vx-FR-031", "vx-FR-032", "vx-FR-033", "vx-FR-036", "vx-US5-1", "vx-US5-2", "vx-US5-3"))
  func conversation() async throws {
    let two = try await Two()
    let thread = MessagingPlaces.thread(two.connection)
    await two.hers.write("Zebra at noon?", in: two.connection)
    #expect(two.hers.thread(two.connection) == ["You: Zebra at noon? (Sending)"])
    try await two.hers.sync()
    #expect(two.hers.thread(two.connection) == ["You: Zebra at noon? (Sent)"])
    for row in two.post.rows { #expect(!"\(row.fields)".contains("Zebra")) }
    try await two.his.sync()
    #expect(two.his.state.unread == 1)
    let row = try #require(two.his.nodes().first { $0.role == .listitem && $0.label == "Anna" })
    #expect(row.value == "Zebra at noon?, 08:15" && row.state.isCurrent)
    #expect(row.all.contains { $0.label == "1 unread" })
    try await two.sync()
    #expect(two.hers.thread(two.connection) == ["You: Zebra at noon? (Delivered)"])
    await two.his.do(.appeared(thread))
    #expect(two.his.state.unread == 0 && two.his.texts(two.connection) == ["Zebra at noon?"])
    try await two.sync()
    #expect(two.hers.thread(two.connection) == ["You: Zebra at noon? (Read)"])
    await two.his.write("Yes.\nGladly.", in: two.connection)
    try await two.sync()
    #expect(two.hers.texts(two.connection) == ["Zebra at noon?", "Yes.\nGladly."])
    #expect(two.hers.nodes().contains { $0.value == "Yes., 08:15" }, "its first line")
  }

  @Test("messages that are written one after another keep their order, also where the other's clock is ahead")
  func order() async throws {
    let two = try await Two()
    await two.his.set(SampleTime.morning.advanced(by: .seconds(300)))
    for number in 1...20 { await two.his.write("\(number)", in: two.connection) }
    try await two.sync()
    for number in 21...25 { await two.hers.write("\(number)", in: two.connection) }
    try await two.sync()
    let all = (1...25).map(String.init)
    #expect(two.hers.texts(two.connection) == all && two.his.texts(two.connection) == all)
    let now = SampleTime.morning.date
    #expect(MessagingState.next(after: now.addingTimeInterval(601), at: now) == now, "a year ahead is not followed")
    #expect(MessagingState.next(after: nil, at: now) == now)
  }

  @Test("a draft outlives a restart, goes when its text is sent, and a blank or too long text is not sent")
  func drafts() async throws {
    let two = try await Two()
    let route = MessagingPlaces.thread(two.connection)
    await two.hers.do(.type(two.connection, "Half a thou"))
    let again = try await MessagingBench(two.anna, two.post, two.hers.correspondents, over: two.hers)
    #expect(again.nodes(route).node(labelled: "Message to Ben")?.value == "Half a thou")
    await again.do(.send(two.connection))
    let third = try await MessagingBench(two.anna, two.post, two.hers.correspondents, over: again)
    #expect(third.nodes(route).node(labelled: "Message to Ben")?.value == "")
    #expect(third.texts(two.connection) == ["Half a thou"])
    for (text, words) in [
      (" \n", "Write something first."),
      (
        String(repeating: "x", count: 10_001),
        "This has 10001 characters; the limit is 10000. Make it shorter."
      ),
    ] {
      await third.write(text, in: two.connection)
      #expect(third.nodes(route).node(labelled: "Message to Ben")?.state.invalid == words)
      #expect(third.texts(two.connection).count == 1)
    }
    await third.write(String(repeating: "😀", count: 10_000), in: two.connection)
    #expect(third.texts(two.connection).count == 2)
  }

  @Test(
    "a message after the end is not sent, says so in the words of the specification, and keeps its text",
    .covers("vx-E6", "vx-FR-037"))
  func ended() async throws {
    let two = try await Two()
    two.post.refusal.withLock { $0 = "new row violates row-level security policy" }
    await two.hers.write("Are you there?", in: two.connection)
    try await two.hers.sync()
    await two.hers.send(
      .correspondents([Two.correspondent(two.connection, two.ben, "Ben", isActive: false)]))
    let route = MessagingPlaces.thread(two.connection)
    #expect(two.hers.thread(two.connection) == ["You: Are you there? (Not sent)"])
    #expect(
      two.hers.nodes(route).contains {
        $0.id.hasSuffix("reason") && $0.label == "This connection has ended. Messages cannot be sent."
      })
    #expect(two.hers.nodes(route).node(labelled: "Message to Ben") == nil, "nothing more can be written")
    #expect(two.hers.nodes().contains { $0.label == "Past connections" })
    await two.hers.tap("Discard message", at: route)
    await two.hers.tap("Discard", at: route)
    #expect(two.hers.texts(two.connection) == [])
  }

  @Test("a message that was refused can be sent again", .covers("vx-FR-038"))
  func retry() async throws {
    let two = try await Two()
    two.post.refusal.withLock { $0 = "The server is full." }
    await two.hers.write("Hello", in: two.connection)
    try await two.hers.sync()
    let route = MessagingPlaces.thread(two.connection)
    #expect(two.hers.nodes(route).contains { $0.label == "The server is full." })
    two.post.refusal.withLock { $0 = nil }
    await two.hers.tap("Try again", at: route)
    try await two.sync()
    #expect(two.hers.thread(two.connection) == ["You: Hello (Delivered)"] && two.his.texts(two.connection) == ["Hello"])
  }

  @Test("fifty messages are shown, and fifty more with each tap")
  func pages() async throws {
    let two = try await Two()
    for number in 1...120 { await two.hers.write("\(number)", in: two.connection) }
    let route = MessagingPlaces.thread(two.connection)
    #expect(two.hers.texts(two.connection) == (71...120).map(String.init))
    await two.hers.tap("Earlier messages", at: route)
    #expect(two.hers.texts(two.connection).count == 100)
    await two.hers.tap("Earlier messages", at: route)
    #expect(two.hers.texts(two.connection).count == 120)
    #expect(two.hers.nodes(route).node(labelled: "Earlier messages") == nil)
  }

  @Test("a conversation behind a thousand messages of another one is found, and not looked for beyond its beginning")
  func behind() async throws {
    let now = SampleTime.morning
    let (me, noor, busy, quiet) = (UUID(), UUID(), UUID(), UUID())
    func book(_ count: Int, from connection: UUID, ago: Double, hasMore: Bool = true) -> MessagingBook {
      var book = MessagingBook(me)
      book.letters = (0..<count).map { number in
        let message = SealedMessage(
          id: ID(UUID()), connection: connection, sender: me, recipient: noor, body: "x",
          sentAt: now.date.addingTimeInterval(Double(number) - ago))
        return OpenedMessage(message, of: me, .text("\(number)"))
      }
      book.hasMore = hasMore
      return book
    }
    func reads(_ steps: MessagingState.Steps) -> [Int] {
      steps.compactMap { if case .run(.read(_, let newest), _) = $0 { newest } else { nil } }
    }
    func person(_ connection: UUID, began ago: Double) -> Correspondent {
      Correspondent(
        connection, with: UUID(), name: "Ben", isSponsor: true, isActive: true,
        beganAt: now.date.addingTimeInterval(-ago))
    }
    var state = MessagingState()
    _ = state.receive(.begin, at: now)
    _ = state.receive(.session(me), at: now)
    _ = state.receive(.correspondents([person(busy, began: 90_000), person(quiet, began: 90_000)]), at: now)
    #expect(reads(state.receive(.read(book(1_000, from: busy, ago: 2_000)), at: now)) == [4_000])
    #expect(reads(state.receive(.read(book(4_000, from: busy, ago: 5_000)), at: now)) == [16_000])
    #expect(reads(state.receive(.read(book(16_000, from: busy, ago: 17_000)), at: now)).isEmpty, "it has an end")
    // A connection that began later has nothing there.
    var other = MessagingState()
    _ = other.receive(.begin, at: now)
    _ = other.receive(.session(me), at: now)
    _ = other.receive(.correspondents([person(busy, began: 90_000), person(quiet, began: 1_000)]), at: now)
    #expect(reads(other.receive(.read(book(1_000, from: busy, ago: 2_000)), at: now)).isEmpty)
    #expect(reads(other.receive(.correspondents([person(quiet, began: 90_000)]), at: now)) == [4_000])
    #expect(reads(other.receive(.read(book(1_000, from: busy, ago: 2_000, hasMore: false)), at: now)).isEmpty)
  }

  @Test("conversations stand by their last message, and people who are blocked have none")
  func threads() async throws {
    let two = try await Two()
    let cleo = Two.correspondent(UUID(), UUID(), "Cleo")
    await two.hers.send(.correspondents([cleo] + two.hers.correspondents))
    await two.hers.write("Hello", in: two.connection)
    func names() -> [String] { two.hers.nodes().filter { $0.role == .listitem }.map(\.label) }
    #expect(names() == ["Ben", "Cleo"])
    #expect(two.hers.sees("Cleo has not set up messages yet", at: MessagingPlaces.thread(cleo.connection)))
    await two.hers.send(.correspondents([cleo]))
    #expect(names() == ["Cleo"] && two.hers.sees("Choose a conversation.", at: MessagingPlaces.thread(two.connection)))
  }

  @Test("every screen passes the audit, before and after keys, with and without messages")
  func audit() async throws {
    let two = try await Two()
    func check(_ device: MessagingBench) {
      for route in [
        MessagingPlaces.home, MessagingPlaces.thread(two.connection), MessagingPlaces.code(two.connection),
        MessagingPlaces.phrase, MessagingPlaces.restore, MessagingPlaces.thread,
      ] { #expect(Audit.findings(of: device.screen(route), theme: .plain) == [], "\(route)") }
    }
    check(try await MessagingBench(two.anna, PostOffice(), [], isHeard: false))
    check(two.hers)
    await two.hers.write("Hello", in: two.connection)
    try await two.sync()
    await two.hers.do(.showPhrase)
    await two.hers.do(.askAnew)
    for device in [two.hers, two.his] { check(device) }
    check(try await MessagingBench(two.anna, two.post, two.hers.correspondents))
  }
}
