import Chance
import Foundation
import Kernel
import Testing

@testable import Money

@Suite("Currencies") struct CurrencyTests {
  @Test("Each currency has its digits, and codes are read in any case")
  func digits() throws {
    #expect(Currency.euro.digits == 2 && Currency.yen.digits == 0 && Currency.yen.scale == 1)
    #expect(Currency("kwd")?.digits == 3 && Currency("KWD")?.scale == 1000 && Currency("CLF")?.digits == 4)
    for code in ["", "EU", "EURO", "XYZ", "12€"] { #expect(Currency(code) == nil) }
    #expect(Currency.all.count > 150 && Set(Currency.all.map(\.code)).count == Currency.all.count)
  }

  @Test("Digits agree with those of Foundation")
  func agree() {
    var compared = 0
    for currency in Currency.all {
      // Foundation follows the habits of shops, where some currencies have lost their small coins.
      let formatter = NumberFormatter()
      formatter.locale = Locale(identifier: "en_US")
      formatter.numberStyle = .currency
      formatter.currencyCode = currency.code
      if formatter.maximumFractionDigits == currency.digits { compared += 1 }
    }
    #expect(compared > Currency.all.count * 3 / 4)
  }

  @Test("Signs, codes and names lead to their currency")
  func typed() {
    for (text, code) in [
      ("€", "EUR"), ("$", "USD"), ("kč", "CZK"), ("Euro", "EUR"), ("fr.", "CHF"), ("chf", "CHF"), ("₹", "INR"),
    ] {
      #expect(Currency(typed: text)?.code == code)
    }
    #expect(Currency(typed: "gold") == nil && Currency(typed: "") == nil)
  }
}

@Suite("Amounts") struct MoneyTests {
  @Test("Parts add up to the whole, and equal weights differ by one unit at most")
  func split() throws {
    var random = try FuzzPlan.generator(for: "money-split")
    for _ in 0..<3000 {
      let minor = Int.random(in: -1_000_000_000...1_000_000_000, using: &random)
      let money = try #require(Money(minor: minor, .euro))
      let count = Int.random(in: 1...13, using: &random)
      let even = money.split(into: count).map(\.minor)
      #expect(even.count == count && even.reduce(0, +) == minor)
      #expect((even.max() ?? 0) - (even.min() ?? 0) <= 1)
      let weights = (0..<count).map { _ in Int.random(in: 0...100, using: &random) }
      let parts = money.split(by: weights).map(\.minor)
      guard weights.contains(where: { $0 > 0 }) else {
        #expect(parts.isEmpty)
        continue
      }
      #expect(parts.reduce(0, +) == minor)
      for (part, weight) in zip(parts, weights) {
        let exact = Double(minor) * Double(weight) / Double(weights.reduce(0, +))
        #expect(abs(Double(part) - exact) <= 1 && (weight > 0 || part == 0))
      }
    }
    #expect(Money(minor: 100, .euro)?.split(into: 3).map(\.minor) == [34, 33, 33])
    #expect(Money(minor: 100, .euro)?.split(into: 0) == [] && Money(minor: 1, .euro)?.split(by: [-1, 2]) == [])
    let most = try #require(Money(minor: Money.most, .euro))
    #expect(most.split(by: [1_000_000, 1, 999_999]).reduce(0) { $0 + $1.minor } == Money.most)
  }

  @Test("Sums are by currency, and say when they go beyond what is counted")
  func sums() throws {
    let amounts = [(5, "EUR"), (7, "USD"), (-2, "EUR"), (1, "KWD")].compactMap { minor, code in
      Currency(code).flatMap { Money(minor: minor, $0) }
    }
    #expect(MoneySums(amounts).all.map { "\($0.minor) \($0.currency.code)" } == ["3 EUR", "1 KWD", "7 USD"])
    let most = try #require(Money(minor: Money.most, .euro))
    let full = MoneySums([most, most])
    #expect(full.isOverfull && full[.euro] == most)
    #expect(most.adding(most) == nil && most.adding(most.negated) == .zero(.euro))
    #expect(most.adding(.zero(.dollar)) == nil && Money(minor: Money.most + 1, .euro) == nil)
  }

  @Test("Rates agree with exact arithmetic, rounded half to even")
  func rates() throws {
    var random = try FuzzPlan.generator(for: "money-rates")
    let currencies = ["EUR", "JPY", "KWD", "CLF"].compactMap { Currency($0) }
    for _ in 0..<3000 {
      let from = currencies[Int.random(in: 0..<4, using: &random)]
      let to = currencies[Int.random(in: 0..<4, using: &random)]
      let millionths = Int.random(in: 1...100_000_000, using: &random)
      let minor = Int.random(in: -10_000_000...10_000_000, using: &random)
      let rate = try #require(ExchangeRate(from: from, to: to, millionths: millionths, day: "2026-11-24"))
      let amount = try #require(Money(minor: minor, from))
      let found = try #require(rate.converted(amount)).minor
      let exact = Decimal(minor) * Decimal(millionths) * Decimal(to.scale) / Decimal(from.scale) / Decimal(1_000_000)
      var (rounded, input) = (Decimal(), exact)
      NSDecimalRound(&rounded, &input, 0, .bankers)
      #expect(Decimal(found) == rounded, "\(minor) \(from.code) at \(millionths) to \(to.code)")
    }
    let rate = try #require(ExchangeRate(from: .euro, to: .yen, millionths: 160_000_000, day: "2026-11-24"))
    #expect(rate.converted(.zero(.dollar)) == nil)
    let most = try #require(Money(minor: Money.most, .euro))
    #expect(rate.converted(most) == nil)
    #expect(ExchangeRate(from: .euro, to: .yen, millionths: 0, day: "") == nil)
  }

  @Test("Stored amounts are read again, and those without sense are refused")
  func stored() throws {
    let money = try #require(Money(minor: -1250, .euro))
    let data = try JSONEncoder().encode(money)
    #expect(try JSONDecoder().decode(Money.self, from: data) == money)
    for text in [
      #"{"minor":1,"currency":"XXY"}"#, #"{"minor":9000000000000001,"currency":"EUR"}"#,
      #"{"minor":1.5,"currency":"EUR"}"#,
    ] {
      #expect(throws: (any Error).self) { try JSONDecoder().decode(Money.self, from: Data(text.utf8)) }
    }
  }
}
