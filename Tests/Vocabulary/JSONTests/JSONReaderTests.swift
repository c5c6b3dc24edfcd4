import JSON
import Testing

@Suite struct JSONReaderTests {
  func tree(_ text: String) throws -> JSON { try JSON(bytes: Array(text.utf8)) }

  func flaw(_ bytes: [UInt8]) -> JSONFlaw? {
    do throws(JSONFlaw) {
      _ = try JSON(bytes: bytes)
      var reader = JSONReader(bytes)
      try reader.skip()
      return nil
    } catch { return error }
  }

  @Test("A text is decoded into its tree; of repeated keys the last counts")
  func trees() throws {
    let text = #" {"a" : [1, -2.5e1, true,false , null], "b\u00e4\ud834\udd1e\n\/\"\\": "ü𝄞", "c":{}, "d":[], "c":1} "#
    #expect(
      try tree(text) == ["a": [1, -25, true, false, nil], "bä𝄞\n/\"\\": "ü𝄞", "c": 1, "d": []])
    #expect(try tree(#""\b\f\r\t""#) == "\u{8}\u{c}\r\t")
  }

  @Test(
    "Invalid JSON is refused",
    arguments: [
      "", " ", "{", "[", "{]", "[}", "[1,]", "[,1]", "{,}", #"{"a":1,}"#, #"{"a"}"#, #"{"a" 1}"#, #"{"a":}"#, "{a:1}",
      "{1:1}",
      "01", "-", "1.", ".1", "1e", "1e+", "+1", "0x1", "NaN", "tru", "truex", "nul", "'a'", #""a"#, #""\x""#,
      #""\u12g4""#, #""\u12"#,
      #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "\"\n\"", "\"\t\"", "1 2", "[1 2]", #"{"a":1 "b":2}"#, "[1]]",
      "// c", "\u{FEFF}1",
      "[1,2", #"{"a":1"#, #"{"a":1,"#, #"{"a""#,
    ])
  func refuses(_ text: String) {
    let flaw = flaw(Array(text.utf8))
    #expect(flaw != nil || text == "1 2" || text == "[1]]" || text == "truex")
    #expect(throws: JSONFlaw.self) { try JSON(bytes: Array(text.utf8)) }
  }

  @Test(
    "Invalid UTF-8 is refused",
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xFF], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func encoding(_ bytes: [UInt8]) {
    #expect(flaw([0x22] + bytes + [0x22])?.what == "is not UTF-8")
    #expect(flaw([0x22] + bytes) != nil)
  }

  @Test("Nesting beyond the bound is refused without overflowing the stack")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }
    #expect(flaw(nested(128)) == nil)
    #expect(flaw(nested(129)) == JSONFlaw(what: "is nested too deeply", offset: 128))
    #expect(flaw([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) != nil)
    var reader = JSONReader(nested(500), deepest: 1_000)
    #expect(throws: JSONFlaw.self) { try reader.skip() }
  }

  @Test(
    "A very small number rounds as in IEEE 754: to a subnormal double, or to zero with its sign",
    arguments: [
      ("-2.5e-330", -0.0), ("1e-400", 0.0), ("-1e-400", -0.0), ("2e-324", 0.0), ("1e-99999999999999999999", 0.0),
      // Half of the smallest double, and a little more than that.
      ("2.4703282292062327e-324", 0.0), ("2.4703282292062328e-324", 0x1p-1074),
      ("5e-324", 0x1p-1074), ("-5e-324", -0x1p-1074), ("1e-323", 0x1p-1073),
      // The largest subnormal double.
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
      ("0.\(String(repeating: "0", count: 400))1", 0.0),
    ])
  func underflows(_ text: String, _ expected: Double) throws {
    try expect(text, expected)
  }

  @Test(
    "Zero may have a sign, a fraction and an exponent",
    arguments: [
      ("0", 0.0), ("-0", -0.0), ("-0.0", -0.0), ("0e1", 0.0), ("0E9", 0.0), ("-0e5", -0.0), ("0e-400", 0.0),
      ("0.0e400", 0.0), ("0e99999999999999999999", 0.0),
    ])
  func zeros(_ text: String, _ expected: Double) throws {
    try expect(text, expected)
  }

  /// Expects that value in the tree, alone and in a list, and the number's text from the reader.
  private func expect(_ text: String, _ expected: Double) throws {
    let number = try #require(try tree(text).number)
    #expect(number.bitPattern == expected.bitPattern)
    #expect(try tree("[\(text)]").array?.first?.number == expected)
    var reader = JSONReader(Array(text.utf8))
    #expect(reader.string(try reader.number()) == text)
    try reader.finish()
  }

  @Test(
    "A number too large for a double is refused, whether it is skipped or decoded",
    arguments: [
      "1e999", "-71e999", "[1,2e400]", "1e400", "1.0e400", "1.7976931348623159e308", "1e99999999999999999999",
      "1\(String(repeating: "0", count: 400))", "-1\(String(repeating: "0", count: 309)).5",
    ])
  func boundless(text: String) {
    var reader = JSONReader(Array(text.utf8))
    #expect(throws: JSONFlaw.self) { try reader.skip() }
    #expect(throws: JSONFlaw.self) { try JSON(bytes: Array(text.utf8)) }
  }

  @Test(
    "The largest double is read, with an exponent or with all its digits",
    arguments: ["1.7976931348623158e308", "17976931348623157\(String(repeating: "0", count: 292))"])
  func largest(text: String) throws {
    #expect(try tree(text).number == .greatestFiniteMagnitude)
    var reader = JSONReader(Array(text.utf8))
    try reader.skip()
  }

  @Test("Skipping a value returns its bytes unchanged, so that numbers keep their digits")
  func ranges() throws {
    let text = #"{"n":9007199254740993, "o": {"a":[1, {"b":"]}"}], "c":{}} ,"z":0}"#
    var reader = JSONReader(Array(text.utf8))
    try reader.openObject()
    var found: [String] = []
    while let key = try reader.nextKey() { found += [reader.string(key), reader.string(try reader.skip())] }
    try reader.finish()
    #expect(found == ["n", "9007199254740993", "o", #"{"a":[1, {"b":"]}"}], "c":{}}"#, "z", "0"])
  }

  @Test("A range of a text can be read alone")
  func pieces() throws {
    var reader = JSONReader(Array(#"[1,{"a":2},3]"#.utf8), in: 3..<10)
    #expect(try reader.tree() == ["a": 2])
    try reader.finish()
  }

  @Test(
    "A string survives a round trip",
    arguments: [
      "", "plain", "\"\\\u{0}\u{1}\u{1f}\n\r\t\u{8}\u{c}/\u{7f}", "ä𝄞\u{2028}", "\"", "a\"b",
    ])
  func writes(_ text: String) throws {
    var bytes: [UInt8] = []
    JSONBytes.append(string: text, to: &bytes)
    #expect(try JSON(bytes: bytes) == .string(text))
  }

  @Test("Numbers are written in the shortest form that reads back, NaN as null; compacting drops whitespace")
  func numbers() throws {
    func text(_ write: (inout [UInt8]) -> Void) -> String {
      var bytes: [UInt8] = []
      write(&bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    for number in [0, 7, -10, Int64.max, .min] { #expect(text { JSONBytes.append(number, to: &$0) } == "\(number)") }
    #expect(text { JSONBytes.append(2.0, to: &$0) } == "2")
    #expect(text { JSONBytes.append(0.1, to: &$0) } == "0.1")
    #expect(text { JSONBytes.append(Double.nan, to: &$0) } == "null")
    #expect(text { JSONBytes.append(true, to: &$0) } == "true")
    #expect(text { JSONBytes.append(compact: #" { "a b" : [ 1 , "\" " ] } "#.utf8, to: &$0) } == #"{"a b":[1,"\" "]}"#)
    for number in [1e300, Double.leastNonzeroMagnitude, 1.5e16, 123456789.125] {
      #expect(try JSON(bytes: Array(text { JSONBytes.append(number, to: &$0) }.utf8)).number == number)
    }
  }

  @Test(
    "An escaped null is found, and an escaped backslash before u0000 is not taken for one",
    arguments: [
      (#""\u0000""#, true), (#""\\u0000""#, false), (#""\\\u0000""#, true), (#""\u0001""#, false), (#""\""#, false),
    ])
  func nulls(_ text: String, _ expected: Bool) {
    #expect(JSONReader.escapesNull(Array(text.utf8)) == expected)
  }
}
