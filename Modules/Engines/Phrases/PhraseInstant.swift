internal import Kernel
public import Platform
public import Recurrence

extension PhraseReading {
  /// The instant of a local time in a zone; of a day its beginning. A time that the clock leaves out is moved by as much,
  /// and one that comes twice is the first of them.
  public static func instant(of time: LocalTime, in zone: TimeZone) -> Date? { occurrence(time, zone)?.instant }

  /// `2026-11-23` of a day, `2026-11-23T09:00:00+01:00` of a time in a zone.
  public static func text(of time: LocalTime, in zone: TimeZone) -> String {
    guard !time.isDay else { return time.text }
    return occurrence(time, zone)?.text ?? time.text
  }

  private static func occurrence(_ time: LocalTime, _ zone: TimeZone) -> Recurrence.Occurrence? {
    try? Recurrence(RecurrenceRule(.daily, end: .count(1)), from: time, in: zone).occurrences(most: 1).all.first
  }
}

extension PhraseScanner {
  /// The time that the clock shows when it leaves out the one that was said; nil if it leaves out none.
  func moved(overGap time: LocalTime) -> LocalTime? {
    let count = Double(time.day * 86_400 + time.second)
    let zone = now.zone
    let guess = zone.secondsFromGMT(for: Date(timeIntervalSince1970: count))
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: count - Double(guess)))
    let instant = Date(timeIntervalSince1970: count - Double(offset))
    let here = PhraseScanner.local(instant, zone)
    guard here != time else { return nil }
    // The other way round it fits unless the time is in a gap.
    let again = Date(timeIntervalSince1970: count - Double(guess))
    guard PhraseScanner.local(again, zone) != time else { return nil }
    let before = zone.secondsFromGMT(for: Date(timeIntervalSince1970: count - 86_400))
    return PhraseScanner.local(Date(timeIntervalSince1970: count - Double(before)), zone)
  }
}
