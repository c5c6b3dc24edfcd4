/// The format of numbers and days on a chart for one locale. Passed in explicitly, so that a chart looks the same on
/// every machine.
public struct Writing: Sendable, Hashable {
  public enum Order: Sendable, Hashable {
    case dayMonthYear, monthDayYear, yearMonthDay
  }

  public var decimal: String
  public var group: String
  /// Twelve names, short and long.
  public var months: [String]
  public var longMonths: [String]
  /// Seven short names from Monday.
  public var weekdays: [String]
  public var order: Order
  /// The text after the day of the month, as in "12. März".
  public var dayMark: String

  public init(
    decimal: String = ".", group: String = ",", months: [String] = Writing.englishMonths.map { String($0.prefix(3)) },
    longMonths: [String] = Writing.englishMonths,
    weekdays: [String] = Weekday.allCases.map { String($0.title.prefix(3)) }, order: Order = .dayMonthYear,
    dayMark: String = ""
  ) {
    self.decimal = decimal
    self.group = group
    self.months = months
    self.longMonths = longMonths
    self.weekdays = weekdays
    self.order = order
    self.dayMark = dayMark
  }

  public static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  public static let english = Writing()
  public static let american = Writing(order: .monthDayYear)
  public static let german = Writing(
    decimal: ",", group: ".",
    months: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sep.", "Okt.", "Nov.", "Dez."],
    longMonths: [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
      "Dezember",
    ], weekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"], dayMark: ".")

  /// Selects by a tag such as `de-DE`; unknown locales get British English.
  public init(locale tag: String) {
    let parts = tag.split(whereSeparator: { "-_".contains($0) })
    switch parts.first {
    case "de": self = .german
    case "en" where parts.contains("US"): self = .american
    default: self = .english
    }
  }
}

// MARK: - Numbers

extension Writing {
  /// With up to six decimals, without trailing zeros.
  func exact(_ value: Double) -> String { written(value, decimals: 6) }

  /// With at most that many decimals.
  func written(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "no number" }
    guard value != 0 else { return "0" }
    guard abs(value) < 1e15, abs(value) >= 1e-6 else { return scientific(value) }
    let factor = powerOfTen(decimals)
    let scaled = (abs(value) * factor).rounded()
    guard scaled < 9e15 else { return sign(value) + grouped(abs(value).rounded()) }
    let whole = (scaled / factor).rounded(.down)
    var (rest, places) = (Int(scaled - whole * factor), decimals)
    while rest > 0, rest % 10 == 0 { (rest, places) = (rest / 10, places - 1) }
    let digits = rest == 0 ? "" : Day.padded(rest, to: places)
    if whole == 0, digits.isEmpty { return decimals < 6 ? written(value, decimals: 6) : scientific(value) }
    return sign(value) + grouped(whole) + (digits.isEmpty ? "" : decimal + digits)
  }

  /// With exactly that many decimals, so that the labels of an axis align.
  func step(_ value: Double, decimals: Int) -> String {
    guard abs(value) < 1e15, decimals <= 6 else { return value == 0 ? "0" : scientific(value) }
    let factor = powerOfTen(decimals)
    let scaled = (abs(value) * factor).rounded()
    let whole = (scaled / factor).rounded(.down)
    let digits = Day.padded(Int(scaled - whole * factor), to: decimals)
    return (scaled == 0 ? "" : sign(value)) + grouped(whole) + (decimals == 0 ? "" : decimal + digits)
  }

  private func scientific(_ value: Double) -> String {
    let exponent = magnitude(abs(value))
    // In two steps, since the power itself may underflow or overflow.
    let lead = value / powerOfTen(exponent / 2) / powerOfTen(exponent - exponent / 2)
    let rounded = (lead * 1_000).rounded() / 1_000
    return written(rounded, decimals: 3) + "e\(exponent)"
  }

  private func sign(_ value: Double) -> String { value < 0 ? "\u{2212}" : "" }

  private func grouped(_ whole: Double) -> String {
    let digits = String(Int(whole))
    guard digits.utf8.count > 3 else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += group }
      text.append(digit)
    }
    return text
  }
}

// MARK: - Durations

extension Writing {
  /// Minutes as hours and minutes: "7 h 22 min", "8 h", "45 min".
  static func duration(_ minutes: Double) -> String {
    guard minutes.isFinite, abs(minutes) < 1e12 else { return "no duration" }
    let whole = Int(abs(minutes).rounded())
    let (hours, rest) = whole.quotientAndRemainder(dividingBy: 60)
    let sign = minutes < 0 && whole > 0 ? "\u{2212}" : ""
    if hours == 0 { return "\(sign)\(rest) min" }
    return rest == 0 ? "\(sign)\(hours) h" : "\(sign)\(hours) h \(rest) min"
  }

  /// The same for a narrow place: "7:22".
  static func shortDuration(_ minutes: Double) -> String {
    guard minutes.isFinite, abs(minutes) < 1e12 else { return "" }
    let (hours, rest) = Int(abs(minutes).rounded()).quotientAndRemainder(dividingBy: 60)
    return "\(minutes <= -0.5 ? "\u{2212}" : "")\(hours):\(Day.padded(rest, to: 2))"
  }
}

// MARK: - Days

extension Writing {
  /// "12 March 2026".
  func long(_ day: Day) -> String { ordered(day, month: longMonths, hasYear: true) }

  /// "12 Mar", or with the year.
  func short(_ day: Day, hasYear: Bool = false) -> String { ordered(day, month: months, hasYear: hasYear) }

  func month(_ day: Day, hasYear: Bool) -> String {
    let name = name(day.month, in: months)
    return hasYear ? (order == .yearMonthDay ? "\(day.year) \(name)" : "\(name) \(day.year)") : name
  }

  func weekday(_ day: Weekday) -> String {
    weekdays.indices.contains(day.rawValue - 1) ? weekdays[day.rawValue - 1] : String(day.title.prefix(3))
  }

  private func name(_ month: Int, in names: [String]) -> String {
    names.indices.contains(month - 1) ? names[month - 1] : String(month)
  }

  private func ordered(_ day: Day, month names: [String], hasYear: Bool) -> String {
    let month = name(day.month, in: names)
    switch order {
    case .dayMonthYear: return "\(day.day)\(dayMark) \(month)" + (hasYear ? " \(day.year)" : "")
    case .monthDayYear: return "\(month) \(day.day)" + (hasYear ? ", \(day.year)" : "")
    case .yearMonthDay: return (hasYear ? "\(day.year) " : "") + "\(month) \(day.day)\(dayMark)"
    }
  }
}
