internal import Kernel
internal import Platform
internal import Recurrence

// Times that count from another: "in 2 weeks", "3 days ago", "a week from friday".
extension PhraseScanner {
  /// A number before a unit: "2", "two", "a", "a couple of", "2.5", "one and a half".
  private func count(_ at: Int) -> (count: Double, end: Int)? {
    if let whole = digits(at),
      at == 0 || !isGlued(at) || tokens[at - 1].kind == .word || ["+", "-", "("].contains(text(at - 1))
    {
      if text(at + 1) == ".", isGlued(at + 1), isGlued(at + 2), let part = digits(at + 2), length(at + 2) <= 2 {
        return (Double(whole) + Double(part) / (length(at + 2) == 1 ? 10 : 100), at + 3)
      }
      return half(Double(whole), at + 1)
    }
    switch text(at) {
    case "a", "an":
      switch text(at + 1) {
      case "couple", "pair": return (2, text(at + 2) == "of" ? at + 3 : at + 2)
      case "few": return (3, at + 2)
      case "half": return (0.5, at + 2)
      default: return (1, at + 1)
      }
    case "the": return nil
    case "few": return (3, at + 1)
    case "couple": return (2, text(at + 1) == "of" ? at + 2 : at + 1)
    case "half":
      guard text(at + 1) == "a" || text(at + 1) == "an" else { return nil }
      return (0.5, at + 2)
    default: break
    }
    guard case .number(let number) = lexeme(at) else { return nil }
    let next = text(at + 1) == "-" && isGlued(at + 1) ? at + 2 : at + 1
    if number >= 20, number % 10 == 0, case .number(let one) = lexeme(next), 1...9 ~= one {
      return half(Double(number + one), next + 1)
    }
    return half(Double(number), at + 1)
  }

  private func half(_ count: Double, _ at: Int) -> (count: Double, end: Int) {
    text(at) == "and" && text(at + 1) == "a" && text(at + 2) == "half" ? (count + 0.5, at + 3) : (count, at)
  }

  /// A length of time: "2 hours", "1h 30m", "a week and 3 days", "an hour and a half".
  func span(_ at: Int) -> Found<PhraseShift>? {
    var shift = PhraseShift()
    var (place, end, last) = (at, at, PhraseUnit?.none)
    while let (count, next) = count(place), let (unit, isShort) = shiftUnit(next) {
      // Each unit is smaller than the one before.
      if let last, unit.rawValue >= last.rawValue { break }
      guard shift.add(count, unit) else { return nil }
      (last, end) = (unit, next + 1)
      if text(end) == ".", isGlued(end), isShort, end + 1 < tokens.count { end += 1 }
      if text(end) == "and", text(end + 1) == "a", text(end + 2) == "half" {
        guard shift.add(0.5, unit) else { return nil }
        end += 3
      }
      place = text(end) == "and" || text(end) == "," ? end + 1 : end
      if text(place - 1) == ",", text(place) == "and" { place += 1 }
      if unit == .hour, isShort, isGlued(end), let minutes = digits(end), minutes < 60 {
        guard shift.add(Double(minutes), .minute) else { return nil }
        end += 1
        break
      }
    }
    return last == nil ? nil : Found(shift, end)
  }

  private func shiftUnit(_ at: Int) -> (unit: PhraseUnit, isShort: Bool)? {
    if let unit = unit(at) { return unit == .weekend ? nil : (unit, length(at) <= 4) }
    guard isWord(at) else { return nil }
    switch text(at) {
    case "h": return (.hour, true)
    case "m" where isGlued(at): return (.minute, true)
    case "s" where isGlued(at): return (.second, true)
    case "d" where isGlued(at): return (.day, true)
    case "w" where isGlued(at): return (.week, true)
    case "y" where isGlued(at): return (.year, true)
    case "mon" where digits(at - 1) != nil: return (.month, true)
    default: return nil
    }
  }

  // MARK: From another time

  /// A day or an instant that counts from now or from another day, or a span of coming or past days.
  func shifted(_ at: Int) -> Found<PhrasePiece.Meaning>? {
    guard isWord(at), lexeme(at) == nil else {
      if tokens[at].kind == .sign {
        guard text(at) == "+" || text(at) == "-" && at == 0, isGlued(at + 1), let span = span(at + 1) else {
          return nil
        }
        return Found(from(text(at) == "+" ? span.value : span.value.negated), span.end)
      }
      if let found = unitFrom(at) { return found }
      guard let span = span(at) else { return nil }
      return anchored(span.value, span.end)
    }
    if text(at) == "in" || text(at) == "within" {
      let place =
        ["about", "around", "approximately", "roughly", "the", "next"].contains(text(at + 1)) ? at + 2 : at + 1
      // "call mum back in 10"
      if text(at) == "in", place == at + 1, at > 1, isDoing, place + 1 == tokens.count, let minutes = digits(place),
        [5, 10, 15, 20, 25, 30, 40, 45].contains(minutes)
      {
        return Found(from(PhraseShift(seconds: minutes * 60)), place + 1)
      }
      guard let span = span(place), !(text(span.end) == "ago") else { return nil }
      if let found = anchored(span.value, span.end) { return found }
      return Found(from(span.value), skip(span.end, "time"))
    }
    if let found = coming(at) { return found }
    guard let span = span(at) else { return nil }
    return anchored(span.value, span.end)
  }

  private func skip(_ at: Int, _ word: String) -> Int { text(at) == word || text(at) == "'" + word ? at + 1 : at }

  /// "the week after friday", "week from tomorrow", "2 tuesdays from now"; a unit alone counts one.
  private func unitFrom(_ at: Int) -> Found<PhrasePiece.Meaning>? {
    guard let unit = unit(at), !unit.isWithinDay,
      text(at + 1) == "from" || text(at + 1) == "before" || text(at + 1) == "after"
        || text(at + 1) == "on" && unit == .week,
      !["of", "next", "this", "last", "a", "every", "each"].contains(text(at - 1))
    else { return nil }
    var shift = PhraseShift()
    guard shift.add(1, unit), let found = anchored(shift, at + 1) else { return nil }
    return found
  }

  /// Reads what a span counts from: "ago", "from now", "later", "before christmas".
  private func anchored(_ shift: PhraseShift, _ at: Int) -> Found<PhrasePiece.Meaning>? {
    switch text(at) {
    case "ago", "earlier": return Found(from(shift.negated), at + 1)
    case "before" where at + 1 >= tokens.count && tokens.first?.kind == .number && at <= 2:
      return Found(from(shift.negated), at + 1)
    case "back" where at + 1 >= tokens.count: return Found(from(shift.negated), at + 1)
    case "hence": return Found(from(shift), at + 1)
    case "later", "out": return Found(from(shift), at + 1)
    case "on" where shift.days % 7 == 0 && shift.days > 0 && isFreeCount(at):
      guard weekday(at + 1) != nil, let found = day(at + 1), found.value.last == nil else { return nil }
      return Found(.day(DayMeaning(found.value.first + shift.days)), found.end)
    case "from", "after", "before":
      if text(at + 1) == "now" {
        return Found(from(text(at) == "before" ? shift.negated : shift), at + 2)
      }
      let isBack = text(at) == "before"
      let place = text(at + 1) == "the" ? at + 2 : at + 1
      let base: Found<DayMeaning>
      if let (feast, end, _) = feastName(place), let found = next(feast) {
        base = Found(found, end)
      } else {
        guard let found = day(place) else { return nil }
        base = found
      }
      guard shift.seconds == 0 || shift.isWithinDay == false else { return nil }
      var meaning = DayMeaning(moved(base.value.first, isBack ? shift.negated : shift))
      meaning.part = base.value.part
      meaning.second = base.value.second
      return Found(.day(meaning), base.end)
    default:
      // "a week today", "two weeks tomorrow"
      guard case .relative(let days) = lexeme(at), days >= 0, shift.seconds == 0, shift.days >= 7 || shift.months > 0,
        isFreeCount(at)
      else { return nil }
      return Found(.day(DayMeaning(moved(today + days, shift))), at + 1)
    }
  }

  /// "a week on Tuesday" counts from Tuesday, "once a week on Tuesday" does not.
  private func isFreeCount(_ at: Int) -> Bool {
    !(max(0, at - 4)..<at).contains {
      ["once", "twice", "times", "time", "every", "per", "hours", "days", "for", "each"].contains(text($0))
    }
  }

  private func moved(_ day: Int, _ shift: PhraseShift) -> Int {
    let months = shift.months == 0 ? day : PhraseDays.adding(months: shift.months, to: day)
    return months + shift.days
  }

  /// The time that lies so far from now: an instant if hours or less are counted, else a day.
  private func from(_ shift: PhraseShift) -> PhrasePiece.Meaning {
    guard shift.seconds != 0 else { return .day(DayMeaning(moved(today, shift))) }
    let date = now.date.addingTimeInterval(Double(shift.seconds))
    var local = PhraseScanner.local(date, now.zone)
    local.day = moved(local.day, PhraseShift(months: shift.months, days: shift.days))
    return .instant(local)
  }

  /// "next 3 days", "the last two weeks", "+2 weeks".
  private func coming(_ at: Int) -> Found<PhrasePiece.Meaning>? {
    let isAhead: Bool
    switch text(at) {
    case "next", "coming", "following", "upcoming": isAhead = true
    case "last", "past", "previous": isAhead = false
    default: return nil
    }
    // "next week" is the week of the calendar.
    guard digits(at + 1) != nil || isNumber(at + 1) || text(at + 1) == "few" || text(at + 1) == "couple",
      let span = span(at + 1), span.value.seconds == 0
    else { return nil }
    let end = moved(today, isAhead ? span.value : span.value.negated)
    return Found(.day(isAhead ? DayMeaning(today, to: end) : DayMeaning(end, to: today)), span.end)
  }

  private func isNumber(_ at: Int) -> Bool {
    if case .number = lexeme(at) { return true }
    return false
  }

  /// "for 2 hours", "for 3 days": how long it lasts.
  func duration(_ at: Int) -> Found<PhraseShift>? {
    if let found = lengthBehindClock(at) ?? lengthBesideDay(at) { return found }
    guard isWord(at), lexeme(at) == nil, text(at) == "for" || text(at) == "lasting" else { return nil }
    if let found = comingLength(at + 1) { return found }
    let place = text(at + 1) == "about" ? at + 2 : at + 1
    guard let span = span(place) else { return nil }
    return span
  }

  /// "for the next month", "for the next 3 weeks".
  private func comingLength(_ at: Int) -> Found<PhraseShift>? {
    let place = text(at) == "the" ? at + 1 : at
    guard ["next", "coming", "following"].contains(text(place)) else { return nil }
    if let span = span(place + 1) { return span }
    var shift = PhraseShift()
    guard let unit = unit(place + 1), !unit.isWithinDay, unit != .weekend, shift.add(1, unit) else { return nil }
    return Found(shift, place + 2)
  }

  /// "study 3 hours tomorrow", "call Ben 20 min tomorrow 9am": how long it lasts, beside its day or time.
  private func lengthBesideDay(_ at: Int) -> Found<PhraseShift>? {
    guard digits(at) != nil || isNumber(at) || text(at) == "half", at > 0, !isGlued(at),
      text(at + 1) != "h" || digits(at) ?? 0 < 6,
      let span = span(at), span.value.isWithinDay, span.value.seconds >= 300,
      !["in", "within", "every", "after", "next", "last", "past", "by", "than", "of", "a", "the"].contains(
        text(at - 1))
    else { return nil }
    if let last = pieces.last, last.tokens.upperBound == at {
      switch last.meaning {
      case .day, .clock, .part: return isAlone(span.end) ? span : nil
      default: return nil
      }
    }
    if day(text(span.end) == "on" ? span.end + 1 : span.end) != nil { return span }
    return text(span.end) == "at" && hour(span.end + 1, isBareAllowed: true) != nil ? span : nil
  }

  /// "18:00 1h", "3pm (60 min)": how long it lasts, directly behind when it begins.
  private func lengthBehindClock(_ at: Int) -> Found<PhraseShift>? {
    let start = text(at) == "(" ? at + 1 : at
    guard digits(start) != nil, let last = pieces.last, last.tokens.upperBound == at,
      case .clock(let clock) = last.meaning,
      clock.last == nil, let span = span(start), span.value.isWithinDay
    else { return nil }
    guard start > at else { return isWord(span.end) && !isFunction(span.end) ? nil : span }
    return text(span.end) == ")" ? Found(span.value, span.end + 1) : nil
  }
}
