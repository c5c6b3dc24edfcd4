public import Kernel
internal import Platform

extension RecurrenceRule {
  /// The most bytes of a rule, and the most numbers in each of its lists.
  static let mostBytes = 4000
  static let mostNumbers = 400

  /// Reads the text of a rule, with or without `RRULE:` in front. Throws what is wrong in a sentence.
  public init(text: String) throws(Problem) {
    guard text.utf8.count <= RecurrenceRule.mostBytes else {
      throw .badRule("The rule is longer than \(RecurrenceRule.mostBytes) bytes.", "Give a shorter one.")
    }
    var rest = text[...].drop { $0 == " " }
    if rest.uppercased().hasPrefix("RRULE:") { rest = rest.dropFirst(6) }
    var parts: [String: Substring] = [:]
    for part in rest.split(separator: ";", omittingEmptySubsequences: true) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[1].isEmpty else {
        throw .badRule("“\(part.prefix(40))” is not of the form NAME=VALUE.", "Write it as in FREQ=DAILY;COUNT=3.")
      }
      let name = pair[0].uppercased()
      guard parts.updateValue(pair[1], forKey: name) == nil else {
        throw .badRule("\(name.prefix(40)) is there twice.", "Name each part once.")
      }
    }
    guard let frequency = parts.removeValue(forKey: "FREQ").flatMap({ Frequency(rawValue: $0.uppercased()) }) else {
      throw .badRule(
        "The rule has no FREQ that is known.",
        "It is one of SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY.")
    }
    self.init(frequency)
    for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try read(name, value) }
    try check()
  }

  private mutating func read(_ name: String, _ value: Substring) throws(Problem) {
    func numbers(_ range: ClosedRange<Int>, isSigned: Bool = false) throws(Problem) -> [Int] {
      try RecurrenceRule.numbers(name, value, range, isSigned)
    }
    func one(_ range: ClosedRange<Int>) throws(Problem) -> Int {
      let all = try numbers(range)
      guard let first = all.first, all.count == 1 else { throw .badRule("\(name) has several values.", "Give one.") }
      return first
    }
    switch name {
    case "INTERVAL": interval = try one(1...1_000_000)
    case "COUNT", "UNTIL":
      guard end == .never else {
        throw .badRule("COUNT and UNTIL are both there.", "A rule ends after a number of times or at a time, not both.")
      }
      end = name == "COUNT" ? .count(try one(1...10_000_000)) : try RecurrenceRule.until(value)
    case "BYSECOND": seconds = try numbers(0...60)
    case "BYMINUTE": minutes = try numbers(0...59)
    case "BYHOUR": hours = try numbers(0...23)
    case "BYDAY": weekdays = try RecurrenceRule.days(value)
    case "BYMONTHDAY": monthDays = try numbers(1...31, isSigned: true)
    case "BYYEARDAY": yearDays = try numbers(1...366, isSigned: true)
    case "BYWEEKNO": weeks = try numbers(1...53, isSigned: true)
    case "BYMONTH": months = try numbers(1...12)
    case "BYSETPOS": positions = try numbers(1...366, isSigned: true)
    case "WKST":
      guard let day = RecurrenceRule.dayNames.firstIndex(of: value.uppercased()) else {
        throw .badRule("WKST is “\(value.prefix(40))”.", "It is one of SU, MO, TU, WE, TH, FR, SA.")
      }
      weekStart = day
    default:
      throw .badRule(
        "\(name.prefix(40)) is not a part that is known here.", "Leave it out, or write the rule in another way.")
    }
  }

  static let dayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  private static func numbers(
    _ name: String, _ value: Substring, _ range: ClosedRange<Int>, _ isSigned: Bool
  ) throws(Problem) -> [Int] {
    let texts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count <= mostNumbers else {
      throw .badRule("\(name) has more than \(mostNumbers) numbers.", "Give fewer.")
    }
    return try texts.map { text throws(Problem) in
      guard let number = whole(text, isSigned: isSigned), range.contains(number.magnitude.asInt) else {
        let span = "\(range.lowerBound) to \(range.upperBound)"
        throw .badRule(
          "\(name) has “\(text.prefix(40))”.",
          isSigned
            ? "It takes whole numbers from \(span), or -\(range.upperBound) to -\(range.lowerBound)."
            : "It takes whole numbers from \(span).")
      }
      return number
    }
  }

  /// Accepts up to nine digits, and a sign if it may have one.
  private static func whole(_ text: Substring, isSigned: Bool) -> Int? {
    var digits = text
    if isSigned, let first = digits.first, first == "-" || first == "+" { digits = digits.dropFirst() }
    guard 1...9 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits) else {
      return nil
    }
    return text.first == "-" ? -number : number
  }

  private static func days(_ value: Substring) throws(Problem) -> [Weekday] {
    let texts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count <= mostNumbers else { throw .badRule("BYDAY has more than \(mostNumbers) days.", "Give fewer.") }
    return try texts.map { text throws(Problem) in
      let number = text.dropLast(2)
      let nth = number.isEmpty ? nil : whole(number, isSigned: true)
      guard let weekday = dayNames.firstIndex(of: text.suffix(2).uppercased()),
        number.isEmpty || nth.map({ 1...53 ~= abs($0) }) == true
      else {
        throw .badRule(
          "BYDAY has “\(text.prefix(40))”.",
          "It takes days such as MO, 2TU (the second Tuesday) or -1FR (the last Friday).")
      }
      return Weekday(weekday, nth: nth)
    }
  }

  /// `20261231`, `20261231T120000` or `20261231T120000Z`.
  private static func until(_ value: Substring) throws(Problem) -> End {
    let text = Array(value.utf8)
    func digits(_ range: Range<Int>) -> Int? {
      range.upperBound <= text.count ? whole(Substring(decoding: text[range], as: UTF8.self), isSigned: false) : nil
    }
    func wrong() -> Problem {
      .badRule("UNTIL is “\(value.prefix(40))”.", "Write it as 20261231, 20261231T120000 or 20261231T120000Z.")
    }
    guard [8, 15, 16].contains(text.count), let year = digits(0..<4), let month = digits(4..<6),
      let day = digits(6..<8),
      let date = CivilDate(year: year, month: month, day: day)
    else { throw wrong() }
    if text.count == 8 { return .local(LocalTime(day: date.daysSince1970, isDay: true)) }
    guard text[8] == UInt8(ascii: "T"), let hour = digits(9..<11), let minute = digits(11..<13),
      let second = digits(13..<15), hour < 24, minute < 60, second <= 60
    else { throw wrong() }
    let time = LocalTime(day: date.daysSince1970, second: hour * 3600 + minute * 60 + min(second, 59))
    guard text.count == 16 else { return .local(time) }
    guard text[15] == UInt8(ascii: "Z") else { throw wrong() }
    return .instant(.init(timeIntervalSince1970: Double(time.count)))
  }

  /// Refuses what RFC 5545 forbids.
  private func check() throws(Problem) {
    if !weeks.isEmpty, frequency != .yearly {
      throw .badRule("BYWEEKNO goes with FREQ=YEARLY only.", "Use BYMONTH or BYDAY instead.")
    }
    if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      throw .badRule("BYYEARDAY does not go with FREQ=\(frequency.rawValue).", "Use FREQ=YEARLY.")
    }
    if !monthDays.isEmpty, frequency == .weekly {
      throw .badRule("BYMONTHDAY does not go with FREQ=WEEKLY.", "Use FREQ=MONTHLY or BYDAY.")
    }
    if weekdays.contains(where: { $0.nth != nil }) {
      guard frequency >= .monthly, weeks.isEmpty else {
        throw .badRule(
          "BYDAY counts weekdays, which goes with FREQ=MONTHLY or FREQ=YEARLY without BYWEEKNO only.",
          "Leave out the number.")
      }
    }
    let others = [seconds, minutes, hours, monthDays, yearDays, weeks, months]
    if !positions.isEmpty, weekdays.isEmpty, others.allSatisfy(\.isEmpty) {
      throw .badRule("BYSETPOS is there without another BY part.", "Say among what the position is counted.")
    }
  }
}

extension UInt {
  fileprivate var asInt: Int { Int(clamping: self) }
}

extension Problem {
  static func badRule(_ what: String, _ remedy: String) -> Problem { Problem("bad-rule", what, remedy: remedy) }
}
