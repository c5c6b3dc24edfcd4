import Foundation
import JSON
import Testing

@Suite("JSON values") struct JSONTests {
  @Test(
    "survive a round trip",
    arguments: [
      JSON.null, true, 0, -1.5, "a \"quoted\" / text", [1, "two", nil], ["a": ["b": [false]], "": 3],
    ])
  func roundTrip(value: JSON) throws {
    #expect(try JSONDecoder().decode(JSON.self, from: JSON.data(value)) == value)
  }

  @Test("are written with sorted keys, whole numbers without a fraction, and slashes unescaped")
  func text() throws {
    #expect(try JSON.text(["b": 1, "a": "x/y", "c": 2.5] as JSON) == #"{"a":"x/y","b":1,"c":2.5}"#)
  }

  @Test("distinguish a boolean from a number")
  func flags() throws {
    let value = try JSONDecoder().decode(JSON.self, from: Data("[true,1,0]".utf8))
    #expect(value == [true, 1, 0])
    #expect(value.array?.first?.bool == true && value.array?.last?.number == 0)
  }

  @Test(
    "are parsed from a text and from data by the same rules as from bytes",
    arguments: [
      ("[0e1]", [0]), ("[-2.5e-330]", [0]), (#"{"a":1,"a":2}"#, ["a": 2]), ("[1,]", nil), (#"{"a":1,}"#, nil),
      ("[1,2,]", nil), ("[,]", nil), (#"{"a":[1,],"b":2}"#, nil), ("1e400", nil), ("[1]]", nil), ("", nil),
      ("\u{FEFF}1", nil), ("\"\u{0}a\u{0}\"\u{0}", nil),
    ] as [(String, JSON?)])
  func parsed(_ text: String, _ expected: JSON?) {
    #expect((try? JSON(text: text)) == expected)
    #expect((try? JSON(bytes: Data(text.utf8))) == expected)
    #expect((try? JSON(bytes: Array(text.utf8))) == expected)
  }

  @Test("return nil for a value of another type")
  func access() {
    let value: JSON = ["name": "x"]
    #expect(value["name"]?.string == "x" && value["name"]?.number == nil && value["other"] == nil && value.array == nil)
    #expect(value.kind == "an object")
  }
}
