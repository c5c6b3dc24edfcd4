internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// Related rows, parts of JSON values and casts in the rows of a select.
extension RelationalContract {
  private static func relation(_ table: Table, _ other: Table) throws -> Relation {
    try #require(schema.relations(from: table, to: other).first)
  }

  /// Two shelves of Ada with books, and one of Bob with a book that Ada has put onto it.
  private static func furnish(_ database: any Database) async throws {
    for (number, name, caller) in [(1, "low", ada), (2, "high", ada), (3, "bob's", bob)] {
      try await database.add(shelves, ["id": .text(id(number)), "name": .text(name)], as: caller)
    }
    for (number, shelf, name) in [(11, 1, "Emma"), (12, 1, "Dune"), (13, 1, "1984"), (14, 2, "\"Ulysses\"")] {
      try await database.add(
        books, ["id": .text(id(number)), "shelf": .text(id(shelf)), "name": .text(name)], as: ada)
    }
    try await database.add(books, ["id": .text(id(15)), "shelf": .text(id(3)), "name": .text("lent")], as: ada)
    try await database.add(books, ["id": .text(id(16)), "shelf": .text(id(1)), "name": .text("hidden")], as: bob)
    try await database.add(books, ["id": .text(id(17)), "name": .text("loose")], as: ada)
  }

  private static func found(_ select: Select, _ database: any Database, as caller: Caller = ada) async throws -> String
  {
    try await database.select(select, as: caller).text
  }

  private static func value(
    _ steps: [JSONPath.Step], isText: Bool, _ database: any Database
  ) async throws -> JSON? {
    let path = try #require(JSONPath(steps, isText: isText))
    let select = Select(specimens, shown: [Shown("extra", as: "x", path: path)])
    return try await database.select(select, as: ada).list.first?["x"]
  }

  static let embeddings: [Clause] = [
    Clause("related rows are embedded as a list, filtered, ordered and limited for each row") { database in
      try await furnish(database)
      var inner = Select(books, shown: [Shown("name", as: "title")])
      inner.order = [Order("name", isDescending: true)]
      var select = Select(shelves, shown: [Shown("name")])
      select.order = [Order("name")]
      func text() async throws -> String {
        select.embedded = [Embedded("books", try relation(shelves, books), inner, isRequired: false)]
        return try await found(select, database)
      }
      #expect(
        try await text()
          == #"[{"name":"high","books":[{"title":"\"Ulysses\""}]},{"name":"low","books":[{"title":"Emma"},{"title":"Dune"},{"title":"1984"}]}]"#
      )
      inner.limit = 1
      inner.offset = 1
      #expect(try await text() == #"[{"name":"high","books":[]},{"name":"low","books":[{"title":"Dune"}]}]"#)
      (inner.limit, inner.offset) = (nil, 0)
      inner.filter = .any([.compare("name", .equal, .text("Emma")), .like("name", pattern: "19%", ignoringCase: false)])
      #expect(
        try await text() == #"[{"name":"high","books":[]},{"name":"low","books":[{"title":"Emma"},{"title":"1984"}]}]"#)
    },
    Clause("a row that may not be seen is not embedded, unless the service asks") { database in
      try await furnish(database)
      var select = Select(books, shown: [Shown("name")])
      select.order = [Order("name")]
      select.filter = .among("name", ["Emma", "lent", "loose", "hidden"].map { .text($0) })
      select.embedded = [
        Embedded("shelf", try relation(books, shelves), Select(shelves, shown: [Shown("name")]), isRequired: false)
      ]
      #expect(
        try await found(select, database)
          == #"[{"name":"Emma","shelf":{"name":"low"}},{"name":"lent","shelf":null},{"name":"loose","shelf":null}]"#)
      #expect(try await found(select, database, as: bob) == #"[{"name":"hidden","shelf":null}]"#)
      #expect(
        try await found(select, database, as: .service)
          == #"[{"name":"Emma","shelf":{"name":"low"}},{"name":"hidden","shelf":{"name":"low"}},{"name":"lent","shelf":{"name":"bob's"}},{"name":"loose","shelf":null}]"#
      )
    },
    Clause("a required relation leaves out rows without a related one, and is counted so") { database in
      try await furnish(database)
      var inner = Select(books, shown: [])
      inner.filter = .compare("name", .equal, .text("Dune"))
      var select = Select(shelves, shown: [Shown("name")])
      select.embedded = [Embedded("books", try relation(shelves, books), inner, isRequired: true)]
      select.counts = true
      let rows = try await database.select(select, as: ada)
      #expect(rows.text == #"[{"name":"low"}]"# && rows.total == 1)
      // Bob's book is on that shelf, and Ada does not see it.
      select.embedded[0].select.filter = .compare("name", .equal, .text("hidden"))
      #expect(try await database.select(select, as: ada).total == 0)
    },
    Clause("tables are embedded one in another") { database in
      try await furnish(database)
      var again = Select(shelves, shown: [Shown("name")])
      again.embedded = [
        Embedded("pens", try relation(shelves, pens), Select(pens, shown: [Shown("id")]), isRequired: false)
      ]
      var inner = Select(books, shown: [Shown("name")])
      inner.embedded = [Embedded("on", try relation(books, shelves), again, isRequired: true)]
      var select = Select(shelves, shown: [])
      select.filter = .compare("name", .equal, .text("high"))
      select.embedded = [Embedded("books", try relation(shelves, books), inner, isRequired: true)]
      #expect(
        try await found(select, database) == #"[{"books":[{"name":"\"Ulysses\"","on":{"name":"high","pens":[]}}]}]"#)
    },
    Clause("a value is the same embedded as in a row of its own, whatever its type") { database in
      let shelf = try await database.add(shelves, ["name": .text("ä\n\"x\"\\")], as: ada)
      let id = shelf["id"]?.string ?? ""
      try await database.add(books, ["shelf": .text(id), "name": .null], as: ada)
      try await database.add(pens, ["shelf": .text(id)], as: ada)
      for (table, other) in [(books, shelves), (pens, shelves), (shelves, books), (shelves, pens)] {
        let alone = try await database.all(other, as: ada)
        var select = Select(table, shown: [])
        select.embedded = [Embedded("other", try relation(table, other), Select(other), isRequired: false)]
        let row = try await database.select(select, as: ada).list.first?["other"]
        #expect(row == (table.name == "shelves" ? .array(alone) : alone[0]), "\(table.name) \(other.name)")
      }
    },
    Clause("parts of a JSON value are selected as JSON or as text") { database in
      try await database.add(
        specimens, ["extra": .json(#"{"a":{"b":[1,true,"x",null,{"c":2.50}]},"0":"zero","a b-c":false}"#)], as: ada)
      let list: [JSONPath.Step] = [.key("a"), .key("b")]
      #expect(try await value(list, isText: false, database) == [1, true, "x", nil, ["c": 2.5]])
      for (index, json, text): (Int, JSON, JSON) in [
        (0, 1, "1"), (1, true, "true"), (2, "x", "x"), (3, nil, nil), (-1, ["c": 2.5], nil), (9, nil, nil),
      ] {
        #expect(try await value(list + [.index(index)], isText: false, database) == json, "\(index)")
        guard index != -1 else { continue }
        #expect(try await value(list + [.index(index)], isText: true, database) == text, "\(index)")
      }
      #expect(try await value(list + [.index(-1), .key("c")], isText: true, database) == "2.50")
      #expect(try await value([.key("a b-c")], isText: true, database) == "false")
      #expect(try await value([.key("nothing"), .key("x")], isText: true, database) == .null)
      let refusal = await database.refusal { database in
        let path = try #require(JSONPath([.key("a")], isText: true))
        _ = try await database.select(Select(specimens, shown: [Shown("words", path: path)]), as: ada)
      }
      #expect(refusal?.code == "42883")
    },
    Clause("casts give the same values in both stores") { database in
      try await database.add(
        specimens,
        [
          "flag": .bool(false), "small": .int(-3), "large": .int(9_007_199_254_740_993), "ratio": .real(1.5),
          "at": .text("2026-01-15T13:00:00.250+01:00"),
        ], as: ada)
      try await database.add(
        specimens, ["flag": .null, "small": .null, "large": .null, "ratio": .null, "at": .null], as: ada)
      var select = Select(
        specimens,
        shown: [
          Shown("flag", as: "a", cast: .text), Shown("flag", as: "b", cast: .integer),
          Shown("small", as: "c", cast: .text),
          Shown("small", as: "d", cast: .double), Shown("large", as: "e", cast: .text),
          Shown("ratio", as: "f", cast: .text),
          Shown("at", as: "g", cast: .text), Shown("at", as: "h", cast: .date),
        ])
      select.order = [Order("small")]
      let none = "abcdefgh".map { "\"\($0)\":null" }.joined(separator: ",")
      #expect(
        try await found(select, database)
          == #"[{"a":"false","b":0,"c":"-3","d":-3,"e":"9007199254740993","f":"1.5","g":"2026-01-15 12:00:00.25+00","h":"2026-01-15"},{\#(none)}]"#
      )
    },
  ]
}
