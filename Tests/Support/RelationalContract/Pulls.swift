internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// `sync_pull`: changes since a cursor, deletions included.
extension RelationalContract {
  static let pulls: [Clause] = [
    Clause("a pull returns the changes since its cursor in order, and then nothing") { database in
      let device = try await Device(database, ada)
      for number in 1...3 {
        try await database.add(notes, ["id": .text(id(number)), "title": .text("\(number)")], as: ada)
      }
      try await database.add(notes, ["title": .text("bob's")], as: bob)
      let first = try await device.pull(["notes": nil])
      #expect(first.ids == [id(1), id(2), id(3)])
      #expect(first["more"] == false)
      #expect(first["resync"] == [])
      #expect(first["epoch"]?.string == device.epoch)
      #expect(first.changes.allSatisfy { $0["collection"] == "notes" && $0["deleted"] == false })
      #expect(first.changes.map { $0["rev"] } == first.changes.map { $0["row"]?["rev"] })
      let rows = try await database.all(notes, order: [Order("rev")], as: ada)
      #expect(first.changes.map { $0["row"] } == rows)
      let cursor = try #require(first["cursors"]?["notes"])
      #expect(try await device.pull(["notes": cursor]).changes.isEmpty)
      _ = try await database.change(notes, ["title": .text("new")], .id(id(2)), as: ada)
      let second = try await device.pull(["notes": cursor])
      #expect(second.ids == [id(2)])
      #expect(second.changes.first?["row"]?["title"] == "new")
    },
    Clause("pages are consecutive, return each row in its newest state, and omit none") { database in
      let device = try await Device(database, ada)
      _ = try await database.insert(
        Insert(notes, columns: ["title"], rows: (0..<25).map { [.text("\($0)")] }), as: ada)
      _ = try await database.insert(
        Insert(shelves, columns: ["name"], rows: (0..<7).map { [.text("\($0)")] }), as: ada)
      var cursors: [String: JSON] = ["notes": nil, "shelves": nil]
      var seen: [JSON] = []
      var pages = 0
      while pages < 20 {
        let page = try await device.pull(cursors, limit: 6)
        #expect(page.changes.count <= 6)
        #expect(page["resync"] == [])
        seen += page.changes
        cursors = page["cursors"]?.object ?? [:]
        pages += 1
        if page["more"] == false { break }
        // Rows that change in the meantime come as well.
        if pages == 2 {
          try await database.add(notes, ["title": .text("late")], as: ada)
          try await database.remove(notes, .compare("title", .equal, .text("0")), as: ada)
        }
      }
      #expect(pages < 20)
      #expect(seen.filter { $0["collection"] == "notes" && $0["deleted"] == false }.count == 26)
      #expect(seen.filter { $0["deleted"] == true }.count == 1)
      #expect(seen.filter { $0["collection"] == "shelves" }.count == 7)
      #expect(try await device.pull(cursors).changes.isEmpty)
    },
    Clause("a deletion reaches every viewer of the row and no other user") { database in
      let devices = [
        try await Device(database, ada), try await Device(database, bob), try await Device(database, cyd),
      ]
      try await database.add(
        messages, ["id": .text(id(1)), "recipient": .text(bob.user), "body": .text("hello")], as: ada)
      var cursors: [JSON] = []
      for device in devices { cursors.append(try await device.pull(["messages": nil])["cursors"]?["messages"] ?? nil) }
      try await database.remove(messages, .everything, as: ada)
      for (index, device) in devices.enumerated() {
        let page = try await device.pull(["messages": cursors[index]])
        #expect(page.ids == (index < 2 ? [id(1)] : []))
        #expect(page.changes.allSatisfy { $0["deleted"] == true && $0["row"] == nil && $0["rev"]?.string != nil })
      }
    },
    Clause("a cascading delete is pulled as deletions of every row") { database in
      let device = try await Device(database, ada)
      try await database.add(shelves, ["id": .text(id(1))], as: ada)
      try await database.add(books, ["id": .text(id(2)), "shelf": .text(id(1))], as: ada)
      let before = try await device.pull(["shelves": nil, "books": nil])
      #expect(before.changes.count == 2)
      try await database.remove(shelves, .everything, as: ada)
      let after = try await device.pull(before["cursors"]?.object ?? [:])
      #expect(Set(after.ids) == [id(1), id(2)])
      #expect(after.changes.allSatisfy { $0["deleted"] == true })
    },
    Clause("a row that is no longer visible is pulled as deleted") { database in
      try await database.add(
        messages, ["id": .text(id(1)), "recipient": .text(bob.user), "body": .text("hello")], as: ada)
      let device = try await Device(database, bob)
      let before = try await device.pull(["messages": nil])
      #expect(before.ids == [id(1)])
      _ = try await database.change(messages, ["recipient": .text(cyd.user)], .everything, as: ada)
      let after = try await device.pull(before["cursors"]?.object ?? [:])
      #expect(after.ids == [id(1)])
      #expect(after.changes.first?["deleted"] == true)
      let new = try await Device(database, cyd).pull(["messages": nil])
      #expect(new.ids == [id(1)])
      #expect(new.changes.first?["deleted"] == false)
    },
    Clause("a row that is inserted again after its deletion is pulled as a row alone") { database in
      let device = try await Device(database, ada)
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a")], as: ada)
      let before = try await device.pull(["notes": nil])
      try await database.remove(notes, .everything, as: ada)
      try await database.add(notes, ["id": .text(id(1)), "title": .text("b")], as: ada)
      let after = try await device.pull(before["cursors"]?.object ?? [:])
      #expect(after.ids == [id(1)])
      #expect(after.changes.first?["deleted"] == false)
      #expect(after.changes.first?["row"]?["title"] == "b")
      // After another deletion, the pull returns a deletion.
      try await database.remove(notes, .everything, as: ada)
      let last = try await device.pull(after["cursors"]?.object ?? [:])
      #expect(last.changes.map { $0["deleted"] } == [true])
    },
    Clause("a row that becomes visible again is pulled as a row alone") { database in
      let device = try await Device(database, bob)
      try await database.add(
        messages, ["id": .text(id(1)), "recipient": .text(bob.user), "body": .text("hello")], as: ada)
      let before = try await device.pull(["messages": nil])
      for other in [cyd, bob] {
        _ = try await database.change(messages, ["recipient": .text(other.user)], .everything, as: ada)
      }
      let after = try await device.pull(before["cursors"]?.object ?? [:])
      #expect(after.ids == [id(1)])
      #expect(after.changes.first?["deleted"] == false)
      let gone = try await Device(database, cyd).pull(["messages": nil])
      #expect(gone.changes.allSatisfy { $0["deleted"] == true })
    },
    Clause("an unknown epoch or cursor starts from the beginning") { database in
      var device = try await Device(database, ada)
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a")], as: ada)
      let known = try await device.pull(["notes": nil])
      let cursor = try #require(known["cursors"]?["notes"])
      let rubbish = try await device.pull(["notes": "no cursor"])
      #expect(rubbish["resync"] == ["notes"])
      #expect(rubbish.ids == [id(1)])
      device.epoch = "another"
      let restored = try await device.pull(["notes": cursor, "shelves": nil])
      #expect(restored["resync"] == ["notes"])
      #expect(restored.ids == [id(1)])
      #expect(restored["epoch"]?.string == (try await database.epoch))
    },
    Clause("a pull returns rows that a policy shows through other tables") { database in
      try await database.add(friendships, ["other": .text(bob.user)], as: ada)
      try await database.add(profiles, ["id": .text(id(1)), "name": .text("Ada")], as: ada)
      try await database.add(profiles, ["id": .text(id(2)), "name": .text("Cyd")], as: cyd)
      let page = try await Device(database, bob).pull(["profiles": nil])
      #expect(page.ids == [id(1)])
    },
    Clause("an unknown collection, a limit out of bounds or an anonymous pull is refused") { database in
      let device = try await Device(database, ada)
      #expect(try await device.pull([:]).changes.isEmpty)
      for name in ["nothing", "specimens", "sync_tombstones"] {
        let refusal = await database.refusal { _ in _ = try await device.pull([name: nil]) }
        #expect(refusal == .noTable(name))
      }
      for limit in [0, -1, 1001] {
        let refusal = await database.refusal { _ in _ = try await device.pull(["notes": nil], limit: limit) }
        #expect(refusal?.code == "22023")
      }
      let nobody = await database.refusal {
        _ = try await $0.call("sync_pull", Array(#"{"cursors":{}}"#.utf8), mayWrite: false, as: .anonymous)
      }
      #expect(nobody?.code == "42501")
      let get = try await database.call("sync_pull", Array(#"{"cursors":{}}"#.utf8), mayWrite: false, as: ada)
      #expect(get != nil)
    },
    Clause("one device pulls what another pushes concurrently") { database in
      let (one, other) = (try await Device(database, ada), try await Device(database, ada))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            let entry = Device.entry(number, "insert", "notes", id(number), ["title": .string("\(number)")])
            _ = try await one.push(entry)
          }
        }
        group.addTask {
          var cursors: [String: JSON] = ["notes": nil]
          var seen: [String?] = []
          while seen.count < 40 {
            let page = try await other.pull(cursors, limit: 7)
            seen += page.ids
            cursors = page["cursors"]?.object ?? [:]
          }
          #expect(Set(seen).count == 40)
        }
        try await group.waitForAll()
      }
    },
  ]
}
