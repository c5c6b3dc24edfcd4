internal import Kernel
public import Platform

extension LocalTime {
  /// Reads `2026-11-23`, `2026-11-23T09:00`, `2026-11-23T09:00:30`; with `Z` or an offset it is an instant, whose local
  /// time in the zone is taken. Nil for any other text.
  public init?(text: String, in zone: TimeZone) {
    guard text.utf8.count <= 40 else { return nil }
    if let date = CivilDate(text) {
      self.init(day: date.daysSince1970, isDay: true)
      return
    }
    if let instant = Moment.date(text) {
      let second = Int(instant.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: instant)
      let (day, rest) = CivilDate.split(second)
      self.init(day: day, second: rest)
      return
    }
    // A local time is an instant of GMT with its sign left out.
    let full = text.utf8.count == 16 ? text + ":00" : text
    guard full.utf8.count == 19, let instant = Moment.date(full + "Z") else { return nil }
    let (day, rest) = CivilDate.split(Int(instant.timeIntervalSince1970))
    self.init(day: day, second: rest)
  }

  /// `2026-11-23`, or `2026-11-23T09:00:00`.
  public var text: String {
    let date = CivilDate(daysSince1970: day).text
    guard !isDay else { return date }
    return "\(date)T\(LocalTime.two(second / 3600)):\(LocalTime.two(second / 60 % 60)):\(LocalTime.two(second % 60))"
  }

  fileprivate static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

extension Recurrence.Occurrence {
  /// A day, or a local time with its offset: `2026-11-23T09:00:00+01:00`. A time that the clock leaves out is told as the
  /// one that the clock shows.
  public var text: String {
    guard !local.isDay else { return local.text }
    let (day, rest) = CivilDate.split(Int(instant.timeIntervalSince1970) + offset)
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "-" : "+"
    return LocalTime(day: day, second: rest).text
      + (offset == 0 ? "Z" : "\(sign)\(LocalTime.two(minutes / 60)):\(LocalTime.two(minutes % 60))")
  }
}
