internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Platform
internal import Units

/// The choice of one window of what is logged again from another day.
struct DayCopy: Sendable, Equatable {
  /// The day to copy; nil for the day before.
  var source: CalendarDay?
  /// The entries of that day that are left out.
  var left: Set<EntryName> = []

  /// The kinds that are logged again: a mood, a night or a weight is never the same twice.
  static let kinds: [LogKind] = [.meal, .water, .activity, .workout]

  /// One entry of the day that is copied.
  struct Line: Sendable, Equatable {
    let name: EntryName
    /// "07:30 Breakfast: Porridge, 300 kcal".
    let words: String
    let quick: QuickEntry
    /// Whether its time has come on the day for which it is logged.
    let isDue: Bool
  }

  /// The day to copy, for entries of that day.
  func source(for day: CalendarDay) -> CalendarDay { source ?? day.following(-1) }

  /// The entries of a day in their order, for another day at the same times.
  static func lines(
    of source: CalendarDay, for day: CalendarDay, _ entries: [KeptEntry], at now: Moment
  ) -> [Line] {
    guard let range = source.range(in: now.zone) else { return [] }
    let amounts = AmountNotation(of: now.locale)
    return entries.reversed().filter { kinds.contains($0.name.kind) && range.contains($0.entry.when) }.map { kept in
      let clock = Moment(kept.entry.when, in: now.zone).clock
      var values = kept.entry.record.answers(in: now.zone)
      // A photo and a note belong to a single entry.
      for field in [FormField.photo, .note] { values[field] = "" }
      (values[.date], values[.time]) = (day.text, clock.text)
      let words = "\(clock.text) \(kept.entry.record.words(in: amounts))"
      let instant = day.instant(at: clock, in: now.zone)
      return Line(
        name: kept.name, words: words, quick: QuickEntry(kept.name.kind, words, values),
        isDue: instant.map { $0 <= now.date } ?? false)
    }
  }
}
