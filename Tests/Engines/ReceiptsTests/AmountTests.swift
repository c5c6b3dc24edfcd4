import Days
import JSON
import Money
import Testing

@testable import Receipts

@Suite("Amounts and days as receipts print them") struct AmountTests {
  @Test(
    "amounts of every notation are read",
    arguments: [
      ("9.00", 900), ("RM9.00", 900), ("1.234,56", 123_456), ("1,234.56", 123_456), ("1'234.50", 123_450),
      ("9,00€", 900),
      ("$1,234.56", 123_456), ("-0.01", -1), ("0.01-", -1), ("(5.00)", -500), ("11.45S", 1_145), ("£12.50", 1_250),
      ("12,50", 1_250), ("1.234.567,89", 123_456_789),
    ])
  func read(_ text: String, _ hundredths: Int) {
    #expect(ReceiptAmount.read(text)?.number == hundredths)
    #expect(ReceiptAmount.read(text)?.decimals == 2)
  }

  @Test(
    "what is no amount is left alone",
    arguments: [
      "000486644358", "25.12.2018", "8:13:39", "3,5%", "789417-W", "9", "A4", "1.2.3", "", ".", "12.345", "x2.00y3",
      "1,23,456.00",
      "99999999999999999999.99",
    ])
  func other(_ text: String) { #expect(ReceiptAmount.read(text) == nil) }

  @Test("an amount has no more digits than its currency")
  func digits() throws {
    let amount = try #require(Paper("Total 4.50").receipt.total?.value)
    #expect(amount.money(.yen) == nil)
    #expect(amount.money(.euro) == Money(minor: 450, .euro))
    #expect(Currency("KWD").flatMap { amount.money($0) }?.minor == 4_500)
  }
}

@Suite("Days as receipts print them") struct ReceiptDateTests {
  @Test(
    "days are read in every order",
    arguments: [
      ("25/12/2018 8:13:39 PM", "2018-12-25"), ("2018-12-25", "2018-12-25"), ("25-Dec-18", "2018-12-25"),
      ("Date: 25.12.18", "2018-12-25"), ("Dec 25, 2018", "2018-12-25"), ("1st November 2026", "2026-11-01"),
      ("Nov 2nd 2026", "2026-11-02"), ("25 December 2018", "2018-12-25"),
      ("02MAY2019", "2019-05-02"), ("24. Dezember 2020", "2020-12-24"), ("12/25/2018", "2018-12-25"),
      ("01/02/2018", "2018-02-01"),
    ])
  func read(_ text: String, _ day: String) {
    #expect(ReceiptDate.first(in: text, monthFirst: false)?.day.text == day)
  }

  @Test(
    "what is no day is left alone",
    arguments: [
      "31/02/2018", "November 2026", "8:13:39", "03-7660635", "1.234,56", "192.168.1.1", "25/12", "Maybe 5",
      "99/99/9999", "12-34-5678",
    ])
  func other(_ text: String) { #expect(ReceiptDate.first(in: text, monthFirst: false) == nil) }

  @Test("the month stands first where the reader says so, and the other reading is kept")
  func month() {
    let found = ReceiptDate.first(in: "03/04/2025", monthFirst: true)
    #expect(found?.day.text == "2025-03-04" && found?.other?.text == "2025-04-03")
    #expect(ReceiptDate.first(in: "25/04/2025", monthFirst: true)?.day.text == "2025-04-25")
  }
}

@Suite("The document of a receipt") struct ReceiptJSONTests {
  @Test("a document that was written is read again as the same values")
  func roundTrip() throws {
    for paper in [Paper.malaysian, .american, .german, .british] {
      let receipt = paper.receipt
      let again = ReadReceipt(receipt.json)
      #expect(again.json == receipt.json)
      #expect(again.money == receipt.money && again.merchant?.value == receipt.merchant?.value)
    }
  }

  @Test("a document out of bounds loses what is wrong and nothing else")
  func bounded() {
    let receipt = ReadReceipt([
      "merchant": ["value": .string(String(repeating: "x", count: 10_000)), "confidence": 7],
      "total": ["value": "9.00.1", "confidence": 1], "date": ["value": "2025-02-31"], "currency": ["value": "XQZ"],
      "lines": "none", "sum": 5,
    ])
    #expect(receipt.merchant?.value.count == 300 && receipt.merchant?.confidence == 1)
    #expect(receipt.total == nil && receipt.date == nil && receipt.currency == nil && receipt.lines.isEmpty)
    #expect(receipt.sum == .unknown)
    #expect(ReadReceipt("nothing") == ReadReceipt())
  }
}
