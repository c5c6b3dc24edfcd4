import Chance
import Foundation
import Testing

@testable import Numbers

@Suite("Number notations") struct NumberNotationTests {
  static let tags = [
    "en-GB", "en-US", "de-DE", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "it-IT", "it-CH", "pt-BR", "pt-PT", "nl-NL",
    "sv-SE", "nb-NO", "da-DK", "fi-FI", "pl-PL", "cs-CZ", "hu-HU", "ro-RO", "bg-BG", "uk-UA", "ru-RU", "el-GR", "tr-TR",
    "he-IL", "ar-EG", "ar-AE", "ar-MA", "fa-IR", "hi-IN", "zh-CN", "zh-Hans-CN", "ja-JP", "ko-KR", "th-TH", "vi-VN",
    "id-ID",
    "en-ZA", "en-IN", "en-CH", "en-DE", "en-SE", "sw-CD", "sl-SI", "hr-HR", "lt-LT", "et-EE", "es-419", "ca-ES",
    "eu-ES",
  ]

  @Test("A decimal sign, a group sign and digits are those that Foundation has for the locale", arguments: tags)
  func foundation(tag: String) throws {
    let (locale, notation) = (Locale(identifier: tag), NumberNotation(locale: tag))
    #expect(notation.decimal == locale.decimalSeparator?.first)
    #expect(notation.group == locale.groupingSeparator?.first)
    let zero: Unicode.Scalar =
      switch locale.numberingSystem.identifier {
      case "arab": "\u{660}"
      case "arabext": "\u{6F0}"
      default: "0"
      }
    #expect(notation.zero == zero)
  }

  @Test("An unknown language, a tag without a region and an extension are understood")
  func lenient() {
    #expect(NumberNotation(locale: "tlh") == NumberNotation(locale: "en"))
    #expect(NumberNotation(locale: "") == NumberNotation(locale: "en"))
    #expect(NumberNotation(locale: "de") == NumberNotation(locale: "DE_de"))
    #expect(NumberNotation(locale: "de-CH-u-co-phonebk") == NumberNotation(locale: "de-CH"))
  }

  @Test("A number is written without groups and exponents, or with groups in a sentence")
  func written() {
    let german = NumberNotation(locale: "de-DE")
    #expect(german.text(6.5) == "6,5" && german.text(-1234.25) == "-1234,25" && german.text(3) == "3")
    #expect(german.grouped(-1_234_567.5) == "-1.234.567,5" && german.grouped(123) == "123")
    #expect(german.text(1e-7) == "0,0000001" && german.text(1.5e16) == "15000000000000000")
    #expect(NumberNotation(locale: "ar-EG").text(6.5) == "٦٫٥")
    #expect(NumberNotation.plain.text(0.1) == "0.1" && NumberNotation.plain.grouped(1234) == "1234")
    #expect(german.respelled("72.4") == "72,4" && german.respelled("6:30") == "6:30" && german.text(.infinity).isEmpty)
  }

  @Test("Every number is read back from what is written, plain and grouped, in every notation")
  func roundTrips() throws {
    var random = try FuzzPlan.generator(for: "NumberNotation")
    let notations = Self.tags.map { NumberNotation(locale: $0) }
    for _ in 0..<5000 {
      let number: Double =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Double(Int.random(in: -3_000_000...3_000_000, using: &random))
        case 1: Double(Int.random(in: -3_000_000...3_000_000, using: &random)) / 1000
        case 2: Double.random(in: -1e9...1e9, using: &random)
        default: Double.random(in: 0...1, using: &random) * 1e-6
        }
      let notation = notations.randomElement(using: &random) ?? .plain
      let text = notation.text(number)
      #expect(notation.read(text).value == number, "\(text)")
      let grouped = notation.grouped(number)
      switch notation.read(grouped) {
      case .number(let read, _): #expect(read == number, "\(grouped)")
      // "1,234" with thousands is asked about, and one of the two is meant.
      case .ambiguous(_, let thousands): #expect(thousands == number, "\(grouped)")
      case .unreadable: Issue.record("\(grouped) is not read")
      }
    }
  }
}

extension NumberReading {
  /// The number, if there is exactly one.
  var value: Double? { if case .number(let number, _) = self { number } else { nil } }
}
