// Repetitions.
extension PhraseScanner {
  /// "every other tuesday", "daily", "weekdays", "every 3rd of the month".
  func repeats(_ at: Int) -> Found<RepeatMeaning>? {
    switch lexeme(at) {
    case nil:
      guard isWord(at) else { return digits(at) == nil ? nil : onDayOfEvery(at) }
      if let found = named(at) { return found }
    case .unit:
      guard text(at) == "weekends" else { return text(at) == "second" ? onDayOfEvery(at) : nil }
      var meaning = RepeatMeaning(.weekly)
      meaning.weekdays = RepeatMeaning.weekend
      return counted(Found(meaning, at + 1))
    case .weekdays:
      // "on mondays", "mondays and thursdays"
      guard let (days, end) = weekdayList(at) else { return nil }
      var meaning = RepeatMeaning(.weekly)
      meaning.weekdays = days
      return counted(Found(meaning, end))
    case .relative, .part, .clock, .feast: return nil
    case .weekday, .month, .number, .ordinal: break
    }
    if let found = listed(at) { return counted(found) }
    return onDayOfEvery(at)
  }

  /// "the last day of every month"
  private func onDayOfEvery(_ at: Int) -> Found<RepeatMeaning>? {
    guard let found = everyDay(of: at), text(found.end - 2) == "every" || text(found.end - 2) == "each" else {
      return nil
    }
    return counted(found)
  }

  private func named(_ at: Int) -> Found<RepeatMeaning>? {
    switch text(at) {
    case "every", "each":
      guard let found = every(at + 1) else { return nil }
      return counted(detailed(found))
    case "everyday" where at + 1 >= tokens.count || !isWord(at + 1) || isFunction(at + 1):
      return counted(Found(RepeatMeaning(.daily), at + 1))
    case "daily": return adverb(.daily, 1, at)
    case "weekly": return adverb(.weekly, 1, at)
    case "biweekly", "fortnightly": return adverb(.weekly, 2, at)
    case "monthly": return adverb(.monthly, 1, at)
    case "quarterly": return adverb(.monthly, 3, at)
    case "yearly", "annually": return adverb(.yearly, 1, at)
    case "hourly": return adverb(.hourly, 1, at)
    case "alternate", "alternating":
      if let (days, end) = weekdayList(at + 1) {
        var meaning = RepeatMeaning(.weekly, every: 2)
        meaning.weekdays = days
        return Found(meaning, end)
      }
      return unit(at + 1).flatMap { everyUnit($0, 2, at + 2) }
    case "weekdays":
      var meaning = RepeatMeaning(.weekly)
      meaning.weekdays = RepeatMeaning.working
      return counted(Found(meaning, at + 1))
    default: return nil
    }
  }

  /// "weekly" repeats unless it describes the next word ("weekly report") of something that does not last for days.
  private func adverb(_ frequency: RepeatMeaning.Frequency, _ interval: Int, _ at: Int) -> Found<RepeatMeaning>? {
    let isEnd = at + 1 >= tokens.count || !isWord(at + 1) || isFunction(at + 1)
    let isDated = clock(at + 1) != nil || isGlued(at + 1)
    guard isEnd || isDated || at == 0 && (hour(at + 1, isBareAllowed: false) != nil || lastsDays) else { return nil }
    return counted(detailed(Found(RepeatMeaning(frequency, every: interval), at + 1)))
  }

  /// "daily vitamins for 3 days": what lasts for days takes place on each of them.
  private var lastsDays: Bool {
    tokens.indices.contains { duration($0).map { !$0.value.isWithinDay } ?? false }
  }

  private func every(_ at: Int) -> Found<RepeatMeaning>? {
    var (place, interval) = (at, 1)
    switch text(at) {
    case "other", "second", "2nd", "alternate":
      (place, interval) = (at + 1, 2)
    case "single": place += 1
    default:
      if let number = digits(at), 1...999 ~= number, !isGlued(at + 1) || unit(at + 1) != nil {
        (place, interval) = (at + 1, number)
      } else if case .number(let number) = lexeme(at), number > 0 {
        (place, interval) = (at + 1, number)
      } else if let number = number(ofDay: at), number.isOrdinal, let unit = unit(number.end), unit != .second {
        (place, interval) = (number.end, number.day)
      }
    }
    if let unit = unit(place), let found = everyUnit(unit, interval, place + 1) { return found }
    if text(place) == "weekday" || text(place) == "workday" || text(place) == "working" && unit(place + 1) == .day {
      var meaning = RepeatMeaning(.weekly)
      meaning.weekdays = RepeatMeaning.working
      return interval == 1 ? Found(meaning, text(place) == "working" ? place + 2 : place + 1) : nil
    }
    if case .part(let part) = lexeme(place) {
      var meaning = RepeatMeaning(.daily, every: interval)
      meaning.part = part
      return Found(meaning, place + 1)
    }
    if let (days, end) = weekdayList(place) {
      var meaning = RepeatMeaning(.weekly, every: interval)
      meaning.weekdays = days
      return Found(meaning, end)
    }
    return everyDay(of: at)
  }

  private func everyUnit(_ unit: PhraseUnit, _ interval: Int, _ end: Int) -> Found<RepeatMeaning>? {
    switch unit {
    case .hour: return Found(RepeatMeaning(.hourly, every: interval), end)
    case .day: return Found(RepeatMeaning(.daily, every: interval), end)
    case .week: return Found(RepeatMeaning(.weekly, every: interval), end)
    case .fortnight: return Found(RepeatMeaning(.weekly, every: 2 * interval), end)
    case .weekend:
      var meaning = RepeatMeaning(.weekly, every: interval)
      meaning.weekdays = RepeatMeaning.weekend
      return Found(meaning, end)
    case .month: return Found(RepeatMeaning(.monthly, every: interval), end)
    case .quarter: return Found(RepeatMeaning(.monthly, every: 3 * interval), end)
    case .year: return Found(RepeatMeaning(.yearly, every: interval), end)
    case .second, .minute: return nil
    }
  }

  /// "first monday of the month", "3rd", "last day of the month", "march 3".
  private func everyDay(of at: Int, isDetail: Bool = false) -> Found<RepeatMeaning>? {
    if let (month, _) = month(at), let number = number(ofDay: at + 1) {
      return yearly(month, number.day, number.end)
    }
    // "every November"
    if !isDetail, text(at - 1) == "every" || text(at - 1) == "each", let (month, _) = month(at) {
      return yearly(month, 1, at + 1)
    }
    if let number = number(ofDay: at), let (month, _) = month(text(number.end) == "of" ? number.end + 1 : number.end) {
      return yearly(month, number.day, text(number.end) == "of" ? number.end + 2 : number.end + 1)
    }
    guard let (nth, end) = nth(at) else { return nil }
    var meaning = RepeatMeaning(.monthly)
    if let (day, _) = weekday(end) {
      guard -5...5 ~= nth else { return nil }
      meaning.weekdays = [.init(day: day, nth: nth)]
      return Found(meaning, ofMonth(end + 1))
    }
    if unit(end) == .day {
      guard ofMonth(end + 1) > end + 1 else { return nil }
      meaning.monthDays = [nth]
      return Found(meaning, ofMonth(end + 1))
    }
    let isFree = end >= tokens.count || !isWord(end) || isFunction(end) || isDetail && !isNumbered(end)
    guard nth > 0, ofMonth(end) > end || isFree else { return nil }
    meaning.monthDays = [nth]
    return Found(meaning, ofMonth(end))
  }

  /// A noun that the number before it counts: "the 3rd floor".
  private func isNumbered(_ at: Int) -> Bool {
    ["floor", "street", "avenue", "level", "page", "chapter", "row", "grade", "place"].contains(text(at))
  }

  private func yearly(_ month: Int, _ day: Int, _ end: Int) -> Found<RepeatMeaning>? {
    var meaning = RepeatMeaning(.yearly)
    meaning.month = month
    meaning.monthDays = [day]
    return Found(meaning, end)
  }

  private func ofMonth(_ at: Int) -> Int {
    guard text(at) == "of" || text(at) == "in" else { return at }
    let place = text(at + 1) == "the" || text(at + 1) == "each" || text(at + 1) == "every" ? at + 2 : at + 1
    return unit(place) == .month ? place + 1 : at
  }

  /// "monday", "mon, wed and fri", "monday to friday".
  private func weekdayList(_ at: Int) -> (days: [RepeatMeaning.Weekday], end: Int)? {
    guard let first = anyWeekday(at) else { return nil }
    if text(at + 1) == "-" || text(at + 1) == "to" || text(at + 1) == "through", let last = anyWeekday(at + 2) {
      var days = [RepeatMeaning.Weekday(day: first)]
      while let day = days.last?.day, day != last, days.count < 7 { days.append(.init(day: (day + 1) % 7)) }
      return (days, at + 3)
    }
    var (days, end) = ([RepeatMeaning.Weekday(day: first)], at + 1)
    while true {
      var place = end
      while text(place) == "," || text(place) == "and" || text(place) == "&" || text(place) == "/" { place += 1 }
      guard place > end, let day = anyWeekday(place), !days.contains(.init(day: day)) else { break }
      days.append(.init(day: day))
      end = place + 1
    }
    return (days.sorted { ($0.day + 6) % 7 < ($1.day + 6) % 7 }, end)
  }

  /// "Tue/Thu", "mon wed fri": weekdays in a row that are no span of two. "Sunday evenings", "weekday mornings".
  private func listed(_ at: Int) -> Found<RepeatMeaning>? {
    if weekday(at) == nil, text(at) != "weekday", !(length(at) <= 2 && text(at + 1) == "/") { return nil }
    let list = weekdays(inRow: at)
    if let found = partsOfWeekday(at, list) { return found }
    guard let list, !list.isSpan else { return nil }
    var meaning = RepeatMeaning(.weekly)
    meaning.weekdays = list.days.map { .init(day: $0) }.sorted { ($0.day + 6) % 7 < ($1.day + 6) % 7 }
    return Found(meaning, list.end)
  }

  /// Two or more weekdays with signs or "and" between them, or three without. Two neighbours are a span.
  func weekdays(inRow at: Int) -> (days: [Int], end: Int, isSpan: Bool)? {
    if let found = shortWeekdays(at) { return found }
    guard let first = weekday(at), !tokens[at].isPossessive else { return nil }
    if first.isLoose, ["the", "a", "an", "i", "he", "she", "we", "they", "it", "you", "my"].contains(text(at - 1)) {
      return nil
    }
    var (days, end, isJoined, isShort) = ([first.day], at + 1, true, length(at) <= 5)
    while true {
      var place = end
      if text(place) == ".", isGlued(place) { place += 1 }
      while [",", "/", "&", "+", "and"].contains(text(place)) { place += 1 }
      guard let next = weekday(place), !days.contains(next.day), !tokens[place].isPossessive else { break }
      if place == end { isJoined = false }
      isShort = isShort && length(place) <= 5
      days.append(next.day)
      end = place + 1
    }
    guard days.count > 1, isJoined || days.count > 2 || isShort && days.count == 2 && isAlone(end) else { return nil }
    // "Tuesday, Wednesday's report" and "Friday and Saturday night" are no lists of days alone.
    if text(end - 2) == ",", days.count == 2 { return nil }
    return (days, end, days.count == 2 && (days[0] + 1) % 7 == days[1])
  }

  /// "Tu/Th", "M/W/F": names that are too short for days anywhere else.
  private func shortWeekdays(_ at: Int) -> (days: [Int], end: Int, isSpan: Bool)? {
    guard length(at) <= 2, isWord(at), text(at + 1) == "/", isGlued(at + 1) else { return nil }
    let names = ["su": 0, "mo": 1, "m": 1, "tu": 2, "t": 2, "we": 3, "w": 3, "th": 4, "fr": 5, "f": 5, "sa": 6]
    var (days, place) = ([Int](), at)
    while let day = names[text(place)], !days.contains(day) {
      days.append(day)
      guard text(place + 1) == "/", isGlued(place + 1), isGlued(place + 2) else { break }
      place += 2
    }
    guard days.count > 1, length(at) == 2 || days.count > 2 else { return nil }
    return (days, place + 1, days == [6, 0])
  }

  /// "Sunday evenings", "weekday mornings", "Monday and Tuesday nights".
  private func partsOfWeekday(_ at: Int, _ list: (days: [Int], end: Int, isSpan: Bool)?) -> Found<RepeatMeaning>? {
    let (days, end): ([Int], Int)
    if text(at) == "weekday" {
      (days, end) = (Array(1...5), at + 1)
    } else if let list {
      (days, end) = (list.days, list.end)
    } else if let (day, _) = weekday(at) {
      (days, end) = ([day], at + 1)
    } else {
      return nil
    }
    guard case .part(let part) = lexeme(end), ["mornings", "afternoons", "evenings", "nights"].contains(text(end))
    else {
      return nil
    }
    var meaning = RepeatMeaning(.weekly)
    meaning.weekdays = days.map { .init(day: $0) }
    meaning.part = part
    return Found(meaning, end + 1)
  }

  private func anyWeekday(_ at: Int) -> Int? {
    switch lexeme(at) {
    case .weekday(let day, _), .weekdays(let day): day
    default: nil
    }
  }

  // MARK: What follows

  /// "every week on tuesday", "every month on the 3rd", "every year on march 3".
  private func detailed(_ found: Found<RepeatMeaning>) -> Found<RepeatMeaning> {
    var meaning = found.value
    guard meaning.weekdays.isEmpty, meaning.monthDays.isEmpty, text(found.end) == "on" else { return found }
    let place = text(found.end + 1) == "the" ? found.end + 2 : found.end + 1
    switch meaning.frequency {
    case .weekly:
      guard let (days, end) = weekdayList(place) else { return found }
      meaning.weekdays = days
      return Found(meaning, end)
    case .monthly:
      guard let detail = everyDay(of: place, isDetail: true), detail.value.frequency == .monthly else { return found }
      (meaning.weekdays, meaning.monthDays) = (detail.value.weekdays, detail.value.monthDays)
      return Found(meaning, detail.end)
    case .yearly:
      guard let detail = everyDay(of: place), detail.value.frequency == .yearly else { return found }
      (meaning.month, meaning.monthDays) = (detail.value.month, detail.value.monthDays)
      return Found(meaning, detail.end)
    default: return found
    }
  }

  /// "10 times", "for 5 times".
  private func counted(_ found: Found<RepeatMeaning>) -> Found<RepeatMeaning> {
    let place = text(found.end) == "for" || text(found.end) == "," ? found.end + 1 : found.end
    guard let count = digits(place), 1...1000 ~= count, text(place + 1) == "times" else { return found }
    var meaning = found.value
    meaning.count = count
    return Found(meaning, place + 2)
  }
}

extension RepeatMeaning {
  static let working = (1...5).map { Weekday(day: $0) }
  static let weekend = [Weekday(day: 6), Weekday(day: 0)]
}
