internal import Days

/// An instant as written in an export: local time and its offset from UTC.
struct Stamp: Equatable {
  /// Seconds since 1970 in local time.
  let wall: Int
  /// Seconds by which local time is ahead of UTC.
  let offset: Int

  var instant: Int { wall - offset }
}

/// Parses "2026-11-22 08:15:30 +0100" from null-terminated bytes.
struct StampReader {
  /// A cache of the last date, since most records repeat it.
  private var lastDate = -1
  private var lastDay = 0

  /// The stamp; nil for an invalid instant. No byte after the null byte is read, since that is no digit.
  mutating func read(_ text: UnsafePointer<CChar>) -> Stamp? {
    guard let century = StampReader.two(text), let year = StampReader.two(text + 2), text[4] == 45,
      let month = StampReader.two(text + 5), text[7] == 45, let day = StampReader.two(text + 8), text[10] == 32,
      let hour = StampReader.two(text + 11), text[13] == 58, let minute = StampReader.two(text + 14), text[16] == 58,
      let second = StampReader.two(text + 17), text[19] == 32, hour < 24, minute < 60, second < 61,
      let offset = StampReader.offset(text + 20)
    else { return nil }
    let date = (century * 100 + year) * 10_000 + month * 100 + day
    if date != lastDate {
      guard let found = CalendarDay(year: century * 100 + year, month: month, day: day) else { return nil }
      lastDate = date
      lastDay = found.number
    }
    return Stamp(wall: lastDay * 86_400 + hour * 3600 + minute * 60 + second, offset: offset)
  }

  private static func offset(_ text: UnsafePointer<CChar>) -> Int? {
    guard text[0] == 43 || text[0] == 45, let hours = two(text + 1), let minutes = two(text + 3), text[5] == 0,
      hours < 16, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return text[0] == 43 ? seconds : -seconds
  }

  @inline(__always) private static func two(_ text: UnsafePointer<CChar>) -> Int? {
    let tens = Int(text[0]) - 48
    guard 0 <= tens, tens < 10 else { return nil }
    let ones = Int(text[1]) - 48
    guard 0 <= ones, ones < 10 else { return nil }
    return tens * 10 + ones
  }
}
