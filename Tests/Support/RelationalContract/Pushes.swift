internal import JSON
internal import Relational
internal import SyncWire
internal import Testing
internal import Tokens

/// `sync_push`, with every outcome.
extension RelationalContract {
  static let pushes: [Clause] = [
    Clause("entries are applied in order, with results in the same order") { database in
      let device = try await Device(database, ada)
      let results = try await device.push([
        Device.entry(1, "insert", "notes", id(1), ["title": "one", "rank": 3]),
        Device.entry(2, "insert", "notes", id(2), ["title": "two", "id": .string(id(2).uppercased())]),
        Device.entry(3, "insert", "shelves", id(3), ["name": "three"]),
      ])
      #expect(results.map { $0["outcome"] } == ["applied", "applied", "applied"])
      #expect(results.map { $0["op_id"] } == [1, 2, 3].map { .string(id(0xF000 + $0)) })
      let rows = try await database.all(notes, order: [Order("rev")], as: ada)
      #expect(rows.map { $0["title"] } == ["one", "two"])
      #expect(rows.map { $0["rank"] } == [3, 0])
      #expect(rows.map { $0["rev"] } == results.prefix(2).map { $0["rev"] })
      #expect(rows.allSatisfy { $0["edited_at"] == "2026-01-15T12:00:00+00:00" && $0["owner"]?.string == ada.user })
    },
    Clause("a repeated operation is not applied again and returns its first revision") { database in
      let device = try await Device(database, ada)
      let entry = Device.entry(1, "insert", "notes", id(1), ["title": "one"])
      let first = try await device.push(entry)
      let update = try await device.push(
        Device.entry(2, "update", "notes", id(1), base: first["rev"]?.string, ["title": "two"]))
      #expect(update["outcome"] == "applied")
      #expect(update["rev"] != first["rev"])
      let again = try await device.push([
        entry, Device.entry(2, "update", "notes", id(1), base: first["rev"]?.string, ["title": "x"]), entry,
      ])
      #expect(again.map { $0["outcome"] } == ["already_applied", "already_applied", "already_applied"])
      #expect(again.map { $0["rev"] } == [first["rev"], update["rev"], first["rev"]])
      #expect(try await database.all(notes, as: ada).map { $0["title"] } == ["two"])
      // An operation of another user with the same identifier is a different one.
      let other = try await Device(database, bob).push(Device.entry(1, "insert", "notes", id(9), ["title": "bob's"]))
      #expect(other["outcome"] == "applied")
    },
    Clause("an update or a delete of an older version is a conflict with the current row") { database in
      let device = try await Device(database, ada)
      let first = try await device.push(Device.entry(1, "insert", "notes", id(1), ["title": "one"]))
      _ = try await database.change(notes, ["title": .text("elsewhere")], .everything, as: ada)
      let there = try await database.all(notes, as: ada).first
      let results = try await device.push([
        Device.entry(2, "update", "notes", id(1), base: first["rev"]?.string, ["title": "two"]),
        Device.entry(3, "delete", "notes", id(1), base: first["rev"]?.string),
        Device.entry(4, "update", "notes", id(1), ["title": "without a base"]),
      ])
      for result in results {
        #expect(result["outcome"] == "conflict")
        #expect(result["server"] == there)
        #expect(result["rev"] == nil)
      }
      // A conflict is not stored: the same operation may come again with the revision it was told.
      let mended = try await device.push(
        Device.entry(2, "update", "notes", id(1), base: there?["rev"]?.string, ["title": "two"]))
      #expect(mended["outcome"] == "applied")
      #expect(try await database.all(notes, as: ada).map { $0["title"] } == ["two"])
    },
    Clause("a record's own created_at is pushed, changed and pulled; the server's is sent in vain") { database in
      let device = try await Device(database, ada)
      let (own, other): (JSON, JSON) = ("2001-02-03T04:05:06+00:00", "2002-02-03T04:05:06+00:00")
      let made = try await device.push([
        Device.entry(1, "insert", "tasks", id(1), ["title": "own", "created_at": own]),
        Device.entry(2, "insert", "notes", id(2), ["title": "the server's", "created_at": own]),
      ])
      #expect(made.map { $0["outcome"] } == ["applied", "applied"])
      let cursors: [String: JSON] = ["tasks": .null, "notes": .null]
      func pulled() async throws -> [String: JSON] {
        let rows = try await device.pull(cursors).changes.compactMap { $0["row"] }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"]?.string ?? "", $0) })
      }
      let first = try await pulled()
      #expect(first[id(1)]?["created_at"] == own)
      let inserted = try #require(first[id(2)]?["created_at"])
      #expect(inserted.string?.isEmpty == false && inserted != own)
      let changed = try await device.push([
        Device.entry(3, "update", "tasks", id(1), base: made.first?["rev"]?.string, ["created_at": other]),
        Device.entry(
          4, "update", "notes", id(2), base: made.last?["rev"]?.string, ["title": "changed", "created_at": other]),
      ])
      #expect(changed.map { $0["outcome"] } == ["applied", "applied"])
      let second = try await pulled()
      #expect(second[id(1)]?["created_at"] == other)
      #expect(second[id(2)]?["created_at"] == inserted && second[id(2)]?["title"] == "changed")
    },
    Clause("an insert of an existing row is a conflict, or a refusal if another user owns it") { database in
      let device = try await Device(database, ada)
      let there = try await database.add(notes, ["id": .text(id(1)), "title": .text("there")], as: ada)
      let mine = try await device.push(Device.entry(1, "insert", "notes", id(1), ["title": "again"]))
      #expect(mine["outcome"] == "conflict")
      #expect(mine["server"] == there)
      try await database.add(notes, ["id": .text(id(2)), "title": .text("bob's")], as: bob)
      let other = try await device.push(Device.entry(2, "insert", "notes", id(2), ["title": "taken"]))
      #expect(other["outcome"] == "refused")
      #expect(other["code"] == "23505")
      #expect(other["server"] == nil)
    },
    Clause("a change of a row deleted elsewhere is a conflict that says so") { database in
      let device = try await Device(database, ada)
      let first = try await device.push(Device.entry(1, "insert", "notes", id(1), ["title": "one"]))
      try await database.remove(notes, .everything, as: ada)
      let update = try await device.push(
        Device.entry(2, "update", "notes", id(1), base: first["rev"]?.string, ["title": "two"]))
      #expect(update["outcome"] == "conflict")
      #expect(update["server"]?["id"]?.string == id(1))
      #expect(update["server"]?["deleted"] == true)
      let revision = try #require(update["server"]?["rev"]?.string)
      let insert = try await device.push(Device.entry(3, "insert", "notes", id(1), ["title": "one"]))
      #expect(insert["outcome"] == "conflict")
      #expect(insert["server"]?["deleted"] == true)
      // Both sides deleted it.
      let delete = try await device.push(
        Device.entry(4, "delete", "notes", id(1), base: first["rev"]?.string))
      #expect(delete["outcome"] == "applied")
      // With the revision of the deletion, the row may be restored.
      let back = try await device.push(Device.entry(5, "insert", "notes", id(1), base: revision, ["title": "back"]))
      #expect(back["outcome"] == "applied")
      #expect(try await database.all(notes, as: ada).map { $0["title"] } == ["back"])
    },
    Clause("a delete is applied once and removes the row") { database in
      let device = try await Device(database, ada)
      let first = try await device.push(Device.entry(1, "insert", "notes", id(1), ["title": "one"]))
      let entry = Device.entry(2, "delete", "notes", id(1), base: first["rev"]?.string)
      let gone = try await device.push(entry)
      #expect(gone["outcome"] == "applied")
      #expect(gone["rev"]?.string != nil)
      #expect(try await device.push(entry)["outcome"] == "already_applied")
      #expect(try await database.all(notes, as: .service).isEmpty)
    },
    Clause("a refused entry has a reason and blocks only its own record") { database in
      let device = try await Device(database, ada)
      let results = try await device.push([
        Device.entry(1, "insert", "notes", id(1), ["body": "without a title"]),
        Device.entry(2, "update", "notes", id(1), base: "1", ["title": "behind it"]),
        Device.entry(3, "insert", "notes", id(2), ["title": "fine"]),
        Device.entry(4, "insert", "notes", id(3), ["title": "x", "nothing": 1]),
        Device.entry(5, "insert", "nothing", id(4)),
        Device.entry(6, "insert", "specimens", id(5)),
        Device.entry(7, "insert", "notes", "no identifier", ["title": "x"]),
        Device.entry(8, "replace", "notes", id(6), ["title": "x"]),
        Device.entry(9, "insert", "notes", id(7), ["title": "x", "owner": .string(bob.user ?? "")]),
        Device.entry(10, "insert", "notes", id(8), ["title": "x", "rank": "many"]),
        Device.entry(11, "insert", "books", id(9), ["shelf": .string(id(99))]),
        Device.entry(12, "insert", "notes", id(10), ["title": .string(String(repeating: "long", count: 50))]),
      ])
      #expect(
        results.map { $0["outcome"]?.string } == [
          "refused", "blocked", "applied", "refused", "refused", "refused", "refused", "refused", "refused", "refused",
          "refused", "refused",
        ])
      #expect(
        results.map { $0["code"]?.string } == [
          "23502", nil, nil, "PGRST204", "PGRST205", "PGRST205", "22P02", "22023", "42501", "22P02", "23503", "23514",
        ])
      #expect(results[3]["reason"]?.string?.contains("'nothing'") == true)
      #expect(results.allSatisfy { $0["code"] == nil || $0["reason"]?.string?.isEmpty == false })
      #expect(try await database.all(notes, as: .service).map { $0["title"] } == ["fine"])
      // A refusal is not stored.
      let mended = try await device.push(Device.entry(1, "insert", "notes", id(1), ["title": "mended"]))
      #expect(mended["outcome"] == "applied")
    },
    Clause("a caller who may read but not change a row is refused") { database in
      let row = try await database.add(
        messages, ["id": .text(id(1)), "recipient": .text(bob.user), "body": .text("hello")], as: ada)
      let device = try await Device(database, bob)
      let delete = try await device.push(Device.entry(1, "delete", "messages", id(1), base: row["rev"]?.string))
      #expect(delete["outcome"] == "refused")
      #expect(delete["code"] == "42501")
      let read = try await device.push(
        Device.entry(2, "update", "messages", id(1), base: row["rev"]?.string, ["read": true]))
      #expect(read["outcome"] == "applied")
      // A conflict with a row that the caller does not see discloses nothing of it.
      let stranger = try await Device(database, cyd)
      let hidden = try await stranger.push(
        Device.entry(3, "update", "messages", id(1), base: read["rev"]?.string, ["body": "x"]))
      #expect(hidden["outcome"] == "conflict")
      #expect(hidden["server"]?["deleted"] == true)
      #expect(try await database.all(messages, as: ada).first?["body"] == "hello")
    },
    Clause("a forbidden transition is refused with its own message") { database in
      try await database.add(requests, ["id": .text(id(1)), "asked": .text(bob.user)], as: ada)
      let declined = try await database.change(requests, ["status": .text("declined")], .everything, as: bob)
      let device = try await Device(database, bob)
      let result = try await device.push(
        Device.entry(1, "update", "requests", id(1), base: declined.first?["rev"]?.string, ["status": "accepted"]))
      #expect(result["outcome"] == "refused")
      #expect(result["reason"] == "This request was answered already.")
    },
    Clause("a push with an epoch from before a restore applies nothing") { database in
      var device = try await Device(database, ada)
      device.epoch = "another"
      #expect(try await device.push([Device.entry(1, "insert", "notes", id(1), ["title": "one"])]).isEmpty)
      #expect(try await database.all(notes, as: ada).isEmpty)
      device.epoch = nil
      #expect(
        try await device.push(Device.entry(1, "insert", "notes", id(1), ["title": "one"]))["outcome"] == "applied")
    },
    Clause("a malformed, oversized or anonymous message is refused as a whole") { database in
      let device = try await Device(database, ada)
      for rubbish in ["", "[]", "null", "{", #"{"entries":5}"#, #"{"entries":[5]}"#, #"{"entries":[{"op_id":"x"}]}"#] {
        for function in ["sync_push", "sync_pull"] where function == "sync_push" || !rubbish.contains("entries") {
          let refusal = await database.refusal {
            _ = try await $0.call(function, Array(rubbish.utf8), mayWrite: true, as: ada)
          }
          #expect(refusal?.code.hasPrefix("22") == true, "\(rubbish)")
        }
      }
      // Nothing is pushed by a name that is misspelt.
      for message in ["{}", #"{"entires":[]}"#, #"{"epoch":null}"#] {
        let refusal = await database.refusal {
          _ = try await $0.call("sync_push", Array(message.utf8), mayWrite: true, as: ada)
        }
        #expect(["22023", "PGRST202"].contains(refusal?.code), "\(message)")
      }
      let many = (0...Push.mostEntries).map { Device.entry($0, "insert", "notes", id($0), ["title": "x"]) }
      let tooMany = await database.refusal { _ in _ = try await device.push(many) }
      #expect(tooMany?.code == "54000")
      let large: JSON = .string(String(repeating: "x", count: Push.mostBytes))
      let big = [Device.entry(1, "insert", "notes", id(1), ["title": "x", "body": large])]
      let tooBig = await database.refusal { _ in _ = try await device.push(big) }
      #expect(tooBig?.code == "54000")
      for caller in [Caller.anonymous, .service] {
        let refusal = await database.refusal {
          _ = try await $0.call("sync_push", Array(#"{"entries":[]}"#.utf8), mayWrite: true, as: caller)
        }
        #expect(refusal?.code == "42501")
      }
      let reading = await database.refusal {
        _ = try await $0.call("sync_push", Array(#"{"entries":[]}"#.utf8), mayWrite: false, as: ada)
      }
      #expect(reading?.code == "25006")
      #expect(try await database.all(notes, as: .service).isEmpty)
    },
    Clause("the largest record that a device keeps is applied, whatever it holds") { database in
      let device = try await Device(database, ada)
      // Each of these bytes is six as JSON.
      let text = String(repeating: "\u{1}", count: 1 << 20)
      let result = try await device.push(
        Device.entry(1, "insert", "notes", id(1), ["title": "x", "body": .string(text)]))
      #expect(result["outcome"] == "applied")
      #expect(try await database.all(notes, as: ada).map { $0["body"] } == [.string(text)])
    },
    Clause("a full batch is applied") { database in
      let device = try await Device(database, ada)
      let results = try await device.push(
        (0..<Push.mostEntries).map { Device.entry($0, "insert", "notes", id($0), ["title": .string("note \($0)")]) })
      #expect(results.count == Push.mostEntries)
      #expect(results.allSatisfy { $0["outcome"] == "applied" })
      #expect(Set(results.map { $0["rev"] }).count == Push.mostEntries)
    },
  ]
}
