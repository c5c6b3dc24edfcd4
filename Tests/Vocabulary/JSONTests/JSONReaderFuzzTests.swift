import Chance
import Foundation
import JSON
import Testing

/// Random and broken texts, parsed twice: by this module and by Foundation.
@Suite struct JSONReaderFuzzTests {
  static let texts = [
    #"{"a":[1,-2.5e-3,true,false,null],"b":{"c":"d"}}"#, #"["\u00e4\ud834\udd1e\n\"\\","ü𝄞€",0,-0,1E+2]"#, #""text""#,
    "12",
    "[]", "{}", "  [ ]  ", #"{"a":1,"a":2}"#, "true", "null", #"[[[[{"x":[{}]}]]]]"#,
  ].map { Array($0.utf8) }
  static let words = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "0", "1", "-", "+", ".", "e", "E9", " ",
    "\n", "\t",
    "true", "null", "fals", "\u{0}", "\u{1f}", "/", "ä", "𝄞", "\"a\":", "[]", "{}",
  ].map { Array($0.utf8) }

  @Test("JSONReader and Foundation accept the same texts and decode the same values")
  func foundation() throws {
    var taken = 0
    try Fuzzer("JSONReader", inputs: 20_000).run { random in
      Self.text(&random)
    } check: { bytes, _ in
      let (mine, flaw) = Self.mine(bytes)
      var reader = JSONReader(bytes)
      let isWhole = (try? reader.skip()) != nil && (try? reader.finish()) != nil
      try hold((mine != nil) == isWhole, "parsing and skipping disagree about validity")
      if mine != nil { taken += 1 }
      guard FoundationDifference.all(in: bytes).isEmpty else { return }
      let theirs = try? JSONDecoder().decode(JSON.self, from: Data(bytes))
      try hold(
        mine == theirs, "parsed as \(mine.map { "\($0)" } ?? flaw?.sentence ?? ""), by Foundation as \(theirs as Any)")
    }
    #expect(taken > 0)
  }

  @Test(
    "Each known difference from Foundation is detected in a text, and the two do differ on it",
    arguments: [
      ("\"\u{0}a\u{0}\"\u{0}", .otherEncoding, nil), ("[1,]", .trailingComma, nil), (#"{"a":1,}"#, .trailingComma, nil),
      ("0e1", .zeroWithExponent, 0), ("[0E9]", .zeroWithExponent, [0]), ("-2.5e-330", .underflow, 0),
      ("[2e-324]", .underflow, [0]), (#"{"a":1,"a":2}"#, .repeatedKey, ["a": 2]),
      (String(repeating: "[", count: 129) + String(repeating: "]", count: 129), .depth, nil),
    ] as [(String, FoundationDifference, JSON?)])
  func differs(_ text: String, _ difference: FoundationDifference, _ meaning: JSON?) {
    let bytes = Array(text.utf8)
    #expect(FoundationDifference.all(in: bytes) == [difference])
    #expect(Self.mine(bytes).0 == meaning)
    #expect((try? JSONDecoder().decode(JSON.self, from: Data(bytes))) != meaning)
  }

  private static func mine(_ bytes: [UInt8]) -> (JSON?, JSONFlaw?) {
    do throws(JSONFlaw) { return (try JSON(bytes: bytes), nil) } catch { return (nil, error) }
  }

  private static func text(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    if Bool.random(using: &random) {
      bytes = texts[Int.random(in: 0..<texts.count, using: &random)]
    } else {
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bytes += words[Int.random(in: 0..<words.count, using: &random)]
      }
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, at + Int.random(in: 1...6, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 3: bytes.insert(contentsOf: words[Int.random(in: 0..<words.count, using: &random)], at: at)
      default: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
      }
    }
    return bytes
  }
}
