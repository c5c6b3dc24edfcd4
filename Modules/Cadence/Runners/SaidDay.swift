public import Days

/// A calendar day in a text: `2027-04-11`, "21 June next year", "June 21st, 2027", "yesterday".
///
/// A day without a year is the next one. It knows English, and takes no date of figures alone such as 3/4, which countries read
/// in different ways.
public enum SaidDay {
  /// The first date in the text; nil without one.
  public static func date(in said: String, on today: CalendarDay) -> CalendarDay? {
    let lowered = said.prefix(RunnerReading.longestText).lowercased()
    for word in lowered.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if let day = CalendarDay(String(word.prefix(10))) { return day }
    }
    let words = lowered.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    return words.indices.lazy.compactMap { named(words, $0, today) }.first
  }

  /// The date in the text, or else yesterday, today or tomorrow by that word.
  public static func day(in said: String, on today: CalendarDay) -> CalendarDay? {
    if let day = date(in: said, on: today) { return day }
    let words = said.prefix(RunnerReading.longestText).lowercased().split { !$0.isLetter }
    let apart = words.lazy.compactMap { ["yesterday": -1, "today": 0, "tomorrow": 1][$0] }.first
    return apart.map { today.following($0) }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The number of a month by its name or its first three letters.
  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { $0 == word || (word.count <= 4 && $0.hasPrefix(word)) }.map { $0 + 1 }
  }

  /// 1 to 31 of "21", "21st".
  private static func number(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)), let number = Int(digits),
      (1...31).contains(number)
    else { return nil }
    return number
  }

  /// A day whose month stands at that word.
  private static func named(_ words: [String], _ at: Int, _ today: CalendarDay) -> CalendarDay? {
    guard let month = month(words[at]) else { return nil }
    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
    let before = word(at - 1) == "of" ? at - 2 : at - 1
    let (day, next): (Int, Int)
    if let found = number(word(before)) {
      (day, next) = (found, at + 1)
    } else if let found = number(word(at + 1)) {
      (day, next) = (found, at + 2)
    } else {
      return nil
    }
    func on(_ year: Int) -> CalendarDay? { CalendarDay(year: year, month: month, day: day) }
    let year = today.year
    if let said = Int(word(next)), (1900...2200).contains(said) { return on(said) }
    if word(next) == "next", word(next + 1) == "year" { return on(year + 1) }
    if word(next) == "this", word(next + 1) == "year" { return on(year) }
    // Of 29 February the next one can be years away.
    return (year...year + 8).lazy.compactMap(on).first { $0 >= today }
  }
}
