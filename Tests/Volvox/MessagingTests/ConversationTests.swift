import Audit
import Covers
import FeatureTesting
import Foundation
import Interface
import Kernel
import MessageSealing
import Peers
import Storage
import Testing

@testable import Messaging

@Suite("Conversations") struct ConversationTests {
  @Test(
    "a text is sealed, arrives, is marked as delivered and read, and the answer stands below it",
    .covers("vx-FR-032", "vx-FR-036", "vx-US5-2"))
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
    #expect(row.value == "Zebra at noon?" && row.state.isCurrent && row.all.contains { $0.label == "08:15" })
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
    #expect(two.hers.nodes().contains { $0.value == "Yes." }, "its first line")
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
    #expect(MessagingState.next(after: nil, at: SampleTime.morning.date) == SampleTime.morning.date)
  }

  @Test(
    "a clock that is wrong by more than ten minutes, either way, puts no message last for good and none above what it answers",
    arguments: [3_600.0, 30_000_000_000, -7_200])
  func wrongClock(ahead: Double) async throws {
    let two = try await Two()
    await two.his.set(SampleTime.morning.advanced(by: .seconds(ahead)))
    for number in 1...3 { await two.his.write("\(number)", in: two.connection) }
    try await two.sync()
    for number in 4...5 { await two.hers.write("\(number)", in: two.connection) }
    #expect(two.hers.texts(two.connection) == (1...5).map(String.init), "before it is sent")
    try await two.sync()
    await two.his.write("6", in: two.connection)
    try await two.sync()
    // The clock is put right.
    await two.his.set(SampleTime.morning.advanced(by: .seconds(60)))
    await two.his.write("7", in: two.connection)
    try await two.sync()
    await two.hers.write("8", in: two.connection)
    try await two.sync()
    let all = (1...8).map(String.init)
    #expect(two.hers.texts(two.connection) == all && two.his.texts(two.connection) == all)
    let thread = MessagingPlaces.thread(two.connection)
    for device in [two.hers, two.his] { #expect(!device.sees("2977", at: thread), "no time of that clock is shown") }
  }

  @Test("a message that the server's interface was given with the year 2999 stands where the server took it")
  func forged() async throws {
    let two = try await Two()
    await two.his.write("Now", in: two.connection)
    try await two.sync()
    let id = try #require(two.post.rows.last { $0.collection == SealedMessage.collection }?.id)
    two.post.change(id) { $0["sent_at"] = .text("2999-01-01T00:00:00Z") }
    // A device that has nothing yet, so that it gets the row as it is.
    let fresh = try await MessagingBench(two.ben, two.post, two.his.correspondents)
    let phrase = try await two.his.store.collection(MessagingSecret.self, .local).record(MessagingSecret.own)
    await fresh.do(.typePhrase(try #require(phrase?.phrases.first).text))
    await fresh.do(.restore)
    two.post.now.withLock { $0 = SampleTime.morning.date.addingTimeInterval(1_200) }
    await fresh.set(SampleTime.morning.advanced(by: .seconds(1_200)))
    await fresh.write("Later", in: two.connection)
    try await fresh.sync()
    #expect(fresh.texts(two.connection) == ["Now", "Later"])
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

  @Test("each conversation is read by itself, further back while all that was read is unread, and when asked for")
  func behind() async throws {
    let now = SampleTime.morning
    let (me, noor, busy, quiet) = (UUID(), UUID(), UUID(), UUID())
    /// The newest messages of the busy conversation, of which the oldest was read or not.
    func book(_ count: Int, isRead: Bool, more: Set<UUID>, of conversations: Set<UUID>) -> MessagingBook {
      var book = MessagingBook(me)
      book.letters = (0..<count).map { number in
        let message = SealedMessage(
          id: ID(UUID()), connection: busy, sender: noor, recipient: me, body: "x",
          sentAt: now.date.addingTimeInterval(Double(number - count)), deliveredAt: now.date,
          readAt: isRead ? now.date : nil)
        return OpenedMessage(message, of: me, .text("\(number)"))
      }
      (book.conversations, book.more) = (conversations, more)
      return book
    }
    func reads(_ steps: MessagingState.Steps) -> [[UUID: Int]] {
      steps.compactMap { if case .run(.read(_, let wanted), _) = $0 { wanted } else { nil } }
    }
    func person(_ connection: UUID) -> Correspondent { Two.correspondent(connection, UUID(), "Ben") }
    var state = MessagingState()
    _ = state.receive(.begin, at: now)
    _ = state.receive(.session(me), at: now)
    #expect(reads(state.receive(.correspondents([person(busy)]), at: now)) == [[busy: 50]])
    #expect(reads(state.receive(.correspondents([person(busy), person(quiet)]), at: now)) == [[busy: 50, quiet: 50]])
    let one = state.receive(.read(book(50, isRead: false, more: [busy], of: [busy])), at: now)
    #expect(reads(one) == [[busy: 200, quiet: 50]], "the quiet one was not read yet")
    let two = state.receive(.read(book(200, isRead: false, more: [busy], of: [busy, quiet])), at: now)
    #expect(reads(two) == [[busy: 800, quiet: 50]] && state.unread == 200)
    let three = state.receive(.read(book(800, isRead: true, more: [busy], of: [busy, quiet])), at: now)
    #expect(
      reads(three).isEmpty && reads(state.receive(.correspondents([person(quiet), person(busy)]), at: now)).isEmpty)
    for _ in 0..<3 {
      let steps = state.receive(.read(book(16_000, isRead: false, more: [busy], of: [busy, quiet])), at: now)
      #expect(reads(steps).allSatisfy { $0[busy, default: 0] <= 16_000 }, "it has an end")
    }
  }

  @Test("a thread shows its oldest message, page by page, beside another conversation that is much newer")
  func farBack() async throws {
    let two = try await Two()
    let (cleo, other) = (UUID(), UUID())
    let made = MadeConversation("old", in: other, of: two.anna, with: cleo)
    let messages = try await two.hers.store.collection(SealedMessage.self, .owned(.entered))
    var page: [Pulled] = []
    for number in 1...180 {
      let at = SampleTime.morning.date.addingTimeInterval(Double(number) - 1_000_000)
      let message = try #require(made.message("\(number)", id: UUID(), isOwn: false, at: at, readAt: at))
      page.append(Pulled(id: message.id.uuid, rev: "\(number)", fields: try message.fields()))
    }
    try await messages.take(page, cursor: nil)
    for number in 1...60 { await two.hers.write("\(number)", in: two.connection) }
    await two.hers.send(.correspondents(two.hers.correspondents + [Two.correspondent(other, cleo, "Cleo")]))
    let route = MessagingPlaces.thread(other)
    func shown() -> Int { two.hers.nodes(route).count { $0.role == .message } }
    #expect(shown() == 50)
    for count in [100, 150, 180] {
      await two.hers.tap("Earlier messages", at: route)
      #expect(shown() == count)
    }
    #expect(two.hers.nodes(route).node(labelled: "Earlier messages") == nil)
  }

  @Test(
    "conversations stand by their last message, and people who are blocked have none",
    .covers("vx-US5-1", "vx-FR-031"))
  func threads() async throws {
    let two = try await Two()
    // By name they would stand the other way round.
    let abel = Two.correspondent(UUID(), UUID(), "Abel")
    await two.hers.send(.correspondents([abel] + two.hers.correspondents))
    await two.hers.write("Hello", in: two.connection)
    func names() -> [String] { two.hers.nodes().filter { $0.role == .listitem }.map(\.label) }
    #expect(names() == ["Ben", "Abel"])
    #expect(two.hers.sees("Abel has not set up messages yet", at: MessagingPlaces.thread(abel.connection)))
    await two.hers.send(.correspondents([abel]))
    #expect(names() == ["Abel"] && two.hers.sees("Choose a conversation.", at: MessagingPlaces.thread(two.connection)))
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
