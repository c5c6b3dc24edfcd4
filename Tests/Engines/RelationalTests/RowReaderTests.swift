import Relational
import Testing

@Suite struct RowReaderTests {
  let table = Table(
    "todos", [.uuid("id"), .text("title"), .boolean("done"), .double("score"), .json("meta"), .texts("tags")],
    policies: .owner)

  func rows(_ text: String, _ columns: [String]? = nil, missing: Value = .null) throws(Failure) -> RowReader {
    try RowReader(Array(text.utf8), of: table, columns: columns, missing: missing)
  }

  func refusal(_ text: String, _ columns: [String]? = nil) -> Failure? {
    do throws(Failure) {
      _ = try rows(text, columns)
      return nil
    } catch { return error }
  }

  @Test("An object is one row with its keys as columns")
  func object() throws {
    let read = try rows(#"{"title":"a\n","meta":{"x": [1]},"score":1.50,"tags":["b"],"done":true,"id":null}"#)
    #expect(read.columns.map(\.name) == ["title", "meta", "score", "tags", "done", "id"])
    #expect(
      read.rows == [[.text("a\n"), .json(#"{"x": [1]}"#), .text("1.50"), .json(#"["b"]"#), .bool(true), .null]])
    #expect(
      try rows(#"{"meta":"text","score":9007199254740993}"#).rows == [[.json(#""text""#), .int(9_007_199_254_740_993)]])
    #expect(try rows("{}").rows == [[]])
  }

  @Test("A list is its objects in order, whatever the order of their keys; of repeated keys the last counts")
  func list() throws {
    let read = try rows(
      #"[{"title":"a","done":true},{"done":false,"title":"b"},{"title":"c","done":null,"title":"d"}]"#)
    #expect(read.rows == [[.text("a"), .bool(true)], [.text("b"), .bool(false)], [.text("d"), .null]])
    #expect(try rows("[]").rows.isEmpty)
    #expect(try rows("[{},{}]").rows == [[], []])
  }

  @Test("With given columns only those are read, and missing values are filled in")
  func given() throws {
    let text = #"[{"title":"a","other":{"deep":[]}},{"done":true}]"#
    #expect(try rows(text, ["done", "title", "done"]).rows == [[.null, .text("a")], [.bool(true), .null]])
    #expect(try rows(text, ["done"], missing: .usual).rows == [[.usual], [.bool(true)]])
  }

  @Test(
    "Anything but an object or a list of objects with the same known keys is refused",
    arguments: [
      ("", "PGRST102"), ("1", "PGRST102"), (#""a""#, "PGRST102"), ("[1]", "PGRST102"), ("[[]]", "PGRST102"),
      ("{", "PGRST102"),
      (#"{"title":"a"} x"#, "PGRST102"), (#"[{"title":"a"},{"done":true}]"#, "PGRST102"),
      (#"[{"title":"a"},{}]"#, "PGRST102"),
      (#"[{"title":"a"},{"title":"b","done":true}]"#, "PGRST102"), (#"{"other":1}"#, "PGRST204"),
      (#"[{"title":"a"},{"title":"b","other":true}]"#, "PGRST204"),
      ("[" + String(repeating: "{},", count: 5_000) + "{}]", "54001"),
    ])
  func refuses(_ text: String, _ code: String) {
    #expect(refusal(text)?.code == code)
  }

  @Test("An unknown column is reported by its name")
  func unknown() {
    #expect(refusal("{}", ["nothing"])?.message == "Could not find the 'nothing' column of 'todos' in the schema cache")
  }
}
