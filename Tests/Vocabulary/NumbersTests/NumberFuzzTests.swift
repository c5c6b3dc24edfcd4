import Chance
import Testing

@testable import Numbers

@Suite struct NumberFuzzTests {
  private static let words = [
    "0", "1", "12", "123", "234", "٣", "５", "६", ",", ".", "٫", "٬", "'", "\u{2019}", " ", "\u{A0}", "\u{202F}", "-",
    "+",
    "\u{2212}", "e", "km", "\u{200F}", "½", "\u{0}",
  ].map { Array($0.utf8) }
  private static let notations = ["en-GB", "de-DE", "de-CH", "fr-FR", "ar-EG"].map { NumberNotation(locale: $0) }

  @Test("A typed number is read with exactly its digits, or not at all")
  func random() throws {
    var taken = 0
    try Fuzzer("NumberNotation", inputs: 20_000).run { random in
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        bytes += Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
      }
      if !bytes.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      return bytes
    } check: { bytes, _ in
      let text = String(decoding: bytes, as: UTF8.self)
      let digits = text.unicodeScalars.compactMap { scalar in
        scalar.properties.numericType == .decimal ? scalar.properties.numericValue.map { Int($0) } : nil
      }
      for notation in Self.notations {
        let readings: [Double]
        switch notation.read(text) {
        case .number(let number, _): readings = [number]
        case .ambiguous(let one, let other): readings = [one, other]
        case .unreadable: continue
        }
        taken += 1
        for number in readings {
          try hold(number.isFinite, "\(text) is read as \(number)")
          let meant = NumberNotation.plain.text(number).compactMap(\.wholeNumberValue)
          try hold(Self.core(meant) == Self.core(digits) || digits.count > 15, "\(text) is read as \(number)")
          try hold(notation.read(notation.text(number)).value == number, "\(number) is not read back")
        }
      }
    }
    #expect(taken > 0)
  }

  /// The digits without zeros at either end, which a number does not keep.
  private static func core(_ digits: [Int]) -> [Int] {
    Array(digits.drop { $0 == 0 }.reversed().drop { $0 == 0 }.reversed())
  }
}
