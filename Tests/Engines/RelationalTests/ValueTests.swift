import Chance
import Relational
import Testing

@Suite struct ValueTests {
  @Test(
    "A value is normalised to the canonical form of its type",
    arguments: [
      (ColumnType.uuid, "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", Value.text("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")),
      (.uuid, "{a0eebc999c0b4ef8bb6d6bb9bd380a11}", .text("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")),
      (.uuid, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", .text("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")),
      (.boolean, " Yes", .bool(true)), (.boolean, "of", .bool(false)), (.boolean, "0", .bool(false)),
      (.integer, "+007", .int(7)), (.bigint, "9007199254740993", .int(9_007_199_254_740_993 as Int64)),
      (.bigint, "-9223372036854775808", .int(Int64.min)), (.revision, "12", .int(12)),
      (.double, "1e3", .real(1000)), (.double, " -.5 ", .real(-0.5)),
      (.timestamp, "2026-01-15T12:00:00Z", .text("2026-01-15T12:00:00.000000+00:00")),
      (.timestamp, "2026-01-15 12:00", .text("2026-01-15T12:00:00.000000+00:00")),
      (.timestamp, "2026-01-15", .text("2026-01-15T00:00:00.000000+00:00")),
      (.timestamp, "2026-03-01T00:30:00.1234565+05:30", .text("2026-02-28T19:00:00.123457+00:00")),
      (.timestamp, "2023-12-31T23:59:59.9999999-0800", .text("2024-01-01T08:00:00.000000+00:00")),
      (.timestamp, "2000-02-29T00:00:00+02", .text("2000-02-28T22:00:00.000000+00:00")),
      (.date, "2024-02-29", .text("2024-02-29")), (.date, "2024-02-29T23:00:00-05:00", .text("2024-02-29")),
      (.json, #" {"a" : "b c", "n":9007199254740993 } "#, .json(#"{"a":"b c","n":9007199254740993}"#)),
      (.texts, #"{a, "b c" ,"d,\"e", x\,y ,"null",1}"#, .json(#"["a","b c","d,\"e","x,y","null","1"]"#)),
      (.texts, #"["a", "b", 1, true]"#, .json(#"["a","b","1","true"]"#)), (.texts, "{}", .json("[]")),
      (.text, " as it is\n", .text(" as it is\n")),
    ])
  func normalises(_ type: ColumnType, _ text: String, _ expected: Value) throws {
    let value = try type.normalised(.text(text))
    #expect(value == expected)
    #expect(try type.normalised(value) == value)
    #expect(try type.normalised(.null) == .null)
    #expect(try type.normalised(.usual) == .usual)
  }

  @Test(
    "A value that a type cannot hold is refused with PostgreSQL's code and message",
    arguments: [
      (ColumnType.uuid, "x", "22P02", #"invalid input syntax for type uuid: "x""#),
      (.uuid, "a0eebc99--9c0b4ef8bb6d6bb9bd380a11", "22P02", ""),
      (.uuid, "a0eebc999c0b4ef8bb6d6bb9bd380a1", "22P02", ""),
      (.uuid, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11-", "22P02", ""),
      (.boolean, "o", "22P02", #"invalid input syntax for type boolean: "o""#), (.boolean, "", "22P02", ""),
      (.integer, "1.0", "22P02", #"invalid input syntax for type integer: "1.0""#), (.integer, "", "22P02", ""),
      (.integer, "2147483648", "22003", #"value "2147483648" is out of range for type integer"#),
      (.bigint, "9223372036854775808", "22003", ""), (.bigint, "1_0", "22P02", ""),
      (.double, "0x1p3", "22P02", #"invalid input syntax for type double precision: "0x1p3""#),
      (.double, "nan", "22P02", ""), (.double, "1e999", "22003", ""),
      (.timestamp, "2026-02-30T00:00:00Z", "22008", ""), (.timestamp, "2026-01-01T24:00:00Z", "22008", ""),
      (.timestamp, "0001-01-01T00:00:00+01:00", "22008", ""),
      (.timestamp, "9999-12-31T23:59:59.9999999Z", "22008", ""),
      (.timestamp, "now", "22007", ""), (.timestamp, "2026-1-1", "22007", ""),
      (.timestamp, "2026-01-01T00:00:00 00:00", "22007", ""),
      (
        .timestamp, "2026-01-01T00:00:00Zx", "22007",
        #"invalid input syntax for type timestamp with time zone: "2026-01-01T00:00:00Zx""#
      ),
      (.date, "2025-02-29", "22008", ""), (.date, "0000-01-01", "22008", ""), (.date, "15.1.2026", "22007", ""),
      (.json, "{a:1}", "22P02", "invalid input syntax for type json"), (.json, #""\u0000""#, "22P05", ""),
      (.json, "", "22P02", ""),
      (.texts, "a", "22P02", #"malformed array literal: "a""#), (.texts, "{a,}", "22P02", ""),
      (.texts, "{a,null}", "22P02", ""),
      (.texts, "{{a}}", "22P02", ""), (.texts, #"{"a"#, "22P02", ""), (.texts, #"["a",[1]]"#, "22P02", ""),
      (.texts, "{a}x", "22P02", ""),
      (.text, "a\0b", "22021", ""), (.texts, #"["\u0000"]"#, "22021", ""),
    ])
  func refuses(_ type: ColumnType, _ text: String, _ code: String, _ message: String) {
    let failure = #expect(throws: Failure.self) { try type.normalised(.text(text)) }
    #expect(failure?.code == code)
    if !message.isEmpty { #expect(failure?.message == message) }
  }

  @Test("A value of another type is converted if it fits, and refused otherwise")
  func otherKinds() throws {
    #expect(try ColumnType.text.normalised(.int(5)) == .text("5"))
    #expect(try ColumnType.text.normalised(.bool(true)) == .text("true"))
    #expect(try ColumnType.boolean.normalised(.int(1)) == .bool(true))
    #expect(try ColumnType.double.normalised(.int(2)) == .real(2))
    #expect(try ColumnType.integer.normalised(.real(2)) == .int(2))
    #expect(try ColumnType.json.normalised(.bool(false)) == .json("false"))
    #expect(throws: Failure.self) { try ColumnType.integer.normalised(.int(Int64(Int32.max) + 1)) }
    #expect(throws: Failure.self) { try ColumnType.integer.normalised(.bool(true)) }
    #expect(throws: Failure.self) { try ColumnType.double.normalised(.real(.infinity)) }
    #expect(throws: Failure.self) { try ColumnType.text.normalised(.bytes([1])) }
  }

  @Test("A list of texts survives a round trip through PostgreSQL's array literal and JSON")
  func literals() throws {
    let list = TextList(texts: ["a", #"b "c" \d"#, "", "NULL", "{,}", "é"])
    #expect(try TextList(list.literal) == list)
    #expect(try TextList(list.json) == list)
  }

  @Test("Random text is refused or normalised to a stable form")
  func rubbish() throws {
    var random = try FuzzPlan.generator(for: "ValueTests.rubbish")
    let signs = Array(#"{}[]",\: -+0129Tz.eNulrabc"#.unicodeScalars)
    let types: [ColumnType] = [.uuid, .text, .boolean, .integer, .double, .timestamp, .date, .json, .texts]
    for _ in 0..<3_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<24, using: &random) {
        text.unicodeScalars.append(signs[Int.random(in: 0..<signs.count, using: &random)])
      }
      for type in types {
        guard let value = try? type.normalised(.text(text)) else { continue }
        #expect((try? type.normalised(value)) == value, "\(type) \(text)")
      }
    }
  }
}
