internal import JSON
internal import Kernel
internal import Relational
internal import Testing
internal import Tokens

/// A listener to row changes. A store may read rows when it publishes them, so a test that needs the values of a
/// change reads it before the row changes again.
struct Listener {
  private var news: AsyncStream<Heard<[RowChange]>>.Iterator
  private var heard: [RowChange] = []

  init(_ database: any Database) { news = database.changes.listen().makeAsyncIterator() }

  /// The next changes, in their order.
  mutating func next(_ count: Int = 1) async -> [RowChange] {
    while heard.count < count, case .said(let more)? = await news.next(isolation: #isolation)?.news { heard += more }
    defer { heard.removeFirst(min(count, heard.count)) }
    return Array(heard.prefix(count))
  }
}

/// Committed changes are published once and in order, also those that the server itself makes.
extension RelationalContract {
  static let changes: [Clause] = [
    Clause("every committed change of a watched table is published once and in order") { database in
      await database.watch(["notes"])
      var listener = Listener(database)
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a")], as: ada)
      var changes = await listener.next()
      try await database.add(shelves, ["name": .text("unwatched")], as: ada)
      let rows: [[Value]] = [[.text(id(2)), .text("b")]]
      _ = try await database.insert(Insert(notes, columns: ["id", "title"], rows: rows), as: bob)
      changes += await listener.next()
      _ = await database.refusal { try await $0.add(notes, ["title": .null], as: ada) }
      _ = await database.refusal { try await $0.add(notes, ["id": .text(id(1)), "title": .text("x")], as: ada) }
      _ = try await database.change(notes, ["title": .text("c")], .everything, as: ada)
      changes += await listener.next()
      try await database.remove(notes, .everything, as: ada)
      changes += await listener.next()
      #expect(changes.map(\.kind) == [.insert, .insert, .update, .delete])
      #expect(changes.map(\.id) == [id(1), id(2), id(1), id(1)])
      #expect(changes.map(\.viewers) == [[ada.user], [bob.user], [ada.user], [ada.user]].map { $0.compactMap(\.self) })
      #expect(changes.allSatisfy { $0.table == "notes" && $0.committed.hasSuffix("+00:00") })
      let records = changes.map { (try? JSON(bytes: $0.record)) ?? .null }
      #expect(records.map { $0["title"] } == ["a", "b", "c", nil])
      #expect(records[0]["rev"]?.string != nil)
      #expect(records[0]["owner"]?.string == ada.user)
      #expect(records[3] == ["id": .string(id(1))])
    },
    Clause("a change lists all viewers of its row") { database in
      await database.watch(["messages"])
      var listener = Listener(database)
      try await database.add(messages, ["recipient": .text(bob.user), "body": .text("hello")], as: ada)
      var changes = await listener.next()
      try await database.remove(messages, .everything, as: ada)
      changes += await listener.next()
      #expect(changes.count == 2)
      for change in changes { #expect(Set(change.viewers) == Set([ada.user, bob.user].compactMap(\.self))) }
    },
    Clause("a cascading delete publishes every deleted row") { database in
      try await database.add(shelves, ["id": .text(id(1))], as: ada)
      try await database.add(books, ["id": .text(id(2)), "shelf": .text(id(1))], as: ada)
      await database.watch(["shelves", "books"])
      var listener = Listener(database)
      try await database.remove(shelves, .everything, as: ada)
      let changes = await listener.next(2)
      #expect(Set(changes.map(\.id)) == [id(1), id(2)])
      #expect(changes.allSatisfy { $0.kind == .delete })
    },
    Clause("an upsert publishes inserts and updates as such") { database in
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a")], as: ada)
      await database.watch(["notes"])
      var listener = Listener(database)
      var insert = Insert(
        notes, columns: ["id", "title"], rows: [[.text(id(1)), .text("b")], [.text(id(2)), .text("c")]])
      insert.collision = .merge(on: ["id"])
      _ = try await database.insert(insert, as: ada)
      let changes = await listener.next(2)
      #expect(changes.map(\.kind) == [.update, .insert])
    },
  ]

  static let sessions: [Clause] = [
    Clause("a server transaction commits all of its writes or none") { database in
      let sum = try await database.transact { session throws(Failure) in
        try session.run(
          "insert into contract_keys (name, number, word) values ($1, $2, $3), ($4, $5, null)",
          [.text("a"), .int(1), .text("w"), .text("b"), .int(9_007_199_254_740_993 as Int64)])
        let changed = try session.run(
          "update contract_keys set number = number + $2 where name = $1", [.text("a"), .int(1)])
        #expect(changed == 1)
        return try session.rows("select name, number, word from contract_keys order by name", [])
      }
      #expect(sum == [[.text("a"), .int(2), .text("w")], [.text("b"), .int(9_007_199_254_740_993 as Int64), .null]])
      let refusal = await database.refusal { database in
        try await database.transact { session throws(Failure) in
          try session.run("delete from contract_keys", [])
          try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("c"), .null])
        }
      }
      #expect(refusal?.code == "23502")
      let names = try await database.look { session throws(Failure) in
        try session.rows("select name from contract_keys where number >= $1 order by name", [.int(0)])
      }
      #expect(names == [[.text("a")], [.text("b")]])
    },
    Clause("an error thrown in a transaction rolls it back") { database in
      let refusal = await database.refusal { database in
        try await database.transact { session throws(Failure) in
          try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("a"), .int(1)])
          throw Failure("TEST1", "not like that")
        }
      }
      #expect(refusal?.code == "TEST1")
      let row = try await database.look { session throws(Failure) in
        try session.row("select count(*) from contract_keys", [])
      }
      #expect(row == [.int(0)])
    },
    Clause("a constraint violation in the server's own tables has PostgreSQL's code") { database in
      try await database.transact { session throws(Failure) in
        try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("a"), .int(1)])
      }
      let refusal = await database.refusal { database in
        _ = try await database.transact { session throws(Failure) in
          try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("a"), .int(2)])
        }
      }
      #expect(refusal?.code == "23505")
    },
    Clause("a write in a read-only transaction is refused") { database in
      let refusal = await database.refusal { database in
        try await database.look { session throws(Failure) in
          _ = try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("a"), .int(1)])
        }
      }
      #expect(refusal?.code == "25006")
      try await database.check()
    },
    Clause("transactions about one matter and those about everything lose no update of each other") { database in
      try await database.transact { session throws(Failure) in
        try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("n"), .int(0)])
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            // The update stands on what was read, so that one that runs beside it would be lost.
            try await database.transact(number % 4 == 0 ? .everything : .matter("n")) { session throws(Failure) in
              let found =
                try session.row("select number from contract_keys where name = $1", [.text("n")])?[0].int ?? -1
              try session.run("update contract_keys set number = $2 where name = $1", [.text("n"), .int(found + 1)])
            }
          }
        }
        try await group.waitForAll()
      }
      let row = try await database.look { session throws(Failure) in
        try session.row("select number from contract_keys where name = $1", [.text("n")])
      }
      #expect(row == [.int(40)])
    },
    Clause("transactions about many matters number their rows one after the other") { database in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<30 {
          group.addTask {
            try await database.transact(.matter("m\(number)")) { session throws(Failure) in
              try session.takeTurn(.numbering)
              try session.run(
                "insert into contract_keys (name, number) select $1, coalesce(max(number), 0) + 1 from contract_keys",
                [.text("r\(number)")])
            }
          }
        }
        try await group.waitForAll()
      }
      let rows = try await database.look { session throws(Failure) in
        try session.rows("select number from contract_keys order by number", [])
      }
      #expect(rows == (1...30).map { [.int($0)] })
    },
    Clause("concurrent transactions lose no update") { database in
      try await database.transact { session throws(Failure) in
        try session.run("insert into contract_keys (name, number) values ($1, $2)", [.text("n"), .int(0)])
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<30 {
          group.addTask {
            _ = try await database.transact { session throws(Failure) in
              try session.run("update contract_keys set number = number + 1 where name = $1", [.text("n")])
            }
          }
        }
        try await group.waitForAll()
      }
      let row = try await database.look { session throws(Failure) in
        try session.row("select number from contract_keys where name = $1", [.text("n")])
      }
      #expect(row == [.int(30)])
    },
    Clause("forgetting a user deletes all of that user's rows and no others") { database in
      try await database.add(shelves, ["id": .text(id(1))], as: ada)
      try await database.add(pens, ["shelf": .text(id(1))], as: ada)
      try await database.add(notes, ["title": .text("ada's")], as: ada)
      try await database.add(notes, ["title": .text("bob's")], as: bob)
      try await database.forget(ada.user ?? "")
      for table in [shelves, pens, notes] { #expect(try await database.all(table, as: ada).isEmpty) }
      #expect(try await database.all(notes, as: .service).map { $0["title"] } == ["bob's"])
    },
    Clause("calling an unknown function returns nil, and the epoch stays the same") { database in
      let epoch = try await database.epoch
      #expect(!epoch.isEmpty)
      #expect(try await database.call("nothing_of_that_name", Array("{}".utf8), mayWrite: true, as: ada) == nil)
      try await database.add(notes, ["title": .text("a")], as: ada)
      #expect(try await database.epoch == epoch)
    },
  ]
}
