// The time of day at which things take place usually.
extension PhraseScanner {
  /// The half of the day that an hour without am or pm has by what takes place: dinner at 7 is in the evening. `afternoon` is
  /// the second half. Nil where the text names nothing of that kind.
  func usualHalf(of second: Int) -> PartOfDay? {
    let hour = second % 43_200 / 3600
    var usual: PartOfDay?
    var evening: PartOfDay?
    for (at, token) in tokens.enumerated() where token.kind == .word && token.lexeme == nil {
      switch UsualTimes.words[token.text] {
      case .evening where 5...9 ~= hour:
        // "table for 4" is one to dine at.
        if token.text == "table", text(at + 1) != "for" { continue }
        if token.text == "club", text(at - 1) != "book" { continue }
        evening = .afternoon
      // "leaving do"
      case nil where 5...9 ~= hour && token.text == "do" && at > 0 && !isFunction(at - 1): evening = .afternoon
      case .night where hour >= 5: evening = .afternoon
      case .morning where 5...11 ~= hour: return .morning
      case .noon: usual = usual ?? (9...11 ~= hour ? .morning : .afternoon)
      // A timetable says the time of a clock of 24 hours.
      case .timetable where 5...11 ~= hour && second % 3600 != 0: usual = usual ?? .morning
      case nil where 5...9 ~= hour && token.text == "over" && text(at - 1).hasPrefix("com"): evening = .afternoon
      default: continue
      }
    }
    return evening ?? usual
  }
}

enum UsualTimes {
  case evening, night, morning, noon, timetable

  static let words: [String: UsualTimes] = {
    let words: [(UsualTimes, String)] = [
      (
        .evening,
        """
        dinner concert supper theatre theater opera quiz pub bingo table restaurant poker cocktails prom curry takeaway takeout pta
        musical ballet comedy date sleepover babysit babysitter babysitting karaoke fireworks bonfire panto pantomime pizza ceilidh
        club choir rehearsal bowling salsa pints beer wine play show
        """
      ),
      (.night, "drinks party movie film cinema gig disco clubbing screening premiere beers"),
      (.morning, "breakfast sunrise wake jog alarm"),
      (.noon, "lunch brunch"),
      (
        .timetable,
        "flight train bus ferry coach tram leaves departs departure boarding lands landing shuttle eurostar"
      ),
    ]
    var table: [String: UsualTimes] = [:]
    for (time, list) in words { for word in list.split(whereSeparator: \.isWhitespace) { table[String(word)] = time } }
    return table
  }()
}
