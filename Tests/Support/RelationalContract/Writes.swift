internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Inserts, updates and deletes, their results, and their rollback.
extension RelationalContract {
  static let writes: [Clause] = [
    Clause("an insert of many rows writes all of them or none") { database in
      var insert = Insert(notes, columns: ["title"], rows: (0..<50).map { [.text("note \($0)")] })
      insert.shown = [Shown("title", as: "t")]
      let rows = try await database.insert(insert, as: ada)
      #expect(rows.count == 50)
      #expect(rows.inserted == 50)
      #expect(rows.strings("t") == (0..<50).map { "note \($0)" })
      let bad = Insert(notes, columns: ["title"], rows: [[.text("good")], [.null], [.text("good too")]])
      #expect(await database.refusal { database in _ = try await database.insert(bad, as: ada) }?.code == "23502")
      #expect(try await database.all(notes, as: ada).count == 50)
    },
    Clause("rows are counted even when no columns are requested") { database in
      let rows = try await database.insert(
        Insert(notes, columns: ["title"], rows: [[.text("a")], [.text("b")]]), as: ada)
      #expect(rows.count == 2)
      #expect(rows.inserted == 2)
      let changed = try await database.update(
        Update(notes, values: ["rank": .int(1)], filter: .compare("title", .equal, .text("a"))), as: ada)
      #expect(changed.count == 1)
      #expect(try await database.delete(Delete(notes, filter: .everything), as: ada).count == 2)
    },
    Clause("an update changes the named columns and returns the new rows") { database in
      try await database.add(notes, ["title": .text("a"), "rank": .int(1)], as: ada)
      try await database.add(notes, ["title": .text("b"), "rank": .int(2)], as: ada)
      let changed = try await database.change(
        notes, ["body": .text("new"), "done": .text("true")], .compare("rank", .equal, .int(2)), as: ada)
      #expect(changed.count == 1)
      #expect(changed.first?["title"] == "b")
      #expect(changed.first?["body"] == "new")
      #expect(changed.first?["done"] == true)
      #expect(try await database.change(notes, ["body": .null], .id(id(99)), as: ada).isEmpty)
      #expect(try await database.change(notes, [:], .everything, as: ada).isEmpty)
      #expect(try await database.all(notes, .isNull("body"), as: ada).count == 1)
    },
    Clause("a delete returns the deleted rows") { database in
      try await database.add(notes, ["title": .text("a"), "rank": .int(1)], as: ada)
      try await database.add(notes, ["title": .text("b"), "rank": .int(2)], as: ada)
      var delete = Delete(notes, filter: .compare("rank", .less, .int(2)))
      delete.shown = [Shown("title")]
      let rows = try await database.delete(delete, as: ada)
      #expect(rows.text == #"[{"title":"a"}]"#)
      #expect(rows.count == 1)
      #expect(try await database.all(notes, as: ada).count == 1)
    },
    Clause("an upsert that would merge two rows into the same one is refused and writes nothing") { database in
      for twice in [[id(1), id(1)], [id(1), id(1).uppercased()], [id(2), id(1), id(2)]] {
        var insert = Insert(notes, columns: ["id", "title"], rows: twice.map { [.text($0), .text("x")] })
        insert.collision = .merge(on: ["id"])
        #expect(await database.refusal { database in _ = try await database.insert(insert, as: ada) }?.code == "21000")
        #expect(try await database.all(notes, as: ada).isEmpty)
        insert.collision = .ignore(on: ["id"])
        #expect(try await database.insert(insert, as: ada).count == Set(twice.map { $0.lowercased() }).count)
        _ = try await database.delete(Delete(notes, filter: .everything), as: ada)
      }
    },
    Clause("an upsert merges into existing rows") { database in
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a"), "body": .text("kept")], as: ada)
      var insert = Insert(
        notes, columns: ["id", "title"], rows: [[.text(id(1)), .text("merged")], [.text(id(2)), .text("new")]])
      insert.collision = .merge(on: ["id"])
      insert.shown = [Shown("id"), Shown("title"), Shown("body")]
      let rows = try await database.insert(insert, as: ada)
      #expect(rows.strings("title") == ["merged", "new"])
      #expect(rows.strings("body") == ["kept", nil])
      #expect(rows.count == 2)
      #expect(rows.inserted == 1)
      #expect(try await database.all(notes, as: ada).count == 2)
    },
    Clause("an upsert by other unique columns finds its row") { database in
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a"), "slug": .text("s")], as: ada)
      var insert = Insert(
        notes, columns: ["owner", "slug", "title"], rows: [[.text(ada.user), .text("s"), .text("merged")]])
      insert.collision = .merge(on: ["owner", "slug"])
      insert.shown = [Shown("id"), Shown("title")]
      let rows = try await database.insert(insert, as: ada)
      #expect(rows.strings("id") == [id(1)])
      #expect(rows.strings("title") == ["merged"])
      insert.collision = .merge(on: ["title"])
      let refusal = await database.refusal { [insert] database in
        _ = try await database.insert(insert, as: ada)
      }
      #expect(refusal?.code == "42P10")
    },
    Clause("an ignoring upsert keeps existing rows and leaves them out of the result") { database in
      let before = try await database.add(notes, ["id": .text(id(1)), "title": .text("a")], as: ada)
      var insert = Insert(
        notes, columns: ["id", "title"], rows: [[.text(id(1)), .text("other")], [.text(id(2)), .text("new")]])
      insert.collision = .ignore(on: ["id"])
      insert.shown = [Shown("title")]
      let rows = try await database.insert(insert, as: ada)
      #expect(rows.text == #"[{"title":"new"}]"#)
      #expect(rows.count == 1)
      #expect(rows.inserted == 1)
      #expect(try await database.all(notes, .id(id(1)), as: ada) == [before])
    },
    Clause("a write that affects a number of rows outside its bounds is rolled back") { database in
      for number in 0..<3 { try await database.add(notes, ["title": .text("\(number)")], as: ada) }
      var update = Update(notes, values: ["body": .text("x")], filter: .everything)
      update.bounds = Bounds(atMost: 2)
      let tooMany = await database.refusal { [update] database in
        _ = try await database.update(update, as: ada)
      }
      #expect(tooMany == .tooMany(3))
      update.bounds = Bounds(exactlyOne: true)
      let notOne = await database.refusal { [update] database in
        _ = try await database.update(update, as: ada)
      }
      #expect(notOne == .notOne(3))
      #expect(try await database.all(notes, .isNull("body"), as: ada).count == 3)
      var delete = Delete(notes, filter: .everything)
      delete.bounds = Bounds(atMost: 1)
      let tooManyGone = await database.refusal { [delete] in _ = try await $0.delete(delete, as: ada) }
      #expect(tooManyGone == .tooMany(3))
      var insert = Insert(notes, columns: ["title"], rows: [[.text("a")], [.text("b")]])
      insert.bounds = Bounds(exactlyOne: true)
      let two = await database.refusal { [insert] in _ = try await $0.insert(insert, as: ada) }
      #expect(two == .notOne(2))
      update.filter = .compare("title", .equal, .text("none"))
      let none = await database.refusal { [update] in _ = try await $0.update(update, as: ada) }
      #expect(none == .notOne(0))
      #expect(try await database.all(notes, as: ada).count == 3)
    },
    Clause("every write increases a row's revision, and revisions are unique") { database in
      for number in 0..<10 { try await database.add(notes, ["title": .text("\(number)")], as: ada) }
      _ = try await database.change(notes, ["body": .text("x")], .compare("title", .less, .text("5")), as: ada)
      let rows = try await database.all(notes, order: [Order("rev")], as: ada)
      #expect(Set(rows.map { $0["rev"] }).count == 10)
      #expect(rows.prefix(5).allSatisfy { $0["body"] == JSON.null })
      #expect(rows.suffix(5).allSatisfy { $0["body"] == "x" })
    },
    Clause("concurrent writes of several callers are all kept and stay separate") { database in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            let caller = number.isMultiple(of: 2) ? ada : bob
            if number % 5 == 4 {
              let refusal = await database.refusal { database in
                try await database.add(notes, ["title": .null], as: caller)
              }
              #expect(refusal?.code == "23502")
            } else {
              let row = try await database.add(notes, ["title": .text("\(number)")], as: caller)
              #expect(row["title"] == .string("\(number)"))
              #expect(row["owner"]?.string == caller.user)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await database.all(notes, as: ada).count == 16)
      #expect(try await database.all(notes, as: bob).count == 16)
      #expect(try await database.all(notes, as: .service).count == 32)
    },
  ]
}
