/// A strict parser for instants such as `2026-01-15T12:00:00.250Z`, in UTC or with an offset.
///
/// Foundation's style reads the 30th of February as the 2nd of March and 25 o'clock as the next day, and ignores
/// trailing text; a date that a person entered must not move like that.
struct InstantText {
  private var rest: Substring.UTF8View

  /// Seconds since 1970; nil if the text is not an instant.
  static func seconds(_ text: String) -> Double? {
    guard text.utf8.count <= 40 else { return nil }
    var reader = InstantText(rest: Substring(text).utf8)
    return reader.instant()
  }

  private mutating func instant() -> Double? {
    guard let days = day(), take("T"), let time = time(), let fraction = fraction(), let offset = offset(), rest.isEmpty
    else { return nil }
    // Integers first, so that the result is the nearest Double.
    let parts = (days * 86_400 + time - offset) * 1_000_000 + fraction
    return Double(parts) / 1_000_000
  }

  /// Days since 1970.
  private mutating func day() -> Int? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
    return CivilDate(year: year, month: month, day: day)?.daysSince1970
  }

  private mutating func time() -> Int? {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
      hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Microseconds; finer digits are dropped.
  private mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var millionths = 0
    var places = 0
    while let digit = number(1) {
      if places < 6 { millionths = millionths * 10 + digit }
      places += 1
    }
    guard places > 0 else { return nil }
    for _ in min(places, 6)..<6 { millionths *= 10 }
    return millionths
  }

  private mutating func offset() -> Int? {
    if take("Z") { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  private mutating func number(_ places: Int) -> Int? {
    let digits = rest.prefix(places)
    guard digits.count == places else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    rest = rest.dropFirst(places)
    return number
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
