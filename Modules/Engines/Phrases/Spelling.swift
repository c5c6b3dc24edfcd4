// Words of time with a slip of the pen: "wensday", "tommorow", "Febuary".
extension Lexeme {
  /// Words that begin with a digit that is spoken: "2moro", "2nite".
  static let spelledTwos: Set<String> = ["moro", "morow", "morrow", "mrw", "nite", "night"]

  /// Words that are written shorter.
  static let short = ["b4": "before", "btwn": "between", "nxt": "next", "evry": "every"]

  /// Words without a lexeme at which a time or an amount may begin.
  static let starters: Set<String> = {
    let words = """
      every each everyday daily weekly biweekly fortnightly monthly quarterly yearly annually hourly alternate alternating
      weekdays weekday in within next coming following upcoming last past previous few couple a an half for lasting now right
      just tonight tonite 2nite 2night overmorrow eod cob eob cop eow eom eoy this current w all end beginning start close mid
      middle midweek q the am pm tenner tenners fiver fivers one us euro euros dollar dollars bucks quid yen rupees rupee
      franken francs zł kč pound pounds eur usd gbp chf jpy sek nok dkk pln czk cad aud inr cny huf mother's mothers
      """
    return Set(words.split(whereSeparator: \.isWhitespace).map(String.init)).union(Feast.names.keys)
  }()

  /// The words that are found in spite of a slip, by their first letter, each with the most slips.
  private static let names: [UInt8: [(letters: [UInt8], text: String, most: Int)]] = {
    var names: [UInt8: [(letters: [UInt8], text: String, most: Int)]] = [:]
    for name in [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "april",
      "august", "september", "october", "november", "december", "tomorrow", "tonight", "yesterday", "weekend",
      "afternoon", "evening",
    ] {
      let letters = Array(name.utf8)
      names[letters[0], default: []].append((letters, name, letters.count >= 8 ? 2 : 1))
    }
    return names
  }()

  /// Words and names beside these that are meant as they are.
  private static let others: Set<String> = [
    "sundae", "sundry", "sunray", "sunway", "sunda", "sundar", "munday", "frida", "friary", "avril", "abril", "aprile",
    "augusta", "auguste", "augusto", "augustus", "augustan", "thurstan", "thursby", "deceiver", "nonmember",
    "eventing", "weekender", "weekday", "weekdays", "mondale",
  ]

  /// The word of time of which this one is a slip: a letter too many, too few, another one, or two exchanged. Long words
  /// may have two slips. The first letter is right, or changed places with the second.
  static func near(_ letters: ArraySlice<UInt8>) -> String? {
    guard 5...13 ~= letters.count, let first = letters.first else { return nil }
    let second = letters[letters.startIndex + 1]
    guard
      let found = near(letters, names[first]) ?? (first == second ? nil : near(letters, names[second], isSwapped: true))
    else { return nil }
    return others.contains(String(decoding: letters, as: UTF8.self)) ? nil : found
  }

  private static func near(
    _ letters: ArraySlice<UInt8>, _ names: [(letters: [UInt8], text: String, most: Int)]?, isSwapped: Bool = false
  ) -> String? {
    guard let names else { return nil }
    for name in names where abs(name.letters.count - letters.count) <= name.most {
      if isSwapped, name.letters[1] != letters[letters.startIndex] { continue }
      if distance(letters, name.letters) <= (letters.count < 7 ? 1 : name.most) { return name.text }
    }
    return nil
  }

  /// The slips between two words: letters inserted, left out, replaced or exchanged with their neighbours.
  private static func distance(_ word: ArraySlice<UInt8>, _ name: [UInt8]) -> Int {
    let word = Array(word)
    var before = [Int](), last = Array(0...name.count)
    for row in 1...word.count {
      var line = [row]
      line.reserveCapacity(name.count + 1)
      for column in 1...name.count {
        let cost = word[row - 1] == name[column - 1] ? 0 : 1
        var least = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + cost)
        if row > 1, column > 1, word[row - 1] == name[column - 2], word[row - 2] == name[column - 1] {
          least = min(least, before[column - 2] + 1)
        }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[name.count]
  }
}
