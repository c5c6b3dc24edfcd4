import Chance
import Kernel
import Numbers
import Testing

@testable import Money

@Suite("Amounts in words") struct MoneyTextTests {
  private func read(_ text: String, _ locale: String, usual: Currency = .euro) throws -> String {
    let money = try Money(typed: text, in: NumberNotation(locale: locale), usual: usual)
    return "\(money.minor) \(money.currency.code)"
  }

  @Test("Amounts are read as people type them")
  func typed() throws {
    #expect(try read("1.234,56", "de-DE") == "123456 EUR" && read("1.234,56 €", "en-GB") == "123456 EUR")
    #expect(
      try read("$1,234.5", "en-US", usual: .euro) == "123450 USD" && read("EUR 7", "en-GB", usual: .pound) == "700 EUR")
    #expect(
      try read("12", "de-DE") == "1200 EUR" && read("12,5", "de-DE") == "1250 EUR"
        && read("-3.20", "en-GB") == "-320 EUR")
    #expect(try read("Fr. 12.50", "de-CH") == "1250 CHF" && read("1'234.50 chf", "de-CH") == "123450 CHF")
    #expect(try read("1200 yen", "en-GB") == "1200 JPY" && read("¥ 1,200", "en-GB") == "1200 JPY")
    // Three digits behind the sign cannot be cents.
    #expect(try read("1.234", "de-DE") == "123400 EUR" && read("1,234 €", "en-GB") == "123400 EUR")
  }

  @Test(
    "An amount that cannot be read says why",
    arguments: [
      ("", "“” is not an amount."), ("twelve", "“twelve” is not a currency that is known here."),
      ("1.2.3,4,5", "“1.2.3,4,5” is not an amount."),
      ("12,345.678 €", "EUR has at most 2 digits after the decimal sign."),
      ("1.5 yen", "JPY has no digits after the decimal sign."), ("1.234 KWD", "“1.234 KWD” can be 1,234 or 1234."),
      ("99999999999999999", "The amount is larger than can be kept."),
    ])
  func refused(_ text: String, _ sentence: String) {
    #expect { _ = try read(text, "de-DE") } throws: { ($0 as? Problem)?.what == sentence }
  }

  @Test("What is written is read as the same amount, in every notation and currency")
  func roundTrip() throws {
    var random = try FuzzPlan.generator(for: "money-text")
    for locale in ["en-GB", "en-US", "de-DE", "de-CH", "fr-FR", "pt-BR", "sv-SE", "hi-IN", "pl-PL"] {
      let notation = NumberNotation(locale: locale)
      for currency in Currency.all {
        let minor = Int.random(in: -99_999_999...99_999_999, using: &random)
        let money = try #require(Money(minor: minor, currency))
        let again = try Money(typed: money.digits(notation) + " " + currency.code, in: notation, usual: .euro)
        #expect(again == money, "\(locale) \(money.digits(notation))")
      }
    }
  }

  @Test("The sign stands where the notation has it")
  func signs() throws {
    let money = try #require(Money(minor: -123_450, .euro))
    #expect(money.text(NumberNotation(locale: "de-DE")) == "-1.234,50\u{A0}€")
    #expect(money.text(NumberNotation(locale: "en-GB")) == "-€1,234.50")
    let swiss = try #require(Currency("CHF"))
    let francs = try #require(Money(minor: 1250, swiss))
    #expect(francs.text(NumberNotation(locale: "en-GB")) == "CHF\u{A0}12.50")
    #expect(Money(minor: 1200, .yen)?.text(NumberNotation(locale: "en-GB")) == "¥1,200")
    #expect(Money(minor: 5, .euro)?.text(NumberNotation(locale: "en-GB")) == "€0.05")
  }

  @Test("No text crashes, and none is read as another amount than its digits say")
  func rubbish() throws {
    var random = try FuzzPlan.generator(for: "money-rubbish")
    let signs = Array("0123456789.,'-+ €$¥ EURfr٣\u{202E}")
    for _ in 0..<5000 {
      let text = String(
        (0..<Int.random(in: 0...14, using: &random)).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] }
      )
      guard let money = try? Money(typed: text, in: NumberNotation(locale: "en-GB"), usual: .euro) else { continue }
      #expect(text.contains { $0.isNumber } && money.minor.magnitude <= UInt(Money.most))
    }
  }
}
