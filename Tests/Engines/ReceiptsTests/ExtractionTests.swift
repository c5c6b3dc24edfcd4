import Chance
import Covers
import Days
import Kernel
import Money
import Testing

@testable import Receipts

@Suite("Values of a receipt from its words") struct ExtractionTests {
  @Test("a Malaysian receipt: the company below its owner, the address of three lines, the total and not the cash")
  func malaysian() {
    let receipt = Paper.malaysian.receipt
    #expect(receipt.merchant?.value == "BOOK TA .K (TAMAN DAYA) SDN BHD")
    #expect(receipt.address?.value == "NO.53 55,57 & 59, JALAN SAGU 18, TAMAN DAYA, 81100 JOHOR BAHRU, JOHOR.")
    #expect(receipt.date?.value == CalendarDay("2018-12-25"))
    #expect(receipt.total?.value.text == "9.00")
    #expect(receipt.money == Currency("MYR").flatMap { Money(minor: 900, $0) })
    #expect(receipt.sum == .agrees)
    #expect(receipt.lines.map(\.value.name) == ["KF MODELLING CLAY KIDDY"])
  }

  @Test("an American receipt: the month first, the tax on top, and a category")
  func american() {
    let receipt = Paper.american.receipt
    #expect(receipt.merchant?.value == "Blue Bottle Diner")
    #expect(receipt.address?.value == "123 Market St San Francisco, CA 94103")
    #expect(receipt.date?.value == CalendarDay("2025-03-04"))
    #expect(receipt.money == Money(minor: 2_012, .dollar))
    #expect(receipt.tax?.value.text == "1.62")
    #expect(receipt.lines.map(\.value.name) == ["Cheeseburger", "Iced Tea"])
    #expect(receipt.lines.map(\.value.amount.text) == ["12.50", "6.00"])
    #expect(receipt.sum == .agrees)
    #expect(receipt.category?.value == "food")
  }

  @Test("a German receipt: commas before the cents, points between thousands")
  func german() {
    let receipt = Paper.german.receipt
    #expect(receipt.merchant?.value == "Elektro Lenz GmbH")
    #expect(receipt.address?.value == "Hauptstr. 5 10115 Berlin")
    #expect(receipt.date?.value == CalendarDay("2025-03-05"))
    #expect(receipt.money == Money(minor: 124_000, .euro))
    #expect(receipt.tax?.value.text == "197.98")
    #expect(receipt.sum == .agrees)
  }

  @Test("a British receipt: a tax that is part of the total is not added to it")
  func british() {
    let receipt = Paper.british.receipt
    #expect(receipt.merchant?.value == "The Red Lion")
    #expect(receipt.date?.value == CalendarDay("2025-03-14"))
    #expect(receipt.money == Money(minor: 1_870, .pound))
    #expect(receipt.tax?.value.text == "3.12")
    #expect(receipt.sum == .agrees)
  }

  @Test("the box of a value is where its words stand")
  func boxes() throws {
    let words = Paper.american.words()
    let receipt = ReceiptExtraction.receipt(from: words)
    let total = try #require(words.first { $0.text == "$20.12" })
    #expect(receipt.total?.box == total.box)
    let name = words.filter { ["Blue", "Bottle", "Diner"].contains($0.text) }
    #expect(receipt.merchant?.box == ReceiptBox(around: name.map(\.box)))
    let date = try #require(words.first { $0.text == "03/04/2025" })
    #expect(receipt.date?.box == date.box)
  }

  @Test("what is missing leaves the rest", arguments: ["03/04/2025", "TOTAL", "Blue Bottle Diner", "123 Market St"])
  func missing(_ part: String) {
    let lines = Paper.american.lines.filter { !$0.contains(part) }
    let receipt = Paper(lines.joined(separator: "\n")).receipt
    #expect((receipt.date == nil) == (part == "03/04/2025"))
    #expect(receipt.merchant != nil && receipt.address != nil && receipt.total != nil && receipt.tax != nil)
    #expect(receipt.lines.count == 2)
  }

  @Test("a receipt without its date has no date, one without words has nothing")
  func empty() {
    #expect(ReceiptExtraction.receipt(from: []) == ReadReceipt())
    #expect(Paper("12345\n67890").receipt.date == nil)
    #expect(Paper("Thank you").receipt.total == nil)
  }

  @Test("articles that do not make the total lower its confidence")
  func differs() throws {
    let wrong = Paper(Paper.american.lines.joined(separator: "\n").replacing("$12.50", with: "$17.50"))
    #expect(wrong.receipt.sum == .differs)
    let (low, high) = (try #require(wrong.receipt.total), try #require(Paper.american.receipt.total))
    #expect(low.value.text == "20.12")
    #expect(low.confidence < high.confidence)
    #expect(wrong.receipt.lines[0].confidence < Paper.american.receipt.lines[0].confidence)
  }

  @Test("words that were read with doubt have less confidence")
  func doubt() throws {
    let clear = Paper.british.receipt
    let doubtful = ReceiptExtraction.receipt(from: Paper.british.words(confidence: 0.65))
    #expect(try #require(doubtful.total).confidence < (try #require(clear.total)).confidence)
    #expect(try #require(doubtful.merchant).confidence < (try #require(clear.merchant)).confidence)
    #expect(try #require(doubtful.date).confidence < (try #require(clear.date)).confidence)
  }

  @Test("a rounding adjustment leads to the rounded total, and a table of taxes to no total")
  func rounding() {
    let paper = Paper(
      """
      PEARL CAFE SDN BHD
      NO. 5, JALAN MELATI 3, 47100 PUCHONG
      NASI LEMAK                      36.51
      Total Sales                     36.51
      Rounding Adj                    -0.01
      ROUNDED TOTAL (RM)              36.50
      GST SUMMARY
      TAX CODE   %     AMT (RM)    TAX (RM)
      SR         6     34.44           2.07
      TOTAL:           34.44           2.07
      """)
    #expect(paper.receipt.total?.value.text == "36.50")
    #expect(paper.receipt.tax?.value.text == "2.07")
    #expect(paper.receipt.sum == .agrees)
  }

  @Test("a currency that is not known is flagged and not guessed")
  func currency() {
    let dollars = Paper("Corner Shop\n5 Long Road, Town\nApples   $4.00\nTotal    $4.00").receipt
    #expect(dollars.currency == nil && dollars.unknownCurrency == "$" && dollars.money == nil)
    #expect(dollars.total?.value.text == "4.00")
    let plain = Paper("Corner Shop\n5 Long Road, Town\nApples   4.00\nTotal    4.00").receipt
    #expect(plain.currency == nil && plain.unknownCurrency == nil && plain.total?.value.text == "4.00")
    let yen = Paper("Tokyo Foods\nTea   ¥1,200\nTotal ¥1,200").receipt
    #expect(yen.money == Money(minor: 1_200, .yen))
  }

  @Test("a day in the future has its month and day exchanged where that is earlier")
  func today() {
    let paper = Paper("Corner Shop Ltd\n03/12/2025\nTotal £4.00")
    #expect(ReceiptExtraction.receipt(from: paper.words()).date?.value == CalendarDay("2025-12-03"))
    let early = ReceiptExtraction.receipt(from: paper.words(), on: CalendarDay("2025-06-01"))
    #expect(early.date?.value == CalendarDay("2025-03-12"))
  }

  @Test("no words crash it, and what comes out has a confidence from 0 to 1")
  func fuzzed() throws {
    var random = try FuzzPlan.generator(for: "ReceiptExtraction")
    let papers = [Paper.malaysian, .american, .german, .british].map { Array($0.lines.joined(separator: "\n").utf8) }
    for _ in 0..<40 {
      let bytes = mutated(
        papers, inserting: [Array("TOTAL".utf8), Array("99999999999999999999.99".utf8)], using: &random)
      let words = Paper(String(decoding: bytes, as: UTF8.self)).words(
        confidence: Double.random(in: 0...1, using: &random))
      let receipt = ReceiptExtraction.receipt(from: words)
      #expect(receipt == ReceiptExtraction.receipt(from: words))
      let all = [
        receipt.merchant?.confidence, receipt.total?.confidence, receipt.date?.confidence, receipt.tax?.confidence,
      ]
      #expect(all.allSatisfy { (0...1).contains($0 ?? 0) })
    }
  }
}
