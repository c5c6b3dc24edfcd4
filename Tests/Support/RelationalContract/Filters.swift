internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Every kind of filter, with nulls among the rows.
extension RelationalContract {
  /// `words` of the rows that match a filter, in their order.
  private static func matches(_ filter: Filter, _ database: any Database) async throws(Failure) -> [String] {
    var select = Select(specimens, shown: [Shown("words")])
    select.filter = filter
    select.order = [Order("words")]
    return try await database.select(select, as: ada).strings("words").map { $0 ?? "null" }
  }

  private static func fill(_ database: any Database) async throws(Failure) {
    let rows: [[Value]] = [
      [.text("Apple"), .int(1), .bool(true), .real(1.5), .json(#"["red","round"]"#), .json(#"{"a":1,"b":[1,2]}"#)],
      [.text("apricot"), .int(2), .bool(false), .real(-2), .json(#"["orange"]"#), .json(#"{"a":2}"#)],
      [.text("100%_\\"), .null, .null, .null, .null, .null],
      [.null, .int(3), .bool(true), .real(0), .json("[]"), .json(#"[1,"x",{"k":null}]"#)],
    ]
    _ = try await database.insert(
      Insert(specimens, columns: ["words", "small", "flag", "ratio", "tags", "extra"], rows: rows), as: ada)
  }

  static let filters: [Clause] = [
    Clause("comparisons select matching rows and never a null") { database in
      try await fill(database)
      #expect(try await matches(.compare("small", .equal, .int(2)), database) == ["apricot"])
      #expect(try await matches(.compare("small", .unequal, .int(2)), database) == ["Apple", "null"])
      #expect(try await matches(.compare("small", .less, .text("2")), database) == ["Apple"])
      #expect(try await matches(.compare("small", .atMost, .int(2)), database) == ["Apple", "apricot"])
      #expect(try await matches(.compare("ratio", .greater, .real(-1)), database) == ["Apple", "null"])
      #expect(try await matches(.compare("ratio", .atLeast, .text("0")), database) == ["Apple", "null"])
      #expect(try await matches(.compare("words", .equal, .text("apple")), database).isEmpty)
      #expect(try await matches(.compare("flag", .equal, .text("true")), database) == ["Apple", "null"])
      #expect(try await matches(.compare("words", .greater, .text("B")), database) == ["apricot"])
    },
    Clause("filters select null, true and false") { database in
      try await fill(database)
      #expect(try await matches(.isNull("small"), database) == ["100%_\\"])
      #expect(try await matches(.isTrue("flag"), database) == ["Apple", "null"])
      #expect(try await matches(.isFalse("flag"), database) == ["apricot"])
      #expect(try await matches(.not(.isTrue("flag")), database) == ["100%_\\", "apricot"])
      #expect(try await matches(.not(.isNull("words")), database).count == 3)
    },
    Clause("and, or and not combine conditions as in SQL") { database in
      try await fill(database)
      let small = Filter.compare("small", .less, .int(3))
      #expect(try await matches(.all([small, .isTrue("flag")]), database) == ["Apple"])
      #expect(try await matches(.any([small, .isNull("small")]), database).count == 3)
      #expect(try await matches(.not(small), database) == ["null"])
      #expect(try await matches(.not(.all([small, .isFalse("flag")])), database) == ["100%_\\", "Apple", "null"])
      #expect(try await matches(.all([]), database).count == 4)
      #expect(try await matches(.any([]), database).isEmpty)
    },
    Clause("a list filter selects its members, and an empty list nothing") { database in
      try await fill(database)
      let found = try await matches(.among("words", [.text("Apple"), .text("x"), .text("100%_\\")]), database)
      #expect(found == ["100%_\\", "Apple"])
      #expect(try await matches(.among("small", [.text("1"), .int(3)]), database) == ["Apple", "null"])
      #expect(try await matches(.among("small", []), database).isEmpty)
      #expect(try await matches(.not(.among("small", [.int(1)])), database) == ["apricot", "null"])
    },
    Clause("patterns match with or without case, and escaped characters literally") { database in
      try await fill(database)
      func like(_ pattern: String, _ ignoringCase: Bool = false) -> Filter {
        .like("words", pattern: pattern, ignoringCase: ignoringCase)
      }
      #expect(try await matches(like("a%"), database) == ["apricot"])
      #expect(try await matches(like("a%", true), database) == ["Apple", "apricot"])
      #expect(try await matches(like("_ppl_"), database) == ["Apple"])
      #expect(try await matches(like(#"100\%\_\\"#), database) == ["100%_\\"])
      #expect(try await matches(like("A*"), database).isEmpty)
      #expect(try await matches(like("%"), database).count == 3)
      #expect(try await matches(.not(like("a%", true)), database) == ["100%_\\"])
    },
    Clause("list columns support contains, contained and overlaps") { database in
      try await fill(database)
      #expect(try await matches(.contains("tags", "{red}"), database) == ["Apple"])
      #expect(try await matches(.contains("tags", "{}"), database) == ["Apple", "apricot", "null"])
      #expect(try await matches(.contained("tags", #"["red","round","x"]"#), database) == ["Apple", "null"])
      #expect(try await matches(.overlaps("tags", "{orange,round}"), database) == ["Apple", "apricot"])
      #expect(try await matches(.not(.overlaps("tags", "{red}")), database) == ["apricot", "null"])
    },
    Clause("JSON columns support contains and contained") { database in
      try await fill(database)
      #expect(try await matches(.contains("extra", #"{"a":1}"#), database) == ["Apple"])
      #expect(try await matches(.contains("extra", #"{"b":[2]}"#), database) == ["Apple"])
      #expect(try await matches(.contains("extra", #"[{"k":null}]"#), database) == ["null"])
      #expect(try await matches(.contained("extra", #"{"a":2,"c":3}"#), database) == ["apricot"])
    },
    Clause("timestamps are compared as moments, whatever their format") { database in
      try await database.add(specimens, ["words": .text("a"), "at": .text("2026-01-15T12:00:00Z")], as: ada)
      try await database.add(specimens, ["words": .text("b"), "at": .text("2026-01-15T12:00:00.5Z")], as: ada)
      #expect(try await matches(.compare("at", .equal, .text("2026-01-15T13:00:00+01:00")), database) == ["a"])
      #expect(try await matches(.compare("at", .greater, .text("2026-01-15 12:00:00+00")), database) == ["b"])
    },
    Clause("a filter that does not fit its column is refused") { database throws in
      let bad: [(Filter, String)] = [
        (.compare("small", .equal, .text("x")), "22P02"), (.compare("id", .equal, .text("x")), "22P02"),
        (.isTrue("words"), "42804"), (.like("small", pattern: "1%", ignoringCase: false), "42883"),
        (.compare("at", .less, .text("soon")), "22007"), (.contains("words", "{}"), "42883"),
      ]
      for (filter, code) in bad {
        let refusal = await database.refusal { database in _ = try await matches(filter, database) }
        #expect(refusal?.code == code, "\(filter)")
      }
    },
    Clause("input is bound as values and never becomes SQL") { database in
      try await fill(database)
      let nasty = "x' or '1'='1"
      #expect(try await matches(.compare("words", .equal, .text(nasty)), database).isEmpty)
      #expect(try await matches(.like("words", pattern: nasty, ignoringCase: true), database).isEmpty)
      #expect(try await matches(.among("words", [.text(nasty), .text("\") or (1=1")]), database).isEmpty)
      #expect(
        await database.refusal { database in
          _ = try await matches(.isNull("words\" is not null or \"words"), database)
        }?.code == "42703")
    },
  ]
}
