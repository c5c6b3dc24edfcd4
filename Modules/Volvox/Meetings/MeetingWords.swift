internal import Days
internal import Hours
internal import Kernel
internal import Numbers
internal import Platform

/// Writes times and numbers of meetings as the person reads them, in the zone and locale of a moment.
struct MeetingWords {
  let now: Moment
  private let dates: DateWords

  init(_ now: Moment) {
    self.now = now
    dates = DateWords(now)
  }

  /// "1 meeting", "1,200 meetings".
  func count(_ meetings: Int) -> String { meetings == 1 ? "1 meeting" : "\(number(meetings)) meetings" }

  func number(_ number: Int) -> String { NumberNotation(locale: now.locale).grouped(Double(number)) }

  /// "22 November 2026".
  func date(_ date: Date) -> String { dates.day(date) }
  func date(_ day: CalendarDay) -> String { dates.day(day) }
  /// "22 November 2026, 15:05".
  func instant(_ date: Date) -> String { dates.instant(date) }

  func day(of date: Date) -> CalendarDay { CalendarDay(date, in: now.zone) }

  /// "Today", "Tomorrow", "Wednesday, 25 November". The year goes without saying within a week.
  func day(_ day: CalendarDay) -> String {
    if day == now.day.following(1) { return "Tomorrow" }
    if day == now.day { return "Today" }
    let parts = dates.day(day).split(separator: " ").filter { $0 != "\(day.year)" }.joined(separator: " ")
    return "\(day.weekdayName), \(parts.hasSuffix(",") ? String(parts.dropLast()) : parts)"
  }

  /// "19:00".
  func time(_ date: Date) -> String { dates.time(date) }

  /// "19:00 to 20:00", in the person's zone.
  func span(_ occurrence: MeetingOccurrence) -> String { "\(time(occurrence.start)) to \(time(occurrence.end))" }

  /// "Today, 19:00 to 20:00", "Under way until 20:00".
  func next(_ occurrence: MeetingOccurrence) -> String {
    occurrence.isUnderWay(at: now.date)
      ? "Under way until \(time(occurrence.end))" : "\(day(day(of: occurrence.start))), \(span(occurrence))"
  }

  /// "Every Sunday and Wednesday, 19:00 to 20:00", by the clocks of the meeting.
  func week(_ listing: MeetingListing) -> String {
    guard !listing.days.isEmpty else { return "By appointment" }
    let days = listing.days.map(MeetingWords.weekday)
    let list =
      days.count == 7
      ? "day" : days.count < 2 ? days.joined() : "\(days.dropLast().joined(separator: ", ")) and \(days.last ?? "")"
    guard let start = listing.time else { return "Every \(list), time not given" }
    let times = MeetingTimes(listing.days, from: start, to: listing.end, in: now.zone)
    return "Every \(list), \(dates.time(times.start)) to \(dates.time(times.end))"
  }

  /// "New York time", where the meeting's clocks show another time than the person's at its next occurrence.
  func zone(_ listing: MeetingListing, _ occurrence: MeetingOccurrence?) -> String? {
    guard let name = listing.zone, let zone = TimeZone(named: name), let start = occurrence?.start,
      zone.secondsFromGMT(for: start) != now.zone.secondsFromGMT(for: start)
    else { return nil }
    return "\((name.split(separator: "/").last ?? "").replacing("_", with: " ")) time"
  }

  /// "St Mary's, 12 High Street", "Online", "Location temporarily closed".
  func place(_ listing: MeetingListing) -> String? {
    let place = [listing.location, listing.address].compactMap(\.self).joined(separator: ", ")
    if listing.isPlaceClosed { return listing.isOnline ? "Online" : MeetingTypes.words("TC") }
    if place.isEmpty || !listing.isInPerson { return listing.isOnline ? "Online" : listing.region }
    return listing.isOnline ? "\(place), and online" : place
  }

  /// The kinds in words: "Open, Discussion".
  func kinds(_ listing: MeetingListing) -> [String] {
    listing.types.filter { !MeetingTypes.places.contains($0) }.map(MeetingTypes.words)
  }

  /// "Sunday" for 0.
  static func weekday(_ day: Int) -> String { CalendarDay(number: 3 + ((day % 7) + 7) % 7).weekdayName }
}
