import Testing

@testable import Numbers

@Suite("Reading typed numbers") struct NumberReadingTests {
  private static let british = NumberNotation(locale: "en-GB")
  private static let german = NumberNotation(locale: "de-DE")
  private static let french = NumberNotation(locale: "fr-FR")

  @Test(
    "A number that can mean only one is read alike in every locale",
    arguments: [
      ("6,5", 6.5), ("6.5", 6.5), (" 6,5 ", 6.5), (",5", 0.5), ("6,", 6), ("0,125", 0.125), ("0.125", 0.125),
      ("12", 12),
      ("1234,5", 1234.5), ("1.234,5", 1234.5), ("1,234.5", 1234.5), ("1 234,5", 1234.5), ("1\u{202F}234,567", 1234.567),
      ("1\u{A0}234", 1234), ("1'234.5", 1234.5), ("1\u{2019}234\u{2019}567", 1_234_567), ("1.234.567", 1_234_567),
      ("1,234,567", 1_234_567), ("12,34,567", 1_234_567), ("12,34,567.5", 1_234_567.5), ("1234,567", 1234.567),
      ("12,34", 12.34), ("-6,5", -6.5), ("\u{2212}6,5", -6.5), ("+6.5", 6.5), ("- 6", -6), ("٦٫٥", 6.5), ("۶٫۵", 6.5),
      ("١٬٢٣٤٫٥", 1234.5), ("６，５", 6.5), ("６．５", 6.5), ("－１２", -12), ("\u{200E}6,5\u{200F}", 6.5), ("६.५", 6.5),
      ("007", 7),
    ] as [(String, Double)])
  func clear(text: String, number: Double) {
    for notation in [Self.british, Self.german, Self.french, NumberNotation(locale: "ar-EG"), .plain] {
      #expect(notation.read(text).value == number)
    }
  }

  @Test("The locale's decimal sign decides; another single sign before three digits is ambiguous")
  func ambiguous() {
    #expect(Self.german.read("1,234") == .number(1.234, isWhole: false))
    #expect(Self.british.read("1.234") == .number(1.234, isWhole: false))
    #expect(Self.british.read("1,234") == .ambiguous(decimal: 1.234, grouped: 1234))
    #expect(Self.german.read("1.234") == .ambiguous(decimal: 1.234, grouped: 1234))
    #expect(Self.french.read("-12.345") == .ambiguous(decimal: -12.345, grouped: -12345))
    #expect(NumberNotation.plain.read("1.234") == .number(1.234, isWhole: false))
  }

  @Test(
    "A text that is no number is refused",
    arguments: [
      "", " ", ",", "-", "+-1", "1-", "six", "6,5 km", "1e5", "0x10", "1,,5", "1.2.3", "1,23,4", "1 23",
      "1234 567", "1,234 567", "1'23", "0,234,567", "½", "²", "Ⅵ", "1/2", "٫", "inf", "nan", "1\u{0}", "1\n2",
      String(repeating: "1", count: 65),
    ])
  func refused(text: String) {
    for notation in [Self.british, Self.german, Self.french] { #expect(notation.read(text) == .unreadable) }
  }

  @Test("A field asks about an ambiguous number, and both of the numbers it names are read as such")
  func asked() {
    #expect(
      complaint { () throws(NumberComplaint) in _ = try Self.british.fraction("1,234", in: 0...2000, such: "5.2") }
        == "1,234 can mean 1.234 or 1234. Write it without the comma: 1.234 or 1234.")
    #expect(
      complaint { () throws(NumberComplaint) in _ = try Self.german.fraction(" 1.234", in: 0...2000, such: "5.2") }
        == "1.234 can mean 1,234 or 1234. Write it without the point: 1,234 or 1234.")
    #expect(Self.german.read("1,234").value == 1.234 && Self.german.read("1234").value == 1234)
  }

  @Test("A number outside the range, or none, is refused with an example in the locale's notation")
  func range() throws {
    let sentence = "Enter a number from 0 to 2000, such as 5,2."
    for text in ["2000,1", "-1", "far"] {
      #expect(
        complaint { () throws(NumberComplaint) in _ = try Self.german.fraction(text, in: 0...2000, such: "5.2") }
          == sentence)
    }
    #expect(try Self.german.fraction("2000,0", in: 0...2000, such: "5.2") == 2000)
  }

  @Test("A whole number may have thousands, and no decimals")
  func whole() throws {
    #expect(try Self.british.whole("8,000", in: 0...300_000) == 8000)
    #expect(try Self.german.whole("8.000", in: 0...300_000) == 8000)
    #expect(try Self.french.whole("8 000", in: 0...300_000) == 8000)
    for (notation, text) in [
      (Self.german, "8,000"), (Self.british, "8.000"), (Self.british, "8,5"), (Self.german, "8.0"),
    ] {
      #expect(
        complaint { () throws(NumberComplaint) in _ = try notation.whole(text, in: 0...300_000) }
          == "Enter a whole number from 0 to 300000, without decimals.")
    }
    for text in ["many", "-1", "300001", "99999999999999999999"] {
      #expect(
        complaint { () throws(NumberComplaint) in _ = try Self.german.whole(text, in: 0...300_000) }
          == "Enter a whole number from 0 to 300000.")
    }
  }

  private func complaint(_ read: () throws(NumberComplaint) -> Void) -> String? {
    do throws(NumberComplaint) {
      try read()
      return nil
    } catch {
      return error.sentence
    }
  }
}
