import FeatureTesting
import Foundation
import Interface
import Kernel
import MessageSealing
import Storage
import Testing

@testable import Messaging

@Suite("Keys of messages") struct KeyTests {
  private func phrase(_ device: MessagingBench) async throws -> String {
    await device.do(.showPhrase)
    let text = try #require(device.nodes(MessagingPlaces.phrase).node(labelled: "Your key phrase")?.value)
    await device.do(.left(MessagingPlaces.phrase))
    #expect(device.nodes(MessagingPlaces.phrase).node(labelled: "Your key phrase") == nil)
    return text
  }

  private func restore(_ device: MessagingBench, _ phrase: String) async throws {
    await device.do(.typePhrase(phrase))
    await device.do(.restore)
    try await device.sync()
  }

  @Test("no key is made before the server was heard, and one afterwards")
  func first() async throws {
    let post = PostOffice()
    let device = try await MessagingBench(UUID(), post, [], isHeard: false)
    #expect(device.state.standing == .absent)
    #expect(try await device.waiting().isEmpty)
    try await device.sync()
    #expect(device.state.standing == .ready(1) && post.rows.map(\.collection) == ["message_keys"])
    // Neither a further sync nor a restart makes another.
    let again = try await MessagingBench(device.person, post, [], over: device)
    #expect(again.state.standing == .ready(1) && post.rows.count == 1)
  }

  @Test("a second device reads everything with the phrase, announces a further key, and both go on")
  func secondDevice() async throws {
    let two = try await Two()
    await two.his.write("Before", in: two.connection)
    try await two.sync()
    let tablet = try await MessagingBench(two.anna, two.post, two.hers.correspondents)
    #expect(tablet.state.standing == .foreign)
    let route = MessagingPlaces.thread(two.connection)
    #expect(tablet.texts(two.connection) == ["This message can be read with your former key phrase."])
    #expect(tablet.nodes(route).node(labelled: "Message to Ben") == nil)
    try await restore(tablet, try await phrase(two.hers))
    #expect(tablet.state.standing == .ready(2) && tablet.texts(two.connection) == ["Before"])
    #expect(tablet.state.book?.isNoted == true, "who has typed it has it")
    try await two.sync()
    #expect(two.hers.state.standing == .ready(2))
    await two.his.write("After", in: two.connection)
    await tablet.write("From the tablet", in: two.connection)
    try await tablet.sync()
    try await two.sync()
    try await tablet.sync()
    #expect(Set(two.hers.texts(two.connection)) == ["Before", "After", "From the tablet"])
    #expect(Set(tablet.texts(two.connection)) == ["Before", "After", "From the tablet"])
    #expect(two.his.state.peer(two.anna).isChanged == false, "it is the same identity")
  }

  @Test("a wrong phrase is refused with a sentence, and changes nothing")
  func wrongPhrase() async throws {
    let two = try await Two()
    let tablet = try await MessagingBench(two.anna, two.post, two.hers.correspondents)
    for (typed, words) in [
      ("hello", "A key phrase has 9 words, and this has 1. Enter all of them, in their order."),
      ("", "A key phrase has 9 words, and this has 0. Enter all of them, in their order."),
    ] {
      try await restore(tablet, typed)
      #expect(tablet.nodes(MessagingPlaces.restore).node(labelled: "Key phrase")?.state.invalid == words)
    }
    try await restore(tablet, RecoveryPhrase.random().text)
    #expect(tablet.sees("This phrase belongs to no messages of this account.", at: MessagingPlaces.restore))
    #expect(tablet.state.standing == .foreign)
  }

  @Test("another identity is said, never taken silently: its messages wait, and nothing is sealed for it")
  func changedIdentity() async throws {
    let two = try await Two()
    await two.his.write("Old", in: two.connection)
    try await two.sync()
    await two.hers.do(.compared(two.ben, true))
    let code = two.hers.state.peer(two.ben).code
    let other = try await MessagingBench(two.ben, two.post, two.his.correspondents)
    await other.do(.startAnew)
    try await other.sync()
    await other.write("New", in: two.connection)
    try await other.sync()
    try await two.hers.sync()
    let route = MessagingPlaces.thread(two.connection)
    #expect(two.hers.sees("Ben's security code has changed.", at: route))
    #expect(
      two.hers.texts(two.connection) == ["Old", "This message is shown when you have accepted the new security code."])
    #expect(two.hers.nodes(route).node(labelled: "Message to Ben") == nil)
    #expect(two.hers.state.peer(two.ben).code != code && !two.hers.state.peer(two.ben).code.isEmpty)
    #expect(two.hers.state.peer(two.ben).code == other.state.peer(two.anna).code, "both compare the new one")
    await two.hers.tap("Accept new code", at: route)
    #expect(two.hers.texts(two.connection) == ["Old", "New"])
    #expect(two.hers.state.peer(two.ben).isCompared == false)
    await two.hers.write("Is it you?", in: two.connection)
    try await two.hers.sync()
    try await other.sync()
    #expect(other.texts(two.connection).contains("Is it you?"))
    // The device that was left behind is told, and reads on with the new phrase.
    try await two.his.sync()
    #expect(two.his.state.standing == .foreign)
    try await restore(two.his, try await phrase(other))
    #expect(Set(two.his.texts(two.connection)) == ["Old", "New", "Is it you?"])
  }

  @Test("a key that is not signed by its identity, and one for somebody else, are not used")
  func forged() async throws {
    let two = try await Two()
    let forger = MessagingIdentity(.random())
    let key = MessageKey(
      id: ID(UUID()), forger.announcement(of: 9, by: two.ben), at: SampleTime.morning.date)
    var fields = try key.fields()
    let real = try #require(
      try two.post.rows.first { row in
        try row.collection == MessageKey.collection && MessageKey(fields: row.fields).person == two.ben
      })
    fields["signing"] = real.fields["signing"]
    fields["owner"] = .text(two.ben.uuidString.lowercased())
    _ = try await two.hers.store.take(
      PulledPage(
        epoch: "one", changes: [.init(MessageKey.collection, Pulled(id: UUID(), rev: "99", fields: fields))],
        cursors: [MessageKey.collection: "1"], resync: [], isLast: true, owner: two.anna))
    await two.hers.send(.contact)
    #expect(!two.hers.state.peer(two.ben).isChanged)
    await two.hers.write("Hello", in: two.connection)
    try await two.sync()
    #expect(two.his.texts(two.connection) == ["Hello"])
  }

  @Test("another feature's text opens for the two of a connection, under its name and in its direction alone")
  func textsOfOthers() async throws {
    let two = try await Two()
    let (id, connection) = (UUID(), two.connection)
    let body = try #require(await two.hers.messaging.sealed("Zebra", as: id, in: connection, to: two.ben))
    #expect(!body.contains("Zebra"))
    for device in [two.his, two.hers] {
      #expect(
        await device.messaging.opened(body, as: id, in: connection, from: two.anna, to: two.ben) == .text("Zebra"))
      for wrong in [
        await device.messaging.opened(body, as: UUID(), in: connection, from: two.anna, to: two.ben),
        await device.messaging.opened(body, as: id, in: UUID(), from: two.anna, to: two.ben),
        await device.messaging.opened(body, as: id, in: connection, from: two.ben, to: two.anna),
        await device.messaging.opened("rubbish", as: id, in: connection, from: two.anna, to: two.ben),
      ] { #expect(wrong == .broken) }
    }
    #expect(await two.hers.messaging.sealed("Zebra", as: id, in: connection, to: UUID()) == nil)
    #expect(two.hers.state.keys?.sealable == [two.ben])
    let new = try await MessagingBench(two.anna, two.post, two.hers.correspondents)
    #expect(new.state.keys?.sealable == [], "without the phrase nothing is sealed")
    #expect(
      await new.messaging.opened(body, as: id, in: connection, from: two.anna, to: two.ben) == .locked)
  }

  @Test("a body that was exchanged on the server is said to be damaged, and everything else stays")
  func damaged() async throws {
    let two = try await Two()
    for text in ["One", "Two"] { await two.hers.write(text, in: two.connection) }
    try await two.hers.sync()
    let rows = two.post.rows.filter { $0.collection == "messages" }
    let (one, other) = (rows[0].fields["body"], rows[1].id)
    two.post.change(other) { $0["body"] = one }
    try await two.his.sync()
    #expect(
      two.his.texts(two.connection) == [
        "One", "This message was damaged or changed on the way, and cannot be read.",
      ])
  }

  @Test("of two devices that make the first key at once, one is told to enter the phrase, and nothing waits to be sent")
  func atOnce() async throws {
    let (post, person) = (PostOffice(), UUID())
    let devices = [
      try await MessagingBench(person, post, [], isHeard: false),
      try await MessagingBench(person, post, [], isHeard: false),
    ]
    for device in devices { await device.send(.contact) }
    #expect(devices.allSatisfy { $0.state.standing == .ready(1) })
    for device in devices { try await device.sync() }
    #expect(devices.map(\.state.standing) == [.ready(1), .foreign])
    #expect(try await devices[1].waiting().isEmpty && post.rows.count == 1)
  }
}
