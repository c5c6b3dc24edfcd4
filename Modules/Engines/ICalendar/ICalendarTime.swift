internal import Kernel
public import Platform
public import Recurrence

/// A day, or a time of a zone, as a calendar has it.
public struct ICalendarTime: Sendable, Hashable {
  public enum Zone: Sendable, Hashable {
    /// The same local time wherever one is.
    case floating
    case utc
    /// The name that the file gives the zone.
    case named(String)
  }

  public var local: LocalTime
  public var zone: Zone

  public init(_ local: LocalTime, _ zone: Zone = .floating) {
    self.local = local
    self.zone = zone
  }

  public var isDay: Bool { local.isDay }

  /// The instant as UTC.
  public init(_ date: Date) {
    let (day, second) = CivilDate.split(Int(date.timeIntervalSince1970.rounded(.down)))
    self.init(LocalTime(day: day, second: second), .utc)
  }

  /// Reads `20261123`, `20261123T090000` or `20261123T090000Z`. Nil for any other text.
  public init?(_ text: some StringProtocol, zone name: String? = nil) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for byte in bytes[range] {
        guard 48...57 ~= byte else { return nil }
        number = number * 10 + Int(byte - 48)
      }
      return number
    }
    guard [8, 15, 16].contains(bytes.count), let year = number(0..<4), let month = number(4..<6),
      let day = number(6..<8), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    guard bytes.count > 8 else {
      self.init(LocalTime(day: date.daysSince1970, isDay: true))
      return
    }
    guard bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11), let minute = number(11..<13),
      let second = number(13..<15), hour < 24, minute < 60, second <= 60
    else { return nil }
    let local = LocalTime(day: date.daysSince1970, second: hour * 3600 + minute * 60 + min(second, 59))
    if bytes.count == 16 {
      guard bytes[15] == UInt8(ascii: "Z") else { return nil }
      self.init(local, .utc)
    } else {
      self.init(local, name.map { .named($0) } ?? .floating)
    }
  }

  /// `20261123`, `20261123T090000` or `20261123T090000Z`.
  public var text: String {
    let basic = local.text.filter { $0 != "-" && $0 != ":" }
    return zone == .utc && !isDay ? basic + "Z" : basic
  }

  /// The property of that name with this time.
  public func property(_ name: String) -> ICalendarProperty {
    if isDay { return ICalendarProperty(name, text, parameters: [.init("VALUE", ["DATE"])]) }
    if case .named(let zone) = zone { return ICalendarProperty(name, text, parameters: [.init("TZID", [zone])]) }
    return ICalendarProperty(name, text)
  }
}

extension ICalendarProperty {
  /// The value as a time; nil if it is none.
  public var time: ICalendarTime? { times.first ?? nil }

  /// The values of a list such as that of `EXDATE`. Nil for each that cannot be read; of a period its start.
  public var times: [ICalendarTime?] {
    value.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let start = part.prefix { $0 != "/" }
      let spaceless = start.filter { $0 != " " }
      return ICalendarTime(spaceless, zone: self["TZID"])
    }
  }
}

/// A length of time: whole days keep the local time, seconds are exact.
public struct ICalendarDuration: Sendable, Hashable {
  public var days: Int
  public var seconds: Int

  public init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// Reads `P1DT2H`, `-PT15M` or `P2W`. Nil for any other text, and for more than a hundred years.
  public init?(_ text: some StringProtocol) {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var (days, seconds, isTime, count) = (0, 0, false, 0)
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard 1...9 ~= digits.count, let number = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      switch (rest.first, isTime) {
      case ("W", false): days += number * 7
      case ("D", false): days += number
      case ("H", true): seconds += number * 3600
      case ("M", true): seconds += number * 60
      case ("S", true): seconds += number
      default: return nil
      }
      rest = rest.dropFirst()
      count += 1
    }
    guard count > 0, days <= 36_525, seconds <= 36_525 * 86_400 else { return nil }
    self.init(days: isNegative ? -days : days, seconds: isNegative ? -seconds : seconds)
  }

  public var total: Int { days * 86_400 + seconds }
}
