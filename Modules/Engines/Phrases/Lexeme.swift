/// A unit of time.
enum PhraseUnit: Int {
  case second, minute, hour, day, week, fortnight, weekend, month, quarter, year

  var isWithinDay: Bool { rawValue < PhraseUnit.day.rawValue }
}

/// A part of a day.
enum PartOfDay: Equatable {
  case morning, afternoon, evening, night

  /// The time that it stands for without an hour, in seconds.
  var second: Int {
    switch self {
    case .morning: 9 * 3600
    case .afternoon: 15 * 3600
    case .evening: 19 * 3600
    case .night: 20 * 3600
    }
  }
}

/// The meaning of a word that dates are made of.
enum Lexeme: Equatable {
  /// Sunday is 0. A loose one is also another word: "sat", "sun", "wed".
  case weekday(Int, isLoose: Bool)
  /// "mondays".
  case weekdays(Int)
  /// A loose one is also another word: "may", "march", "mar".
  case month(Int, isLoose: Bool)
  case unit(PhraseUnit)
  case number(Int)
  case ordinal(Int)
  /// Days from today.
  case relative(Int)
  case part(PartOfDay)
  /// Noon and midnight, in seconds.
  case clock(Int)
  /// "christmas", "easter".
  case feast

  static let table: [String: Lexeme] = {
    var table: [String: Lexeme] = [:]
    func add(_ words: String, _ lexeme: Lexeme) {
      for word in words.split(separator: " ") { table[String(word)] = lexeme }
    }
    let days = [
      ("sunday", "", "sun"), ("monday", "", "mon"), ("tuesday", "tue tues", ""), ("wednesday", "weds wednes", "wed"),
      ("thursday", "thu thur thurs thrs", ""), ("friday", "fri", ""), ("saturday", "", "sat"),
    ]
    for (day, names) in days.enumerated() {
      add("\(names.0) \(names.1)", .weekday(day, isLoose: false))
      add(names.2, .weekday(day, isLoose: true))
      add("\(names.0)s", .weekdays(day))
    }
    let months = [
      "january", "february feb", "", "april apr", "", "june jun", "july jul", "august aug", "september sept sep",
      "october oct", "november nov", "december",
    ]
    for (month, names) in months.enumerated() { add(names, .month(month + 1, isLoose: false)) }
    add("jan", .month(1, isLoose: true))
    add("march mar", .month(3, isLoose: true))
    add("may", .month(5, isLoose: true))
    add("dec", .month(12, isLoose: true))
    add("second seconds sec secs", .unit(.second))
    add("minute minutes min mins", .unit(.minute))
    add("hour hours hr hrs", .unit(.hour))
    add("day days", .unit(.day))
    add("week weeks wk wks", .unit(.week))
    add("fortnight fortnights", .unit(.fortnight))
    add("weekend weekends wknd wkend", .unit(.weekend))
    add("month months mth mths mo mos", .unit(.month))
    add("quarter quarters qtr", .unit(.quarter))
    add("year years yr yrs", .unit(.year))
    let numbers = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
      "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    ]
    for (number, word) in numbers.enumerated() { add(word, .number(number)) }
    for (place, word) in ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].enumerated() {
      add(word, .number(place * 10 + 30))
    }
    let ordinals = [
      "first", "", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
      "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ]
    for (place, word) in ordinals.enumerated() { add(word, .ordinal(place + 1)) }
    add("thirtieth", .ordinal(30))
    add("today", .relative(0))
    add("tomorrow tomorrows tmrw tmr tmw tmrrw tmoro tmorrow tomoro tomo tomoz 2moro 2morow 2morrow 2mrw", .relative(1))
    add("todays", .relative(0))
    add("yesterday yesterdays yday", .relative(-1))
    add("morning mornings", .part(.morning))
    add("afternoon afternoons arvo", .part(.afternoon))
    add("evening evenings eve", .part(.evening))
    add("night nights nite", .part(.night))
    add("noon midday noontime noonish lunchtime", .clock(43_200))
    add("midnight", .clock(0))
    add("christmas xmas halloween easter thanksgiving", .feast)
    return table
  }()
}
