import Testing

@testable import SoberDays

@Suite("The estimate of what was saved") struct SavingsTests {
  @Test("whole units are estimated from hundredths a day, without overflow")
  func saved() {
    #expect(DailySpending(hundredths: 550, currency: "EUR")?.saved(in: 87) == 478)
    #expect(DailySpending(hundredths: 1, currency: "EUR")?.saved(in: 99) == 0)
    #expect(DailySpending(hundredths: DailySpending.most, currency: "JPY")?.saved(in: .max) == .max / 100)
    #expect(DailySpending(hundredths: 100, currency: "EUR")?.saved(in: -5) == 0)
  }

  @Test("amounts that are not positive, above a million, or in no currency are refused")
  func bounds() {
    for amount in [0, -1, .min, DailySpending.most + 1, .max] {
      #expect(DailySpending(hundredths: amount, currency: "EUR") == nil)
    }
    for code in ["", "eur", "EURO", "E1R", "€€€"] { #expect(DailySpending(hundredths: 1, currency: code) == nil) }
  }
}
