internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Every kind of filter, with nulls among the rows.
extension RelationalContract {
  /// `words` of the rows that match a filter, in their order.
  private static func meant(_ filter: Filter, _ database: any Database) async throws(Failure) -> [String] {
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
    Clause("comparisons mean what they say, and null is never meant") { database in
      try await fill(database)
      #expect(try await meant(.compare("small", .equal, .int(2)), database) == ["apricot"])
      #expect(try await meant(.compare("small", .unequal, .int(2)), database) == ["Apple", "null"])
      #expect(try await meant(.compare("small", .less, .text("2")), database) == ["Apple"])
      #expect(try await meant(.compare("small", .atMost, .int(2)), database) == ["Apple", "apricot"])
      #expect(try await meant(.compare("ratio", .greater, .real(-1)), database) == ["Apple", "null"])
      #expect(try await meant(.compare("ratio", .atLeast, .text("0")), database) == ["Apple", "null"])
      #expect(try await meant(.compare("words", .equal, .text("apple")), database).isEmpty)
      #expect(try await meant(.compare("flag", .equal, .text("true")), database) == ["Apple", "null"])
      #expect(try await meant(.compare("words", .greater, .text("B")), database) == ["apricot"])
    },
    Clause("nothing, true and false are asked for by name") { database in
      try await fill(database)
      #expect(try await meant(.isNull("small"), database) == ["100%_\\"])
      #expect(try await meant(.isTrue("flag"), database) == ["Apple", "null"])
      #expect(try await meant(.isFalse("flag"), database) == ["apricot"])
      #expect(try await meant(.not(.isTrue("flag")), database) == ["100%_\\", "apricot"])
      #expect(try await meant(.not(.isNull("words")), database).count == 3)
    },
    Clause("conditions are joined and turned round as in SQL") { database in
      try await fill(database)
      let small = Filter.compare("small", .less, .int(3))
      #expect(try await meant(.all([small, .isTrue("flag")]), database) == ["Apple"])
      #expect(try await meant(.any([small, .isNull("small")]), database).count == 3)
      #expect(try await meant(.not(small), database) == ["null"])
      #expect(try await meant(.not(.all([small, .isFalse("flag")])), database) == ["100%_\\", "Apple", "null"])
      #expect(try await meant(.all([]), database).count == 4)
      #expect(try await meant(.any([]), database).isEmpty)
    },
    Clause("one among many is found, and none among none") { database in
      try await fill(database)
      let found = try await meant(.among("words", [.text("Apple"), .text("x"), .text("100%_\\")]), database)
      #expect(found == ["100%_\\", "Apple"])
      #expect(try await meant(.among("small", [.text("1"), .int(3)]), database) == ["Apple", "null"])
      #expect(try await meant(.among("small", []), database).isEmpty)
      #expect(try await meant(.not(.among("small", [.int(1)])), database) == ["apricot", "null"])
    },
    Clause("patterns know case where they should, and what is meant literally") { database in
      try await fill(database)
      func like(_ pattern: String, _ ignoringCase: Bool = false) -> Filter {
        .like("words", pattern: pattern, ignoringCase: ignoringCase)
      }
      #expect(try await meant(like("a%"), database) == ["apricot"])
      #expect(try await meant(like("a%", true), database) == ["Apple", "apricot"])
      #expect(try await meant(like("_ppl_"), database) == ["Apple"])
      #expect(try await meant(like(#"100\%\_\\"#), database) == ["100%_\\"])
      #expect(try await meant(like("A*"), database).isEmpty)
      #expect(try await meant(like("%"), database).count == 3)
      #expect(try await meant(.not(like("a%", true)), database) == ["100%_\\"])
    },
    Clause("lists hold, are held and overlap") { database in
      try await fill(database)
      #expect(try await meant(.contains("tags", "{red}"), database) == ["Apple"])
      #expect(try await meant(.contains("tags", "{}"), database) == ["Apple", "apricot", "null"])
      #expect(try await meant(.contained("tags", #"["red","round","x"]"#), database) == ["Apple", "null"])
      #expect(try await meant(.overlaps("tags", "{orange,round}"), database) == ["Apple", "apricot"])
      #expect(try await meant(.not(.overlaps("tags", "{red}")), database) == ["apricot", "null"])
    },
    Clause("JSON holds JSON") { database in
      try await fill(database)
      #expect(try await meant(.contains("extra", #"{"a":1}"#), database) == ["Apple"])
      #expect(try await meant(.contains("extra", #"{"b":[2]}"#), database) == ["Apple"])
      #expect(try await meant(.contains("extra", #"[{"k":null}]"#), database) == ["null"])
      #expect(try await meant(.contained("extra", #"{"a":2,"c":3}"#), database) == ["apricot"])
    },
    Clause("moments and days are compared in time, whatever their spelling") { database in
      try await database.add(specimens, ["words": .text("a"), "at": .text("2026-01-15T12:00:00Z")], as: ada)
      try await database.add(specimens, ["words": .text("b"), "at": .text("2026-01-15T12:00:00.5Z")], as: ada)
      #expect(try await meant(.compare("at", .equal, .text("2026-01-15T13:00:00+01:00")), database) == ["a"])
      #expect(try await meant(.compare("at", .greater, .text("2026-01-15 12:00:00+00")), database) == ["b"])
    },
    Clause("a filter that does not fit its column is refused") { database throws in
      let bad: [(Filter, String)] = [
        (.compare("small", .equal, .text("x")), "22P02"), (.compare("id", .equal, .text("x")), "22P02"),
        (.isTrue("words"), "42804"), (.like("small", pattern: "1%", ignoringCase: false), "42883"),
        (.compare("at", .less, .text("soon")), "22007"), (.contains("words", "{}"), "42883"),
      ]
      for (filter, code) in bad {
        let refusal = await database.refusal { database in _ = try await meant(filter, database) }
        #expect(refusal?.code == code, "\(filter)")
      }
    },
    Clause("what somebody sent is a value and never a word of SQL") { database in
      try await fill(database)
      let nasty = "x' or '1'='1"
      #expect(try await meant(.compare("words", .equal, .text(nasty)), database).isEmpty)
      #expect(try await meant(.like("words", pattern: nasty, ignoringCase: true), database).isEmpty)
      #expect(try await meant(.among("words", [.text(nasty), .text("\") or (1=1")]), database).isEmpty)
      #expect(
        await database.refusal { database in
          _ = try await meant(.isNull("words\" is not null or \"words"), database)
        }?.code == "42703")
    },
  ]
}
