internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Values that a table refuses, and the messages of the refusals.
extension RelationalContract {
  static let rules: [Clause] = [
    Clause("a missing required value is refused with the column's name") { database in
      let refusal = await database.refusal { database in
        try await database.add(notes, ["body": .text("b")], as: ada)
      }
      #expect(refusal?.code == "23502")
      #expect(refusal?.message == #"null value in column "title" of relation "notes" violates not-null constraint"#)
    },
    Clause("a violated check is refused with its name") { database in
      let refusal = await database.refusal { database in
        try await database.add(notes, ["title": .text(String(repeating: "a", count: 101))], as: ada)
      }
      #expect(refusal?.code == "23514")
      #expect(refusal?.message == #"new row for relation "notes" violates check constraint "notes_title_short""#)
    },
    Clause("a duplicate key or unique value is refused with the constraint's name") { database in
      try await database.add(notes, ["id": .text(id(1)), "title": .text("a"), "slug": .text("s")], as: ada)
      let key = await database.refusal { database in
        try await database.add(notes, ["id": .text(id(1)), "title": .text("b")], as: ada)
      }
      #expect(key?.code == "23505")
      #expect(key?.message == #"duplicate key value violates unique constraint "notes_pkey""#)
      // PostgreSQL leaves the values out of the message where policies apply.
      #expect(key?.details == nil || key?.details == "Key (id)=(\(id(1))) already exists.")
      let slug = await database.refusal { database in
        try await database.add(notes, ["title": .text("b"), "slug": .text("s")], as: ada)
      }
      #expect(slug?.code == "23505")
      #expect(slug?.message == #"duplicate key value violates unique constraint "notes_owner_slug_key""#)
      #expect(slug?.details == nil || slug?.details == "Key (owner, slug)=(\(ada.user ?? ""), s) already exists.")
      // Nulls are no duplicates of each other, nor are rows of different users.
      try await database.add(notes, ["title": .text("c"), "slug": .null], as: ada)
      try await database.add(notes, ["title": .text("d"), "slug": .null], as: ada)
      try await database.add(notes, ["title": .text("e"), "slug": .text("s")], as: bob)
    },
    Clause("a reference to a missing row is refused") { database in
      let refusal = await database.refusal { database in
        try await database.add(books, ["shelf": .text(id(9)), "name": .text("b")], as: ada)
      }
      #expect(refusal?.code == "23503")
      #expect(
        refusal?.message
          == #"insert or update on table "books" violates foreign key constraint "books_shelf_fkey""#)
      #expect(
        ["Key is not present in table \"shelves\".", "Key (shelf)=(\(id(9))) is not present in table \"shelves\"."]
          .contains(refusal?.details))
      try await database.add(books, ["name": .text("without a shelf")], as: ada)
    },
    Clause("a referenced row cannot be deleted unless its references cascade") { database in
      try await database.add(shelves, ["id": .text(id(1))], as: ada)
      try await database.add(books, ["shelf": .text(id(1))], as: ada)
      try await database.add(pens, ["id": .text(id(2)), "shelf": .text(id(1))], as: ada)
      let refusal = await database.refusal { database in
        try await database.remove(shelves, .id(id(1)), as: ada)
      }
      #expect(refusal?.code == "23503")
      #expect(
        refusal?.message == #"update or delete on table "shelves" violates foreign key constraint "#
          + #""pens_shelf_fkey" on table "pens""#)
      #expect(
        [
          "Key is still referenced from table \"pens\".",
          "Key (id)=(\(id(1))) is still referenced from table \"pens\".",
        ].contains(refusal?.details))
      #expect(try await database.all(books, as: ada).count == 1)
      try await database.remove(pens, .everything, as: ada)
      #expect(try await database.remove(shelves, .everything, as: ada) == 1)
      #expect(try await database.all(books, as: ada).isEmpty)
    },
    Clause("an unknown column is refused by name") { database throws in
      for attempt in [
        { database in
          try await database.add(notes, ["title": .text("a"), "nothing": .int(1)], as: ada)
        },
        { database in
          _ = try await database.all(notes, .isNull("nothing"), as: ada)
        },
        { database in
          _ = try await database.all(notes, order: [Order("nothing")], as: ada)
        },
        { database in
          _ = try await database.change(notes, ["nothing": .int(1)], .everything, as: ada)
        },
      ] as [@Sendable (any Database) async throws -> Void] {
        let refusal = await database.refusal(attempt)
        #expect(refusal == .noColumn("nothing", of: "notes"))
      }
    },
    Clause("an unknown table is refused by name") { database throws in
      let refusal = await database.refusal { database in
        _ = try await database.all(Table("nothing", [.uuid("id")], policies: .owner), as: ada)
      }
      #expect(refusal == .noTable("nothing"))
    },
  ]
}
