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
  /// Words between two pieces that join them: "3 March to 5 March".
  var joins: Set<Int> = []
  /// A first and a last day were said.
  var isRange = false
  /// The time comes from a part of the day alone: "Friday evening".
  var isPart = false
}

/// The parts of which times are put together.
struct PhraseParts {
  var day: DayMeaning?
  var dayLast: Int?
  var clock: ClockMeaning?
  /// The time of the last day: "2 Dec 9am - 3 Dec 4pm".
  var lastClock: ClockMeaning?
  var part: PartOfDay?
  var shift: PhraseShift?
  var repeating: RepeatMeaning?
  var until: Int?
}

extension PhraseScanner {
  /// Puts the pieces together. A text about the past takes the days before today, and something to do has none of these.
  func times(isPast: Bool, isToDo: Bool = false) -> PhraseTimes {
    var times = PhraseTimes()
    var parts = PhraseParts()
    var dayPlace: Int?
    let hasRepeats = pieces.contains { if case .repeats = $0.meaning { true } else { false } }
    let best = bestDay(isPast: isPast, isToDo: isToDo, &times)
    for (place, piece) in pieces.enumerated() {
      if piece.isAttributive { times.dropped.insert(place) }
      switch piece.meaning {
      case .amount: break
      case .instant(let local):
        if times.start == nil { times.start = local } else { times.dropped.insert(place) }
      case .duration(let found): parts.shift = parts.shift ?? found
      case .repeats(let found):
        if parts.repeating == nil { parts.repeating = found } else { times.dropped.insert(place) }
      case .part(let found): parts.part = parts.part ?? found
      case .clock(let found): add(found, place, &parts, &times)
      case .day(let found):
        let isEnd = piece.lead == "until" || piece.lead == "till" || piece.lead == "til"
        if isEnd, hasRepeats, parts.until == nil {
          parts.until = found.last ?? found.first
        } else if let held = dayPlace, held < place, joins(held, place), let before = parts.day,
          let (first, last) = joined(before, found)
        {
          parts.day?.first = first
          parts.day?.other = nil
          parts.dayLast = last
          times.isRange = true
          if pieces[held].tokens.upperBound < piece.tokens.lowerBound {
            times.joins.insert(piece.tokens.lowerBound - 1)
          }
        } else if let held = dayPlace, held < place, isAlternative(held, place), let before = parts.day {
          parts.day?.other = before.first == found.first ? nil : found.first
          times.joins.insert(piece.tokens.lowerBound - 1)
        } else if place == best {
          (parts.day, dayPlace) = (found, place)
          times.isRange = found.isRange
        } else if !times.dropped.contains(place) {
          times.dropped.insert(place)
          if let best, case .day(let chosen) = pieces[best].meaning, chosen.first != found.first { times.guesses += 1 }
        }
      }
    }
    if times.start != nil {
      if let shift = parts.shift, let start = times.start, shift.isWithinDay { times.end = moved(start, shift.seconds) }
      return times
    }
    if parts.day == nil, parts.clock == nil, parts.part == nil, parts.repeating == nil, let length = parts.shift,
      length.isWithinDay, isTimer
    {
      times.start = PhraseScanner.local(now.date.addingTimeInterval(Double(length.seconds)), now.zone)
      return times
    }
    put(&times, parts, isPast)
    return times
  }

  private func add(_ found: ClockMeaning, _ place: Int, _ parts: inout PhraseParts, _ times: inout PhraseTimes) {
    guard let held = parts.clock else {
      parts.clock = found
      if found.isVague { times.guesses += 1 }
      return
    }
    let lead = pieces[place].lead
    if lead == "until" || lead == "till" || lead == "ends" || lead == "ending", held.last == nil {
      parts.clock?.last = found.first
      parts.clock?.lastHalf = found.half
    } else if parts.dayLast != nil, parts.lastClock == nil, held.last == nil {
      parts.lastClock = found
    } else if held != found {
      times.dropped.insert(place)
      times.guesses += 1
    }
  }

  /// "set a timer for 5 minutes": the length leads to the instant at which it ends.
  private var isTimer: Bool { tokens.contains { ["timer", "wait", "snooze", "alarm", "remind"].contains($0.text) } }

  // MARK: The day that counts

  /// The piece whose day is the start: one beside a time before others, then one with a word of time before it, then the later one.
  /// Days that describe a noun, and past ones of something to do, stay in the title.
  private func bestDay(isPast: Bool, isToDo: Bool, _ times: inout PhraseTimes) -> Int? {
    var best: (place: Int, rank: Int)?
    var attributive: Int?
    let hasRepeats = pieces.contains { if case .repeats = $0.meaning { true } else { false } }
    var days = 0
    for piece in pieces { if case .day = piece.meaning { days += 1 } }
    let isOnly = days == 1
    let hasClock = pieces.contains { if case .clock = $0.meaning { true } else { false } }
    for (place, piece) in pieces.enumerated() {
      guard case .day(let found) = piece.meaning else { continue }
      if hasRepeats, ["until", "till", "til"].contains(piece.lead ?? "") { continue }
      if piece.isAttributive {
        let end = piece.tokens.upperBound
        // "new year's eve party" is on that day, "Sunday roast" may be on any.
        let isFeast = feastName(piece.tokens.lowerBound) != nil && PhraseWords.happening.contains(text(end))
        let isTimed = hasClock || isFeast
        if isPast ? found.first < today : isTimed && found.first >= today, text(end) != "off" {
          attributive = attributive ?? place
        }
        continue
      }
      if isToDo, !isPast, found.first < today, found.last.map({ $0 < today }) ?? true, found.second == nil,
        text(piece.tokens.upperBound - 1) == "ago" || !piece.tokens.contains(where: { digits($0) != nil })
      {
        times.dropped.insert(place)
        continue
      }
      // The end of a span follows its beginning, and the second of two alternatives the first.
      if isOnly { return place }
      if let best, joins(best.place, place) || isAlternative(best.place, place) { continue }
      let rank = rank(place, piece, found)
      if best == nil || rank >= best?.rank ?? 0 { best = (place, rank) }
    }
    return best?.place ?? attributive
  }

  private func rank(_ place: Int, _ piece: PhrasePiece, _ day: DayMeaning) -> Int {
    var rank = piece.lead != nil ? 2 : 0
    if ["by", "due", "on", "until", "deadline", "from"].contains(piece.lead ?? "") { rank += 1 }
    for near in [place - 1, place + 1] where pieces.indices.contains(near) {
      let (first, second) = (pieces[min(place, near)], pieces[max(place, near)])
      guard second.tokens.lowerBound - first.tokens.upperBound <= 1, !pieces[near].isAttributive else { continue }
      switch pieces[near].meaning {
      case .clock, .part: rank += 3
      default: continue
      }
    }
    switch text(piece.tokens.lowerBound) {
    case "this", "next", "coming", "today", "tonight", "tomorrow": rank += 1
    default: break
    }
    if isMoved(place) { rank -= 6 }
    // "this friday (jun-15)"
    if piece.tokens.contains(where: { digits($0) != nil }) { rank += 1 }
    // "in June" beside a day of its own, and "Sunday roast this Sunday"
    if let last = day.last, last - day.first > 14, !day.isYearless || last - day.first > 26 { rank -= 3 }
    let end = piece.tokens.upperBound
    if piece.lead == nil, isWord(end), lexeme(end) == nil, !isFunction(end) { rank -= 1 }
    return rank
  }

  /// Whether two day pieces are the ends of a span, also with a time behind the first.
  private func joins(_ first: Int, _ second: Int) -> Bool {
    if isMoved(first) { return false }
    var end = pieces[first].tokens.upperBound
    if second == first + 2, case .clock(let clock) = pieces[first + 1].meaning, clock.last == nil,
      pieces[first + 1].tokens.lowerBound == end
    {
      end = pieces[first + 1].tokens.upperBound
    } else if second != first + 1 {
      return false
    }
    let start = pieces[second].tokens.lowerBound
    if end == start { return ["until", "till", "til"].contains(pieces[second].lead ?? "") }
    return start == end + 1 && ["to", "-", "through", "thru"].contains(text(end))
      || start == end + 1 && text(end) == "and" && pieces[first].lead == "between"
  }

  /// "moved from Tuesday to Wednesday": the day at which it was.
  private func isMoved(_ place: Int) -> Bool {
    guard pieces[place].lead == "from" else { return false }
    return isMoving(pieces[place].tokens.lowerBound - 1)
  }

  /// A word that says that something has another time.
  func isMoving(_ at: Int) -> Bool {
    ["moved", "rescheduled", "changed", "postponed", "pushed", "shifted", "brought", "switched"].contains(text(at))
      || ["back", "forward", "off"].contains(text(at)) && isMoving(at - 1)
  }

  /// "tomorrow or Friday"
  private func isAlternative(_ first: Int, _ second: Int) -> Bool {
    guard second == first + 1, case .day = pieces[first].meaning else { return false }
    let end = pieces[first].tokens.upperBound
    return text(end) == "or" && pieces[second].tokens.lowerBound == end + 1
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
    // "from Friday to Thursday"
    if end <= begin, end > begin - 7, !first.isYearless, !last.isYearless, last.past == last.first - 7 { end += 7 }
    return begin < end ? (begin, end) : nil
  }

  func moved(_ time: LocalTime, _ seconds: Int) -> LocalTime {
    let (day, rest) = CivilDate.split(time.day * 86_400 + time.second + seconds)
    return LocalTime(day: day, second: rest)
  }

  private func put(_ times: inout PhraseTimes, _ parts: PhraseParts, _ isPast: Bool) {
    let (day, dayLast, clock, part, shift) = (parts.day, parts.dayLast, parts.clock, parts.part, parts.shift)
    let (repeating, until) = (parts.repeating, parts.until)
    times.isPart = clock == nil && day?.second == nil
    let half = clock?.part ?? part ?? day?.part ?? repeating?.part ?? clock.flatMap { usualHalf(of: $0.first) }
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
    if let dayLast, let last = parts.lastClock {
      times.end = LocalTime(day: dayLast, second: ClockMeaning.settled(last.first, last.half, half).second)
    } else if let last = clock?.last {
      let end = clock.map { ClockMeaning.settled(last, $0.lastHalf, half) }?.second ?? last
      var seconds = end
      if clock?.lastHalf == .open {
        // The end follows the start as soon as it can.
        let base = end % 43_200
        seconds = base > second ? base : base + 43_200 > second ? base + 43_200 : base
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
}
