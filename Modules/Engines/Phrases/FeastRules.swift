internal import Kernel

/// The day of a feast in each year.
enum Feast {
  case fixed(Int, Int)
  /// Days from Easter Sunday.
  case easter(Int)
  /// The nth weekday of a month, and days behind it.
  case weekday(Int, Int, Int, later: Int)

  func day(in year: Int) -> Int? {
    switch self {
    case .fixed(let month, let day): return PhraseDays.day(year, month, day)
    case .easter(let days): return Feast.easter(in: year).map { $0 + days }
    case .weekday(let nth, let weekday, let month, let later):
      return PhraseDays.day(year, month, 1).flatMap { PhraseDays.nth(nth, weekday, in: $0) }.map { $0 + later }
    }
  }

  /// Easter Sunday of the western churches, by the method of Meeus, Jones and Butcher.
  private static func easter(in year: Int) -> Int? {
    let (golden, century, rest) = (year % 19, year / 100, year % 100)
    let epact = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30
    let shift = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
    let correction = (golden + 11 * epact + 22 * shift) / 451
    let count = epact + shift - 7 * correction + 114
    return PhraseDays.day(year, count / 31, count % 31 + 1)
  }

  /// A name of several words: those behind the first one, and whether it is a name of a day and of nothing else.
  struct Name {
    let rest: [String]
    let feast: Feast
    let isDay: Bool
  }

  static let names: [String: [Name]] = {
    let christmas = Feast.fixed(12, 25)
    let fixed: [(String, Feast)] = [
      ("new year|new years|new year's", .fixed(1, 1)), ("new year day|new years day|new year's day", .fixed(1, 1)),
      ("new year eve|new years eve|new year's eve|nye", .fixed(12, 31)), ("christmas|xmas", christmas),
      ("christmas day|xmas day", christmas), ("christmas eve|xmas eve", .fixed(12, 24)), ("boxing day", .fixed(12, 26)),
      ("valentine day|valentine's day|valentines day", .fixed(2, 14)), ("halloween", .fixed(10, 31)),
      ("st patrick's day|st patricks day|saint patrick's day", .fixed(3, 17)),
      ("bonfire night|guy fawkes night", .fixed(11, 5)),
      ("veterans day|remembrance day", .fixed(11, 11)), ("juneteenth", .fixed(6, 19)), ("may day", .fixed(5, 1)),
      ("burns night", .fixed(1, 25)), ("april fools day|april fool's day", .fixed(4, 1)),
      ("twelfth night", .fixed(1, 5)),
      ("easter|easter sunday|easter day", .easter(0)), ("good friday", .easter(-2)), ("easter monday", .easter(1)),
      ("easter saturday", .easter(-1)), ("palm sunday", .easter(-7)), ("maundy thursday", .easter(-3)),
      ("ash wednesday", .easter(-46)), ("pancake day|shrove tuesday|pancake tuesday", .easter(-47)),
      ("whit monday", .easter(50)), ("ascension day", .easter(39)), ("pentecost|whit sunday", .easter(49)),
      ("thanksgiving|thanksgiving day", .weekday(4, 4, 11, later: 0)), ("black friday", .weekday(4, 4, 11, later: 1)),
      ("cyber monday", .weekday(4, 4, 11, later: 4)), ("labor day", .weekday(1, 1, 9, later: 0)),
      ("memorial day", .weekday(-1, 1, 5, later: 0)), ("mlk day|martin luther king day", .weekday(3, 1, 1, later: 0)),
      ("presidents day|president's day|presidents' day", .weekday(3, 1, 2, later: 0)),
      ("columbus day", .weekday(2, 1, 10, later: 0)),
      ("father's day|fathers day", .weekday(3, 0, 6, later: 0)),
    ]
    var names: [String: [Name]] = [:]
    for (list, feast) in fixed {
      for name in list.split(separator: "|") {
        let words = name.split(separator: " ").map(String.init)
        let isDay =
          words.count > 1
          && (["day", "eve", "night"].contains(words.last) || ["good", "shrove", "maundy"].contains(words[0]))
        names[words[0], default: []].append(Name(rest: Array(words.dropFirst()), feast: feast, isDay: isDay))
      }
    }
    return names.mapValues { $0.sorted { $0.rest.count > $1.rest.count } }
  }()
}

extension PhraseScanner {
  /// The feast that begins at a token, without regard to what stands around it.
  func feastName(_ at: Int) -> (feast: Feast, end: Int, isDay: Bool)? {
    guard isWord(at) else { return nil }
    switch lexeme(at) {
    case nil: guard tokens[at].isStarter else { return nil }
    case .feast, .month: break
    default: return nil
    }
    if text(at + 1) == "day", text(at) == "mother's" || text(at) == "mothers" {
      // It is in Lent in Britain.
      return (settings.isMonthFirst ? .weekday(2, 0, 5, later: 0) : .easter(-21), at + 2, true)
    }
    guard let names = Feast.names[text(at)] else { return nil }
    for name in names where name.rest.indices.allSatisfy({ text(at + 1 + $0) == name.rest[$0] }) {
      return (name.feast, at + 1 + name.rest.count, name.isDay)
    }
    return nil
  }

  /// The next such day, with the one before it.
  func next(_ feast: Feast) -> DayMeaning? {
    let year = CivilDate(daysSince1970: today).year
    let days = (-1...2).compactMap { feast.day(in: year + $0) }
    guard let next = days.first(where: { $0 >= today }) else { return nil }
    var meaning = DayMeaning(next, past: next == today ? today : days.last { $0 < today })
    meaning.isYearless = true
    return meaning
  }

  /// A feast as a day: it has a preposition, its name is that of a day, or it begins the text before a colon.
  func feast(_ at: Int) -> Found<DayMeaning>? {
    guard let (feast, end, isDay) = feastName(at) else { return nil }
    var isClear = isDay && !isWord(at - 1) || end - at == tokens.count
    switch text(at - 1) {
    case "on", "at", "by", "before", "until", "till", "after", "since", "over", "til", "from", "to", "this", "next":
      isClear = true
    case "for" where end >= tokens.count: isClear = true
    case "the", "a", "my": return nil
    default: break
    }
    if text(end) == ":" || text(end) == "-" && !isGlued(end), at == 0 { isClear = true }
    isClear = isClear || isDay
    let isFollowed = isWord(end) && !isFunction(end) && lexeme(end) == nil && meridiem(end) == nil
    // "buy christmas presents" names no day, and "valentine's day dinner" does for a time of day.
    guard isClear, !isFollowed || isDay || end - at > 1 && text(at - 1) == "on" else { return nil }
    let year = year(end)
    let named = year.map { feast.day(in: $0.year).map { DayMeaning($0) } }
    return (named ?? next(feast)).map { Found($0, year?.end ?? end) }
  }

  /// Whether a feast describes the word behind it: "valentine's day dinner".
  func isDescribingFeast(_ at: Int, _ end: Int) -> Bool {
    guard let found = feastName(at), found.end == end, isWord(end), !isFunction(end), lexeme(end) == nil else {
      return false
    }
    return !["on", "by", "before", "until", "after"].contains(text(at - 1))
  }
}
