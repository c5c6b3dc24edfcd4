import Foundation
import JSON
import Testing

/// Random and broken texts, read twice: by this reader and by Foundation's. `TROUPE_FUZZ_SECONDS` says for how long,
/// `TROUPE_FUZZ_SEED` with which chance.
@Suite struct JSONReaderFuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

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

  // Where the two differ, and why that is right:
  // - Foundation guesses UTF-16 and UTF-32 from null bytes and byte order marks; JSON is sent as UTF-8.
  // - It takes a comma before `}` and `]`, which RFC 8259 does not know.
  // - It refuses `0e9`, which is a zero.
  // - Of keys that come twice it takes the first, and does not look at the numbers of the others; here the last counts,
  //   as in PostgreSQL's jsonb.

  static func isOtherEncoding(_ bytes: [UInt8]) -> Bool {
    bytes.contains(0) || [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].contains { bytes.starts(with: $0) }
  }

  static func hasZero(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "0") && $1 | 0x20 == UInt8(ascii: "e") }
  }

  static func mine(_ bytes: [UInt8]) -> (JSON?, JSONFlaw?) {
    do throws(JSONFlaw) { return (try JSON(bytes: bytes), nil) } catch { return (nil, error) }
  }

  @Test("Foundation takes the same texts, and reads the same in them")
  func foundation() throws {
    var chance = Chance(Self.seed)
    var taken = 0
    let end = ContinuousClock.now + .seconds(Self.seconds)
    while ContinuousClock.now < end {
      let bytes = Self.text(&chance)
      guard !Self.isOtherEncoding(bytes) else { continue }
      let (mine, flaw) = Self.mine(bytes)
      let theirs = try? JSONDecoder().decode(JSON.self, from: Data(bytes))
      let isMoreLenient = theirs != nil && (Self.hasTwins(bytes) || flaw?.what == "has nothing after a comma")
      try #require(
        mine == theirs || isMoreLenient || (theirs == nil && Self.hasZero(bytes)),
        "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes) \(flaw?.sentence ?? ""), seed \(Self.seed)"
      )
      var reader = JSONReader(bytes)
      let isWhole = (try? reader.skip()) != nil && (try? reader.finish()) != nil
      // A number may be JSON and yet too large for a double.
      try #require(mine == nil || isWhole, "\(bytes), seed \(Self.seed)")
      if mine != nil { taken += 1 }
    }
    #expect(taken > 0)
  }

  /// Whether some object has a key twice, as far as the text can be read.
  static func hasTwins(_ bytes: [UInt8]) -> Bool {
    var hasTwins = false
    func look(_ reader: inout JSONReader) throws(JSONFlaw) {
      switch try reader.peek() {
      case .object:
        var keys: Set<String> = []
        try reader.openObject()
        while let key = try reader.nextKey() {
          if !keys.insert(reader.string(key)).inserted { hasTwins = true }
          try look(&reader)
        }
      case .array:
        try reader.openArray()
        while try reader.nextItem() { try look(&reader) }
      default: try reader.skip()
      }
    }
    var reader = JSONReader(bytes)
    try? look(&reader)
    return hasTwins
  }

  private static func text(_ chance: inout Chance) -> [UInt8] {
    var bytes: [UInt8] = []
    if Bool.random(using: &chance) {
      bytes = texts[Int.random(in: 0..<texts.count, using: &chance)]
    } else {
      for _ in 0..<Int.random(in: 0...12, using: &chance) {
        bytes += words[Int.random(in: 0..<words.count, using: &chance)]
      }
    }
    for _ in 0..<Int.random(in: 0...3, using: &chance) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &chance)
      let end = min(bytes.count, at + Int.random(in: 1...6, using: &chance))
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      case 3: bytes.insert(contentsOf: words[Int.random(in: 0..<words.count, using: &chance)], at: at)
      default: bytes[at] = UInt8.random(in: .min ... .max, using: &chance)
      }
    }
    return bytes
  }
}

private struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
