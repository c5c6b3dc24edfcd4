internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Rows that appear and disappear for somebody because another table changes.
extension RelationalContract {
  static let sharing: [Clause] = [
    Clause("a row that another table shows is pulled, and pulled as deleted when it is hidden again") { database in
      try await database.add(profiles, ["id": .text(id(1)), "name": .text("Ada")], as: ada)
      var (bobs, cyds) = (try await Holder(database, bob), try await Holder(database, cyd))
      try await bobs.pull("profiles")
      try await cyds.pull("profiles")
      for _ in 0..<2 {
        try await database.add(friendships, ["other": .text(bob.user)], as: ada)
        let shown = try await bobs.pull("profiles")
        #expect(shown.map { $0["row"]?["name"] } == ["Ada"])
        #expect(shown.map { $0["rev"] } == shown.map { $0["row"]?["rev"] })
        #expect(try await bobs.pull("profiles").isEmpty)
        try await database.remove(friendships, .everything, as: ada)
        let hidden = try await bobs.pull("profiles")
        #expect(hidden.map { $0["id"] } == [.string(id(1))])
        #expect(hidden.allSatisfy { $0["deleted"] == true && $0["row"] == nil })
        #expect(try await bobs.pull("profiles").isEmpty)
        #expect(try await cyds.pull("profiles").isEmpty)
      }
    },
    Clause("a row that was shown and hidden between two pulls is not sent") { database in
      try await database.add(profiles, ["id": .text(id(1)), "name": .text("Ada")], as: ada)
      var device = try await Holder(database, bob)
      try await device.pull("profiles")
      try await database.add(friendships, ["other": .text(bob.user)], as: ada)
      try await database.remove(friendships, .everything, as: ada)
      let changes = try await device.pull("profiles")
      #expect(changes.allSatisfy { $0["deleted"] == true })
      #expect(device.rows.isEmpty)
    },
    Clause("muting withdraws what was seen, tells nothing of what was not, and unmuting sends all of it") { database in
      for number in 1...3 { try await write(number, from: ada, to: bob, in: database) }
      var device = try await Holder(database, bob)
      #expect(try await device.pull("letters").count == 3)
      let mute = try await database.add(mutes, ["muted": .text(ada.user)], as: bob)
      for number in 4...5 { try await write(number, from: ada, to: bob, in: database) }
      // Neither here nor by a change of a letter is one mentioned that was never seen.
      let withdrawn = try await device.pull("letters")
      #expect(Set(withdrawn.map { $0["id"]?.string }) == Set((1...3).map { id($0) }))
      #expect(withdrawn.allSatisfy { $0["deleted"] == true })
      _ = try await database.change(letters, ["body": .text("again")], .id(id(5)), as: ada)
      #expect(try await device.pull("letters").isEmpty)
      try await database.remove(mutes, .id(mute["id"]?.string ?? ""), as: bob)
      let shown = try await device.pull("letters")
      #expect(shown.map { $0["id"]?.string }.sorted { $0 ?? "" < $1 ?? "" } == (1...5).map { id($0) })
      #expect(shown.allSatisfy { $0["deleted"] == false })
      try await device.expectCurrent(letters)
    },
    Clause("a row that changed while it was hidden is withdrawn all the same") { database in
      try await write(1, from: ada, to: bob, in: database)
      var device = try await Holder(database, bob)
      try await device.pull("letters")
      try await database.add(mutes, ["muted": .text(ada.user)], as: bob)
      _ = try await database.change(letters, ["body": .text("changed")], .everything, as: ada)
      try await device.pull("letters")
      #expect(device.rows.isEmpty)
    },
    Clause("the deletion of a row reaches those who see it by the policy alone, and nobody else") { database in
      try await database.add(friendships, ["other": .text(bob.user)], as: ada)
      try await database.add(profiles, ["id": .text(id(1)), "name": .text("Ada")], as: ada)
      try await write(2, from: ada, to: bob, in: database)
      var (bobs, cyds) = (try await Holder(database, bob), try await Holder(database, cyd))
      for table in ["profiles", "letters"] {
        #expect(try await bobs.pull(table).count == 1)
        try await cyds.pull(table)
      }
      try await database.remove(profiles, .everything, as: ada)
      try await database.remove(letters, .everything, as: ada)
      for table in ["profiles", "letters"] {
        #expect(try await bobs.pull(table).map { $0["deleted"] } == [true])
        #expect(try await cyds.pull(table).isEmpty)
      }
    },
    Clause("a row whose recipient changes leaves the one and reaches the other") { database in
      try await write(1, from: ada, to: bob, in: database)
      var (bobs, cyds) = (try await Holder(database, bob), try await Holder(database, cyd))
      try await bobs.pull("letters")
      try await cyds.pull("letters")
      _ = try await database.change(letters, ["recipient": .text(cyd.user)], .everything, as: ada)
      #expect(try await bobs.pull("letters").map { $0["deleted"] } == [true])
      #expect(try await cyds.pull("letters").map { $0["deleted"] } == [false])
    },
    Clause("pages of one change show and withdraw every row once") { database in
      for number in 1...9 { try await write(number, from: ada, to: bob, in: database) }
      for number in 10...12 { try await write(number, from: cyd, to: bob, in: database) }
      var device = try await Holder(database, bob)
      #expect(try await device.pull("letters", limit: 2).count == 12)
      let mute = try await database.add(mutes, ["muted": .text(ada.user)], as: bob)
      try await write(13, from: cyd, to: bob, in: database)
      #expect(try await device.pull("letters", limit: 2).count == 10)
      try await device.expectCurrent(letters)
      try await database.remove(mutes, .id(mute["id"]?.string ?? ""), as: bob)
      #expect(try await device.pull("letters", limit: 2).count == 9)
      try await device.expectCurrent(letters)
      // A device that begins now gets each row once.
      var fresh = try await Holder(database, bob)
      #expect(try await fresh.pull("letters", limit: 4).filter { $0["deleted"] == false }.count == 13)
      try await fresh.expectCurrent(letters)
    },
    Clause("a change that concerns more rows than are noted makes the devices pull the collection again, once") {
      database in
      let count = SharedRows.most + 5
      for start in stride(from: 1, through: count, by: 500) {
        _ = try await database.insert(
          Insert(
            letters, columns: ["id", "recipient"],
            rows: (start...min(start + 499, count)).map { [.text(id($0)), .text(bob.user)] }), as: ada)
      }
      try await write(count + 1, from: cyd, to: bob, in: database)
      var device = try await Holder(database, bob)
      #expect(try await device.pull("letters", limit: 1000).count == count + 1)
      try await database.add(mutes, ["muted": .text(ada.user)], as: bob)
      try await device.pull("letters", limit: 1000)
      #expect(device.resyncs == 1)
      try await device.expectCurrent(letters)
      #expect(device.rows.count == 1)
      try await device.pull("letters", limit: 1000)
      #expect(device.resyncs == 1)
    },
    Clause("the revision with which a deciding row was deleted is the base for making it again") { database in
      try await write(1, from: ada, to: bob, in: database)
      let device = try await Device(database, bob)
      let made = try await device.push(Device.entry(1, "insert", "mutes", id(7), ["muted": .string(ada.user ?? "")]))
      #expect(made["outcome"] == "applied")
      let gone = try await device.push(Device.entry(2, "delete", "mutes", id(7), base: made["rev"]?.string))
      #expect(gone["outcome"] == "applied")
      let again = try await device.push(
        Device.entry(3, "insert", "mutes", id(7), base: gone["rev"]?.string, ["muted": .string(ada.user ?? "")]))
      #expect(again["outcome"] == "applied")
      let row = try await database.all(mutes, as: bob).first
      #expect(row?["rev"] == again["rev"])
    },
    Clause("a change of a row that is hidden now conflicts with its deletion, as if it were gone") { database in
      try await write(1, from: ada, to: bob, in: database)
      let device = try await Device(database, bob)
      let rev = try await database.all(letters, as: bob).first?["rev"]?.string
      try await database.add(mutes, ["muted": .text(ada.user)], as: bob)
      let answer = try await device.push(Device.entry(1, "update", "letters", id(1), base: rev, ["body": "mine"]))
      #expect(answer["outcome"] == "conflict")
      #expect(answer["server"]?["deleted"] == true)
      #expect(answer["server"]?["body"] == nil)
    },
    Clause("what is watched is published to the person for whom it appears or disappears, and to nobody else") {
      database in
      try await database.add(profiles, ["id": .text(id(1)), "name": .text("Ada")], as: ada)
      await database.watch(["profiles"])
      var listener = Listener(database)
      try await database.add(friendships, ["other": .text(bob.user)], as: ada)
      var told = await listener.next()
      try await database.remove(friendships, .everything, as: ada)
      told += await listener.next()
      try await database.add(profiles, ["id": .text(id(9)), "name": .text("the last")], as: cyd)
      told += await listener.next()
      #expect(told.map(\.id) == [id(1), id(1), id(9)])
      let looks = told.filter(\.isForViewersOnly)
      #expect(looks.map(\.kind) == [.insert, .delete])
      #expect(looks.allSatisfy { $0.id == id(1) && $0.viewers == [bob.user ?? ""] && $0.table == "profiles" })
      #expect(looks.first.flatMap { try? JSON(bytes: $0.record) }?["name"] == "Ada")
      #expect(looks.last.flatMap { try? JSON(bytes: $0.record) } == ["id": .string(id(1))])
    },
  ]

  static func write(
    _ number: Int, from sender: Caller, to recipient: Caller, in database: any Database
  ) async throws {
    try await database.add(
      letters, ["id": .text(id(number)), "recipient": .text(recipient.user), "body": .text("letter \(number)")],
      as: sender)
  }
}

/// A device that keeps what it pulls, as a real one does.
struct Holder {
  let device: Device
  private(set) var cursors: [String: JSON] = [:]
  /// The rows by collection and identifier.
  private(set) var rows: [String: JSON] = [:]
  private(set) var resyncs = 0
  /// Every identifier that was ever told.
  private(set) var told: Set<String> = []

  init(_ database: any Database, _ caller: Caller) async throws {
    device = try await Device(database, caller)
  }

  /// Pulls to the end and returns all changes.
  @discardableResult
  mutating func pull(_ collection: String, limit: Int = 500, pages: Int = .max) async throws -> [JSON] {
    var changes: [JSON] = []
    for _ in 0..<min(pages, 10_000) {
      let page = try await device.pull([collection: cursors[collection] ?? .null], limit: limit)
      if page["resync"] != [] {
        resyncs += 1
        rows = rows.filter { !$0.key.hasPrefix("\(collection)/") }
      }
      for change in page.changes {
        let id = try #require(change["id"]?.string)
        told.insert(id)
        rows["\(collection)/\(id)"] = change["deleted"] == true ? nil : change["row"]
      }
      changes += page.changes
      cursors[collection] = page["cursors"]?[collection]
      if page["more"] == false { return changes }
    }
    return changes
  }

  /// Fails unless the device has exactly the rows that its person sees.
  func expectCurrent(_ table: Table, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let seen = try await device.database.all(table, as: device.caller)
    let all = Dictionary(seen.map { ("\(table.name)/\($0["id"]?.string ?? "")", $0) }) { first, _ in first }
    let held = rows.filter { $0.key.hasPrefix("\(table.name)/") }
    #expect(held == all, sourceLocation: sourceLocation)
  }
}
