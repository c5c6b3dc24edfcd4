import JSON
import Relational
import Testing
import Tokens

/// Every type with its edge values, read back as written.
extension RelationalContract {
  static let values: [Clause] = [
    Clause("every type is read back as written") { database in
      let row = try await database.add(
        specimens,
        [
          "id": .text(id(1).uppercased()), "other": .text(id(2)), "words": .text("plain"), "flag": .bool(true),
          "small": .int(-2_147_483_648), "large": .int(9_007_199_254_740_993 as Int64), "ratio": .real(0.1),
          "at": .text("2026-01-15T13:00:00.25+01:00"), "day": .text("2024-02-29"),
          "extra": .json(#"{"b":[1,null,true],"a":"ä"}"#), "tags": .json(#"["a","b c","\"{}\\"]"#),
        ], as: ada)
      #expect(row["id"] == .string(id(1)))
      #expect(row["other"] == .string(id(2)))
      #expect(row["owner"]?.string == ada.user)
      #expect(row["words"] == "plain")
      #expect(row["flag"] == true)
      #expect(row["small"] == -2_147_483_648)
      #expect(row["ratio"] == 0.1)
      #expect(row["at"] == "2026-01-15T12:00:00.25+00:00")
      #expect(row["day"] == "2024-02-29")
      #expect(row["extra"] == ["b": [1, nil, true], "a": "ä"])
      #expect(row["tags"] == ["a", "b c", "\"{}\\"])
      let text = try await database.select(Select(specimens), as: ada).text
      #expect(text.contains(#""large":9007199254740993"#))
    },
    Clause("texts of every kind are read back as written") { database in
      let odd = [
        "", " ", "'; drop table notes; --", "a\"b\\c/d", "\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}", "👩‍👩‍👧‍👦 é ẞ 漢字 \u{202E}",
        "null", "$1 ?1 %_*", String(repeating: "long ", count: 100_000),
      ]
      for (index, words) in odd.enumerated() {
        let row = try await database.add(specimens, ["id": .text(id(index)), "words": .text(words)], as: ada)
        #expect(row["words"]?.string == words)
        #expect(try await database.all(specimens, .compare("words", .equal, .text(words)), as: ada).count == 1)
      }
    },
    Clause("values are converted to the type of their column") { database in
      let row = try await database.add(
        specimens,
        [
          "words": .int(5), "flag": .text("yes"), "small": .text(" 12 "), "large": .text("-9223372036854775808"),
          "ratio": .int(2), "day": .text("2026-03-01T10:00:00Z"), "tags": .text(#"{a,"b,c"}"#),
        ], as: ada)
      #expect(row["words"] == "5")
      #expect(row["flag"] == true)
      #expect(row["small"] == 12)
      #expect(row["ratio"] == 2)
      #expect(row["day"] == "2026-03-01")
      #expect(row["tags"] == ["a", "b,c"])
    },
    Clause("fractions are formatted as PostgreSQL formats them") { database in
      for (number, text) in [(1.0, "1"), (-0.5, "-0.5"), (1e20, "1e+20"), (123456.789, "123456.789")] {
        try await database.remove(specimens, .everything, as: ada)
        try await database.add(specimens, ["ratio": .real(number)], as: ada)
        var select = Select(specimens, shown: [Shown("ratio")])
        select.limit = 1
        let told = try await database.select(select, as: ada).text
        #expect(told == "[{\"ratio\":\(text)}]")
      }
    },
    Clause("timestamps have microsecond precision and no trailing zeros") { database in
      let moments = [
        ("2026-01-15T12:00:00Z", "2026-01-15T12:00:00+00:00"),
        ("2026-01-15 12:00:00.100000+00", "2026-01-15T12:00:00.1+00:00"),
        ("2026-01-15T12:00:00.1234567Z", "2026-01-15T12:00:00.123457+00:00"),
        ("2026-12-31T23:59:59.9999999Z", "2027-01-01T00:00:00+00:00"),
        ("1969-12-31T23:59:59.000001Z", "1969-12-31T23:59:59.000001+00:00"),
      ]
      for (given, told) in moments {
        let row = try await database.add(specimens, ["at": .text(given)], as: ada)
        #expect(row["at"] == .string(told))
        #expect(try await database.all(specimens, .compare("at", .equal, .text(told)), as: ada).count == 1)
        try await database.remove(specimens, .everything, as: ada)
      }
    },
    Clause("a value that does not fit its type is refused with PostgreSQL's code") { database throws in
      let bad: [(String, Value, String)] = [
        ("id", .text("x"), "22P02"), ("other", .int(1), "22P02"), ("flag", .text("perhaps"), "22P02"),
        ("small", .int(2_147_483_648), "22003"), ("small", .text("1.5"), "22P02"),
        ("large", .text("9223372036854775808"), "22003"), ("ratio", .text("0x1p3"), "22P02"),
        ("ratio", .text("1e400"), "22003"), ("at", .text("yesterday"), "22007"),
        ("at", .text("2026-02-30T00:00:00Z"), "22008"), ("day", .text("2025-02-29"), "22008"),
        ("extra", .text("{"), "22P02"), ("tags", .text("a,b"), "22P02"), ("words", .text("a\u{0}b"), "22021"),
      ]
      for (column, value, code) in bad {
        let refusal = await database.refusal { database in
          try await database.add(specimens, [column: value], as: ada)
        }
        #expect(refusal?.code == code, "\(column) \(value)")
      }
      #expect(try await database.all(specimens, as: ada).isEmpty)
    },
    Clause("missing values get their default, and null stays null") { database in
      let row = try await database.add(specimens, ["words": .usual, "small": .null], as: ada)
      #expect(row["id"]?.string?.count == 36)
      #expect(row["owner"]?.string == ada.user)
      #expect(row["words"] == JSON.null)
      #expect(row["small"] == JSON.null)
      #expect(row["flag"] == false)
      #expect(row["extra"] == [:])
      #expect(row["tags"] == [])
      #expect(row["at"]?.string?.hasSuffix("+00:00") == true)
      let usual = try await database.add(specimens, ["small": .usual, "id": .usual], as: ada)
      #expect(usual["small"] == 7)
      #expect(usual["id"] != row["id"])
    },
    Clause("the server alone sets a row's revision and the times of its insertion and change") { database in
      let row = try await database.add(
        notes,
        [
          "title": .text("a"), "rev": .text("999999"), "updated_at": .text("2001-01-01"),
          "created_at": .text("2001-01-01"),
        ], as: ada)
      #expect(row["rev"]?.string != "999999")
      #expect(row["rev"]?.string?.isEmpty == false)
      #expect(row["updated_at"]?.string?.hasPrefix("2001") == false)
      #expect(row["created_at"]?.string?.hasPrefix("2001") == false)
      let changed = try await database.change(
        notes,
        ["title": .text("b"), "rev": .text("1"), "updated_at": .text("2001-01-01"), "created_at": .text("2001-01-01")],
        .everything, as: ada)
      #expect(changed.first?["rev"] != row["rev"])
      #expect(changed.first?["updated_at"]?.string?.hasPrefix("2001") == false)
      #expect(changed.first?["created_at"] == row["created_at"], "the time of insertion stays")
      #expect(changed.first?["title"] == "b")
    },
  ]
}
