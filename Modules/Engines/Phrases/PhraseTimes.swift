internal import Kernel
internal import Platform
internal import Recurrence

/// The times of a text, put together from its pieces.
struct PhraseTimes {
  var start: LocalTime?
  var end: LocalTime?
  var other: LocalTime?
  var repeats: String?
  /// The number of parts that had to be guessed.
  var guesses = 0
  /// Pieces that are part of the title after all.
  var dropped: Set<Int> = []
}

extension PhraseScanner {
  /// Puts the pieces together. A text about the past takes the days before today.
  func times(isPast: Bool) -> PhraseTimes {
    var times = PhraseTimes()
    var day: DayMeaning?
    var dayLast: Int?
    var clock: ClockMeaning?
    var part: PartOfDay?
    var shift: PhraseShift?
    var repeating: RepeatMeaning?
    var until: Int?
    var dayPlace: Int?
    for (place, piece) in pieces.enumerated() {
      switch piece.meaning {
      case .amount: break
      case .instant(let local):
        if times.start == nil { times.start = local } else { times.dropped.insert(place) }
      case .duration(let found): shift = shift ?? found
      case .repeats(let found):
        if repeating == nil { repeating = found } else { times.dropped.insert(place) }
      case .part(let found): part = part ?? found
      case .clock(let found):
        guard clock != nil else {
          clock = found
          break
        }
        if piece.lead == "until" || piece.lead == "till", clock?.last == nil {
          clock?.last = found.first
          clock?.lastHalf = found.half
        } else {
          times.dropped.insert(place)
        }
      case .day(let found):
        let isEnd = piece.lead == "until" || piece.lead == "till" || piece.lead == "til"
        if isEnd, repeating != nil {
          until = found.first
        } else if let before = day, let held = dayPlace {
          if joins(held, place), let (first, last) = joined(before, found) {
            day?.first = first
            day?.other = nil
            dayLast = last
          } else if isBetter(place, held), found.first != before.first {
            times.dropped.insert(held)
            (day, dayPlace) = (found, place)
            times.guesses += 1
          } else {
            times.dropped.insert(place)
            if found.first != before.first { times.guesses += 1 }
          }
        } else {
          (day, dayPlace) = (found, place)
        }
      }
    }
    if times.start != nil {
      if let shift, let start = times.start, shift.isWithinDay { times.end = moved(start, shift.seconds) }
      return times
    }
    if day == nil, clock == nil, part == nil, repeating == nil, let length = shift, length.isWithinDay, isTimer {
      times.start = PhraseScanner.local(now.date.addingTimeInterval(Double(length.seconds)), now.zone)
      return times
    }
    put(&times, day, dayLast, clock, part, shift, repeating, until, isPast)
    return times
  }

  /// "set a timer for 5 minutes": the length leads to the instant at which it ends.
  private var isTimer: Bool { tokens.contains { ["timer", "wait", "snooze", "alarm", "remind"].contains($0.text) } }

  /// Two days with a word between them that makes a span.
  private func joins(_ first: Int, _ second: Int) -> Bool {
    let (end, start) = (pieces[first].tokens.upperBound, pieces[second].tokens.lowerBound)
    if end == start { return pieces[second].lead == "until" || pieces[second].lead == "till" }
    return start == end + 1 && ["to", "-", "through", "thru"].contains(text(end))
      || start == end + 1 && text(end) == "and" && pieces[first].lead == "between"
  }

  /// The first and last day of a span. A year that one of them has counts for both.
  private func joined(_ first: DayMeaning, _ last: DayMeaning) -> (first: Int, last: Int)? {
    var (begin, end) = (first.first, last.last ?? last.first)
    if last.isYearless {
      for _ in 0..<50 where end < begin { end = PhraseDays.adding(months: 12, to: end) }
    } else if first.isYearless {
      for _ in 0..<50 where begin > end { begin = PhraseDays.adding(months: -12, to: begin) }
      for _ in 0..<50 where end - begin >= 365 { begin = PhraseDays.adding(months: 12, to: begin) }
    }
    return begin < end ? (begin, end) : nil
  }

  /// A day with a word of time before it counts more, and else the later of the two.
  private func isBetter(_ place: Int, _ held: Int) -> Bool {
    let (new, old) = (pieces[place].lead != nil, pieces[held].lead != nil)
    return new || !old
  }

  func moved(_ time: LocalTime, _ seconds: Int) -> LocalTime {
    let (day, rest) = CivilDate.split(time.day * 86_400 + time.second + seconds)
    return LocalTime(day: day, second: rest)
  }

  private func put(
    _ times: inout PhraseTimes, _ day: DayMeaning?, _ dayLast: Int?, _ clock: ClockMeaning?, _ part: PartOfDay?,
    _ shift: PhraseShift?, _ repeating: RepeatMeaning?, _ until: Int?, _ isPast: Bool
  ) {
    let half = clock?.part ?? part ?? day?.part ?? repeating?.part ?? implied
    let said = clock.map { ClockMeaning.settled($0.first, $0.half, half) }
    let second = said?.second ?? day?.second ?? (part ?? day?.part ?? repeating?.part)?.second
    var first = day.map { isPast && day?.second == nil ? $0.past ?? $0.first : $0.first }
    if let today = day, today.isToday, !isPast, let second, second > self.second { first = self.today }
    if first == nil, repeating != nil || second != nil {
      first = today
      // A time that has passed is tomorrow's.
      if let second, second <= self.second, !isPast { first = today + 1 }
      if let second, second > self.second, isPast, said != nil { first = today }
    }
    guard var start = first else { return }
    if var repeating {
      // "on the 1st every month": the day is that of each month.
      if repeating.isPlainMonthly, let day, day.isOfMonth {
        repeating.monthDays = [CivilDate(daysSince1970: day.first).day]
      }
      start = repeating.first(from: start)
      var last = until
      if last == nil, let shift, !shift.isWithinDay {
        last = PhraseDays.adding(months: shift.months, to: start) + shift.days - 1
      }
      times.repeats = repeating.rule(until: last)
    }
    guard let second else {
      times.start = LocalTime(day: start, isDay: true)
      let last = dayLast ?? day.flatMap { PhraseScanner.last(of: $0, from: start) }
      if let last, last > start {
        times.end = LocalTime(day: last, isDay: true)
      } else if let shift, shift.seconds == 0, repeating == nil {
        let end = PhraseDays.adding(months: shift.months, to: start) + shift.days - 1
        if end > start { times.end = LocalTime(day: end, isDay: true) }
      }
      if !isPast, let other = day?.other, other != start { times.other = LocalTime(day: other, isDay: true) }
      return
    }
    times.start = LocalTime(day: start, second: second)
    // "12 midnight" and "night 2" lie behind the evening; the plain rule keeps the day that was said.
    if let other = said?.other { times.other = LocalTime(day: start, second: other) }
    if !isPast, let other = day?.other, other != start { times.other = LocalTime(day: other, second: second) }
    if let last = clock?.last {
      let end = clock.map { ClockMeaning.settled(last, $0.lastHalf, half) }?.second ?? last
      var seconds = end
      if clock?.lastHalf == .open {
        // The end follows the start.
        if seconds <= second, seconds + 43_200 > second, seconds + 43_200 < 86_400 { seconds += 43_200 }
        if seconds - 43_200 > second { seconds -= 43_200 }
      }
      times.end = LocalTime(day: seconds <= second ? start + 1 : dayLast ?? start, second: seconds)
    } else if let shift, let begin = times.start, repeating == nil || shift.isWithinDay {
      if shift.isWithinDay {
        times.end = moved(begin, shift.seconds)
      } else if shift.seconds == 0 {
        times.end = LocalTime(day: PhraseDays.adding(months: shift.months, to: start) + shift.days, second: second)
      }
    } else if let dayLast {
      times.end = LocalTime(day: dayLast, second: second)
    }
  }

  /// The last day of a span that was moved to the past: a month ends with its own last day.
  private static func last(of day: DayMeaning, from start: Int) -> Int? {
    guard let last = day.last, start != day.first else { return day.last }
    let isMonth = day.first == PhraseDays.firstOfMonth(day.first) && last == PhraseDays.lastOfMonth(day.first)
    return isMonth ? PhraseDays.lastOfMonth(start) : start + last - day.first
  }

  /// The part of the day that what takes place has usually: dinner is in the evening.
  private var implied: PartOfDay? {
    for token in tokens where token.kind == .word {
      switch token.text {
      case "dinner", "drinks", "party", "concert", "supper", "movie", "film", "cinema", "theatre", "theater", "opera":
        return .evening
      case "breakfast", "sunrise", "wake", "jog", "alarm", "school": return .morning
      case "lunch": return .afternoon
      default: continue
      }
    }
    return nil
  }
}
