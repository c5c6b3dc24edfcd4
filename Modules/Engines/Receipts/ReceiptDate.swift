internal import Days

/// A day in a line of text, as receipts print it.
struct ReceiptDate: Sendable, Hashable {
  let day: CalendarDay
  /// The other reading of a day such as 03/04/2025; nil where there is one only.
  let other: CalendarDay?
  /// The range of its characters in the text.
  let range: Range<Int>

  /// Returns the first day in the text; nil where there is none.
  static func first(in text: String, monthFirst: Bool) -> ReceiptDate? {
    let characters = Array(text.uppercased().prefix(300))
    for start in characters.indices where start == 0 || !isPart(characters[start - 1]) {
      if let found = numeric(characters, start, monthFirst) ?? named(characters, start) ?? monthNamed(characters, start)
      {
        return found
      }
    }
    return nil
  }

  /// A digit or a letter before a day would make it a part of something else.
  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private static func number(_ text: [Character], _ at: inout Int, most: Int) -> Int? {
    let start = at
    var value = 0
    while at < text.count, at - start < most, let digit = digit(text[at]) {
      value = value * 10 + digit
      at += 1
    }
    return at > start ? value : nil
  }

  private static func digit(_ character: Character) -> Int? {
    if character.isASCIIDigit { return character.wholeNumberValue }
    return character == "O" ? 0 : nil
  }

  private static func skip(_ text: [Character], _ at: inout Int, _ signs: String) -> Character? {
    guard at < text.count, signs.contains(text[at]) else { return nil }
    let sign = text[at]
    at += 1
    return sign
  }

  private static func isOver(_ text: [Character], _ at: Int) -> Bool { at >= text.count || !text[at].isNumber }

  private static func year(_ value: Int, _ digits: Int) -> Int? {
    if digits == 4 { return (1990...2099).contains(value) ? value : nil }
    return digits == 2 ? 2000 + value : nil
  }

  /// 25/12/2018, 2018-12-25, 25.12.18.
  private static func numeric(_ text: [Character], _ start: Int, _ monthFirst: Bool) -> ReceiptDate? {
    guard text[start].isASCIIDigit || text[start] == "O" else { return nil }
    var at = start
    guard let one = number(text, &at, most: 4) else { return nil }
    let length = at - start
    guard let sign = skip(text, &at, "/-.") else { return nil }
    let second = at
    guard let two = number(text, &at, most: 2), skip(text, &at, String(sign)) != nil else { return nil }
    guard at - second >= 2 else { return nil }
    let third = at
    guard let three = number(text, &at, most: 4), isOver(text, at) else { return nil }
    if length == 4 {
      guard let year = year(one, 4), at - third <= 2, let day = CalendarDay(year: year, month: two, day: three) else {
        return nil
      }
      return ReceiptDate(day: day, other: nil, range: start..<at)
    }
    guard length <= 2, let year = year(three, at - third) else { return nil }
    let usual = CalendarDay(year: year, month: two, day: one)
    let american = CalendarDay(year: year, month: one, day: two)
    guard let day = (monthFirst ? american ?? usual : usual ?? american) else { return nil }
    let other = day == usual ? american : usual
    return ReceiptDate(day: day, other: other == day ? nil : other, range: start..<at)
  }

  /// 25-Dec-18, 25 December 2018, 25DEC2018.
  private static func named(_ text: [Character], _ start: Int) -> ReceiptDate? {
    var at = start
    guard text[start].isASCIIDigit, let day = number(text, &at, most: 2) else { return nil }
    skipOrdinal(text, &at)
    while skip(text, &at, "-/. ,") != nil {}
    guard let month = month(text, &at) else { return nil }
    while skip(text, &at, "-/. ,'") != nil {}
    let place = at
    guard let value = number(text, &at, most: 4), isOver(text, at), let year = year(value, at - place),
      let found = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    return ReceiptDate(day: found, other: nil, range: start..<at)
  }

  /// Dec 25, 2018.
  private static func monthNamed(_ text: [Character], _ start: Int) -> ReceiptDate? {
    var at = start
    guard let month = month(text, &at) else { return nil }
    while skip(text, &at, "-/. ") != nil {}
    guard let day = number(text, &at, most: 2) else { return nil }
    skipOrdinal(text, &at)
    // Without a sign between them the day would be the beginning of a year: "November 2026".
    guard skip(text, &at, "-/., '") != nil else { return nil }
    while skip(text, &at, "-/., '") != nil {}
    let place = at
    guard let value = number(text, &at, most: 4), isOver(text, at), let year = year(value, at - place),
      let found = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    return ReceiptDate(day: found, other: nil, range: start..<at)
  }

  /// Skips the ending of "1st", "2nd", "3rd" or "4th" where no letter follows it.
  private static func skipOrdinal(_ text: [Character], _ at: inout Int) {
    guard at + 1 < text.count, ["ST", "ND", "RD", "TH"].contains(String(text[at...(at + 1)])),
      at + 2 == text.count || !text[at + 2].isLetter
    else { return }
    at += 2
  }

  /// The name of a month in English or German, or its first three letters.
  private static func month(_ text: [Character], _ at: inout Int) -> Int? {
    let start = at
    // "210CT2024" is the 21st of October.
    if at + 1 < text.count, text[at] == "0", text[at + 1].isLetter { at += 1 }
    while at < text.count, text[at].isLetter { at += 1 }
    let word = String(text[start..<at].map { $0 == "0" ? "O" : $0 })
    guard word.count >= 3 else { return nil }
    return months.firstIndex { names in names.contains { $0 == word || $0.prefix(3) == word || $0.prefix(4) == word } }
      .map { $0 + 1 }
  }

  private static let months = [
    ["JANUARY", "JANUAR"], ["FEBRUARY", "FEBRUAR"], ["MARCH", "MÄRZ", "MAERZ"], ["APRIL"], ["MAY", "MAI"],
    ["JUNE", "JUNI"],
    ["JULY", "JULI"], ["AUGUST"], ["SEPTEMBER"], ["OCTOBER", "OKTOBER"], ["NOVEMBER"], ["DECEMBER", "DEZEMBER"],
  ]
}
