// Words at the beginning that say what the rest is: "remind me to", "todo:", "I have to".
extension PhraseScanner {
  /// The words of the lead and the kind that they say. They stand at the beginning, or behind a time at the beginning.
  func leadIn() -> (words: Range<Int>, kind: PhraseKind?) {
    let begin = lexeme(0) == nil ? skippingCourtesy(0) : 0
    if isWord(begin), lexeme(begin) == nil, let found = named(begin) ?? asked(begin) ?? told(begin) {
      return (0..<found.end, found.kind)
    }
    if begin > 0 { return (0..<begin, nil) }
    // "at 5 tomorrow I have to collect the car"
    var place = 0
    while place < tokens.count,
      let piece = pieces.first(where: { $0.tokens.contains(place) && !$0.isAttributive })
    {
      place = piece.tokens.upperBound
      while text(place) == "," || text(place) == ":" { place += 1 }
    }
    if place > 0, place < tokens.count, lexeme(place) == nil, let found = asked(place) ?? told(place) {
      return (place..<found.end, found.kind)
    }
    return (0..<0, nil)
  }

  private func skippingCourtesy(_ start: Int) -> Int {
    var at = start
    while ["please", "pls", "plz", "hey", "ok", "okay", "oh", "also"].contains(text(at)), tokens.count > at + 1 {
      at += text(at + 1) == "," ? 2 : 1
    }
    return at
  }

  /// "todo: call Bea", "event - school play".
  private func named(_ at: Int) -> (end: Int, kind: PhraseKind)? {
    let said: PhraseKind
    switch text(at) {
    case "todo", "task", "to-do", "reminder": said = .todo
    case "event", "appointment": said = .event
    case "expense": said = .expense
    case "to" where text(at + 1) == "do" && text(at + 2) == ":": return (at + 3, .todo)
    case "note" where text(at + 1) == "to" && text(at + 2) == "self":
      return (text(at + 3) == ":" ? at + 4 : at + 3, .todo)
    default: return nil
    }
    if text(at + 1) == ":" || text(at + 1) == "-" { return (at + 2, said) }
    return text(at) == "todo" ? (at + 1, said) : nil
  }

  /// "add a todo to", "could you remind me to".
  private func asked(_ at: Int) -> (end: Int, kind: PhraseKind)? {
    var place = at
    if ["could", "can", "would", "will"].contains(text(at)), text(at + 1) == "you" {
      place = text(at + 2) == "please" ? at + 3 : at + 2
      guard ["remind", "add", "schedule", "note", "create", "make", "put", "set"].contains(text(place)) else {
        return nil
      }
      guard let found = asked(place) ?? told(place) else { return (place, .todo) }
      return found
    }
    switch text(place) {
    case "add", "create", "new", "set", "make":
      let hasArticle = text(place + 1) == "a" || text(place + 1) == "an"
      if text(place) == "set" || text(place) == "make", !hasArticle { return nil }
      place += hasArticle ? 2 : 1
    default: return nil
    }
    switch text(place) {
    case "todo", "task", "reminder":
      return (["to", ":", "for", "about"].contains(text(place + 1)) ? place + 2 : place + 1, .todo)
    case "event", "appointment": return (text(place + 1) == ":" ? place + 2 : place + 1, .event)
    case "expense": return ([":", "of"].contains(text(place + 1)) ? place + 2 : place + 1, .expense)
    default: return nil
    }
  }

  /// "remind me to", "I have to", "don't forget to".
  private func told(_ at: Int) -> (end: Int, kind: PhraseKind)? {
    guard let phrases = PhraseScanner.leads[text(at)] else { return nil }
    for words in phrases where words.indices.allSatisfy({ text(at + 1 + $0) == words[$0] }) {
      let end = at + 1 + words.count
      // "I'll call the bank", and not "I'll be late" or "I want to be a sponsor".
      let isWish = words.isEmpty || words.contains("want") || words.contains("like") || words.last == "wanna"
      if isWish, !PhraseWords.doing.contains(text(end)) { return nil }
      return end < tokens.count || text(at) == "remind" ? (end, .todo) : nil
    }
    return nil
  }

  /// Leads by their first word, the longer ones first.
  private static let leads: [String: [[String]]] = {
    let phrases = [
      "remind me to", "remind me of", "remind me about", "remind me that", "remind me", "reminder to", "remember to",
      "remember that", "don't forget to", "dont forget to", "do not forget to", "don't let me forget to", "i need to",
      "i have to",
      "i must", "i should", "i gotta", "i've got to", "ive got to", "i got to", "i ought to", "i want to", "i wanna",
      "i'd like to", "i would like to", "i really need to", "i really must", "i really should", "i will", "i'll", "ill",
      "we need to", "we have to", "we must", "we should", "we gotta", "we've got to", "we ought to", "we will", "we'll",
      "need to", "have to", "has to", "gotta", "got to", "must", "should", "ought to", "want to", "wanna",
      "make sure to",
      "be sure to", "must remember to", "will", "i'm supposed to", "im supposed to", "i am supposed to",
      "we're supposed to",
    ]
    var leads: [String: [[String]]] = [:]
    for phrase in phrases {
      let words = phrase.split(separator: " ").map(String.init)
      leads[words[0], default: []].append(Array(words.dropFirst()))
    }
    return leads.mapValues { $0.sorted { $0.count > $1.count } }
  }()

  // MARK: Questions

  func isQuestion(_ said: PhraseKind?) -> Bool {
    guard said == nil, let first = tokens.first, first.kind == .word else { return false }
    if tokens.last?.text == "?" { return true }
    switch (first.text, text(1)) {
    case ("what's", _), ("whats", _), ("who's", _), ("where's", _), ("when's", _), ("how's", _), ("what", _),
      ("where", _),
      ("who", _), ("why", _), ("how", _), ("which", _), ("when", _), ("isn't", _), ("aren't", _), ("didn't", _):
      return true
    case ("may", "i"), ("may", "we"), ("can", _), ("could", _), ("would", "you"), ("is", _), ("are", _), ("am", _),
      ("do", "i"),
      ("do", "you"), ("do", "we"), ("does", _), ("did", _), ("was", _), ("were", _), ("shall", _), ("should", "i"),
      ("will", "it"), ("will", "you"), ("will", "there"), ("have", "you"), ("have", "i"), ("has", _), ("any", "plans"):
      return true
    default: return false
    }
  }

  // MARK: Verbs

  /// The text begins with a verb of doing.
  var isDoing: Bool { isDoing(at: skippingCourtesy(0)) }

  func isDoing(at: Int) -> Bool {
    guard isWord(at), lexeme(at) == nil || text(at) == "march", PhraseWords.doing.contains(text(at)) else {
      return false
    }
    return !isNoun(at) && !pieces.contains { $0.tokens.contains(at) && !$0.isAttributive }
  }

  /// The first word is a verb elsewhere, and a noun here: "phone bill", "study group".
  var startsWithNoun: Bool { isNoun(0) }

  private func isNoun(_ at: Int) -> Bool {
    guard PhraseWords.nounsToo.contains(text(at)) else { return false }
    return PhraseWords.compounds.contains(text(at + 1)) && !isWord(at + 2)
      || PhraseWords.compounds.contains(text(at + 1))
        && (isFunction(at + 2) || lexeme(at + 2) != nil || currency(at + 2) != nil)
  }
}
