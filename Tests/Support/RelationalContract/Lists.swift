internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Order, pages, counts and column names of results.
extension RelationalContract {
  private static func fill(_ database: any Database) async throws(Failure) {
    let rows: [[Value]] = [
      [.text("b"), .int(2)], [.text("a"), .null], [.null, .int(1)], [.text("B"), .int(1)], [.text("c"), .int(2)],
    ]
    _ = try await database.insert(Insert(specimens, columns: ["words", "small"], rows: rows), as: ada)
  }

  private static func words(_ order: [Order], _ database: any Database) async throws(Failure) -> [String?] {
    var select = Select(specimens, shown: [Shown("words")])
    select.order = order
    return try await database.select(select, as: ada).strings("words")
  }

  static let lists: [Clause] = [
    Clause("nulls sort last ascending, first descending, or as requested") { database in
      try await fill(database)
      #expect(try await words([Order("words")], database) == ["B", "a", "b", "c", nil])
      #expect(try await words([Order("words", isDescending: true)], database) == [nil, "c", "b", "a", "B"])
      #expect(try await words([Order("words", nullsFirst: true)], database) == [nil, "B", "a", "b", "c"])
      #expect(
        try await words([Order("words", isDescending: true, nullsFirst: false)], database)
          == ["c", "b", "a", "B", nil])
      #expect(
        try await words([Order("small", isDescending: true, nullsFirst: false), Order("words")], database)
          == ["b", "c", "B", nil, "a"])
    },
    Clause("pages are consecutive, and the count covers all of them") { database in
      _ = try await database.insert(
        Insert(specimens, columns: ["small"], rows: (0..<25).map { [.int($0)] }), as: ada)
      var select = Select(specimens, shown: [Shown("small")])
      select.order = [Order("small")]
      select.filter = .compare("small", .atLeast, .int(5))
      select.limit = 8
      select.counts = true
      var seen: [Double?] = []
      for page in 0..<4 {
        select.offset = page * 8
        let rows = try await database.select(select, as: ada)
        #expect(rows.total == 20)
        #expect(rows.count == [8, 8, 4, 0][page])
        seen += rows.list.map { $0["small"]?.number }
      }
      #expect(seen == (5..<25).map { Double($0) })
      select.counts = false
      select.offset = 2
      select.limit = nil
      #expect(try await database.select(select, as: ada).count == 18)
      #expect(try await database.select(select, as: ada).total == nil)
      select.limit = 0
      #expect(try await database.select(select, as: ada).text == "[]")
    },
    Clause("a query for the count alone returns no rows") { database in
      try await fill(database)
      var select = Select(specimens)
      select.wantsRows = false
      select.counts = true
      select.filter = .compare("small", .equal, .int(1))
      let rows = try await database.select(select, as: ada)
      #expect(rows.total == 2)
      #expect(rows.count == 0)
      #expect(rows.text == "[]")
    },
    Clause("columns are returned in the requested order and under the requested names") { database in
      try await database.add(specimens, ["words": .text("w"), "small": .int(3)], as: ada)
      let shown = [Shown("small", as: "n\"ü"), Shown("words"), Shown("small"), Shown("day")]
      let text = try await database.select(Select(specimens, shown: shown), as: ada).text
      #expect(text == #"[{"n\"ü":3,"words":"w","small":3,"day":null}]"#)
    },
  ]
}
