/// Words of which a clause may have one: exact ones, and beginnings that were written with a "*".
struct WordSet: Sendable {
  private let exact: Set<String>
  private let beginnings: [String]

  /// Reads "chest|breastbone|@pain|swell*". A name after "@" stands for a list of `WarningTable`.
  init(_ text: String) {
    var (exact, beginnings): (Set<String>, [String]) = ([], [])
    for part in text.split(separator: "|").map(String.init) {
      if part.hasPrefix("@") {
        let named = WarningTable.lists[String(part.dropFirst())] ?? WordSet("")
        exact.formUnion(named.exact)
        beginnings += named.beginnings
      } else if part.hasSuffix("*") {
        beginnings.append(String(part.dropLast()))
      } else {
        exact.insert(part)
      }
    }
    (self.exact, self.beginnings) = (exact, beginnings)
  }

  var words: Set<String> { exact }

  func contains(_ word: String) -> Bool {
    exact.contains(word) || beginnings.contains { word.hasPrefix($0) }
  }
}

/// A pattern of words within a clause.
struct WarningPattern: Sendable {
  enum Form: Sendable {
    /// The words one after another, with at most so many others between two of them.
    case row(gap: Int)
    /// Two words in any order, at most so far from each other.
    case near(Int)
    /// All words, anywhere in any order.
    case all
  }

  let form: Form
  let steps: [WordSet]
  /// With one of these words in the clause it is harmless.
  let unless: WordSet
  /// Whether one of its words is a denial itself, as in "not sweating".
  let denies: Bool

  private init(_ form: Form, _ text: String, _ unless: String) {
    self.form = form
    steps = text.split(separator: " ").map { WordSet(String($0)) }
    self.unless = WordSet(unless)
    denies = steps.contains { !$0.words.isDisjoint(with: WarningTable.denials) }
  }

  static func row(_ text: String, gap: Int = 2, unless: String = "") -> WarningPattern {
    WarningPattern(.row(gap: gap), text, unless)
  }

  static func near(_ text: String, _ distance: Int = 5, unless: String = "") -> WarningPattern {
    WarningPattern(.near(distance), text, unless)
  }

  static func all(_ text: String, unless: String = "") -> WarningPattern { WarningPattern(.all, text, unless) }
}

/// The words of a clause in lower case, with each comma as a word. Words that belong together are one.
struct WarningClause: Sendable {
  let words: [String]

  init(_ words: [String]) {
    var merged: [String] = []
    var at = 0
    while at < words.count {
      let found = WarningTable.compounds.first { row, _ in
        at + row.count <= words.count && zip(row, words[at...]).allSatisfy { $0.contains($1) }
      }
      merged.append(found?.word ?? words[at])
      at += found?.row.count ?? 1
    }
    self.words = merged
  }

  // MARK: Signs

  var isAlarming: Bool { has(WarningTable.signs) || isStrongPain || isFastAtRest || isUnableToBreathe || isCommaList }

  func has(_ patterns: [WarningPattern]) -> Bool { patterns.contains { shows($0) } }

  /// "The pain is 9 of 10", "9/10 pain".
  private var isStrongPain: Bool {
    words.indices.contains { at in
      guard let number = WarningTable.numbers[words[at]] ?? Double(words[at]), (8...10).contains(number) else {
        return false
      }
      let rest = words.dropFirst(at + 1).filter { $0 != "of" && $0 != "out" }
      let isOfTen = rest.first.map { $0 == "10" || $0 == "ten" } ?? false
      let before = words[..<at].suffix(3)
      let isLevel = before.contains { ["level", "scale", "score"].contains($0) }
      guard isOfTen || isLevel,
        !words[..<at].suffix(2).contains(where: { ["effort", "rpe", "motivation"].contains($0) })
      else { return false }
      return isNear(places(WordSet("@pain|pains")), [at], 6)
    }
  }

  /// A pulse of 120 or more, or a racing heart, at rest.
  private var isFastAtRest: Bool {
    guard words.contains(where: WarningTable.rest.contains), !words.contains("max"), !words.contains("maximum") else {
      return false
    }
    let heart = places(WordSet("heart|heartbeat|pulse|heartrate"))
    return heart.contains { at in
      !isDenied(at)
        && words.dropFirst(at + 1).prefix(4).contains { word in
          WarningTable.fast.contains(word) || Double(word).map { (120...250).contains($0) } == true
        }
    }
  }

  private var isUnableToBreathe: Bool {
    let breathe = places(WordSet("breathe|breath|air")).contains { at in
      let before = words[..<at].suffix(5)
      guard before.contains(where: WarningTable.unable.contains), !words.dropFirst(at).contains("nose") else {
        return false
      }
      // "I can't breath" is how many write it.
      let isVerb =
        words[at] == "breathe" || words[at] == "breath" && before.last.map(WarningTable.unable.contains) == true
      return isVerb || before.contains { ["get", "catch", "take", "draw"].contains($0) }
    }
    let short =
      has(WarningTable.breathless)
      && (words.contains(where: WarningTable.rest.contains) || has(WarningTable.effortless))
    return breathe || short
  }

  /// "My chest feels odd, tight and heavy": a place and its signs with commas between.
  private var isCommaList: Bool {
    guard words.contains(",") else { return false }
    let fine = WordSet("fine|ok|okay|good|great|strong|normal|well")
    return WarningTable.listed.contains { place, signs in
      places(place).contains { at in
        guard !isDenied(at), !words.contains(where: fine.contains) else { return false }
        return places(signs).contains { other in
          guard abs(other - at) <= 8, !isDenied(other) else { return false }
          let between = words[min(at, other)...max(at, other)]
          return !between.contains { WarningTable.bodyParts.contains($0) && !place.contains($0) }
            && !segment(of: other).contains { WarningTable.bodyParts.contains($0) && !place.contains($0) }
        }
      }
    }
  }

  private func segment(of place: Int) -> ArraySlice<String> {
    let start = words[..<place].lastIndex(of: ",").map { $0 + 1 } ?? 0
    let end = words[place...].firstIndex(of: ",") ?? words.count
    return words[start..<end]
  }

  // MARK: Neighbours

  /// Whether both clauses together have all of the words, undenied, and each has a part of them.
  func joined(with next: WarningClause, show pattern: WarningPattern) -> Bool {
    guard !(words + next.words).contains(where: pattern.unless.contains) else { return false }
    return pattern.steps.allSatisfy { step in
      places(step).contains { !isDenied($0) } || next.places(step).contains { !next.isDenied($0) }
    }
  }

  /// Whether it denies a sign that would be one.
  var isDenying: Bool {
    words.contains { WarningTable.denials.contains($0) } && WarningClause(undenied: words).isAlarming
  }

  private init(undenied words: [String]) { self.words = words.filter { !WarningTable.denials.contains($0) } }

  var isShort: Bool { words.count <= 4 }

  var isAboutHeart: Bool {
    words.contains { ["chest", "heart", "breastbone", "sternum"].contains($0) }
      && !words.contains { ["fine", "ok", "okay", "good"].contains($0) }
  }

  /// Whether it says that something hurts without naming a part of the body.
  var pointsBackInPain: Bool {
    places(WordSet("@ache")).contains { !isDenied($0) } && !words.contains(where: WarningTable.bodyParts.contains)
      && words.contains { ["it", "there", "that", "something"].contains($0) }
  }

  // MARK: Patterns

  func shows(_ pattern: WarningPattern) -> Bool {
    guard let first = pattern.steps.first else { return false }
    let starts = places(first)
    guard !starts.isEmpty, !words.contains(where: pattern.unless.contains) else { return false }
    switch pattern.form {
    case .row(let gap): return starts.contains { rowIsFound(pattern, from: $0, gap) }
    case .near(let distance):
      return pattern.steps.count == 2 && isNear(starts, places(pattern.steps[1]), distance)
    case .all: return pattern.steps.allSatisfy { places($0).contains { !isDenied($0) } }
    }
  }

  private func rowIsFound(_ pattern: WarningPattern, from start: Int, _ gap: Int) -> Bool {
    var at = start
    if !pattern.denies, isDenied(at) { return false }
    for step in pattern.steps.dropFirst() {
      let next = words.dropFirst(at + 1).prefix(gap + 1).prefix { $0 != "," }
      guard let found = next.indices.first(where: { step.contains(words[$0]) }) else { return false }
      if !pattern.denies, isDenied(found) { return false }
      at = found
    }
    return true
  }

  private func places(_ wanted: WordSet) -> [Int] { words.indices.filter { wanted.contains(words[$0]) } }

  /// Whether a word of each list is so near to one of the other, without a comma between them, and neither is denied.
  private func isNear(_ some: [Int], _ others: [Int], _ distance: Int) -> Bool {
    some.contains { one in
      others.contains { other in
        one != other && abs(one - other) <= distance && !words[min(one, other)...max(one, other)].contains(",")
          && !isDenied(one) && !isDenied(other)
      }
    }
  }

  /// Whether "no", "never" and the like apply to the word: between stand only words such as "any" and other signs.
  private func isDenied(_ place: Int) -> Bool {
    if place + 1 < words.count, words[place + 1] == "free" { return true }
    // "I do not have it any more" says that it was there.
    if words.contains("anymore") || words.contains("longer") { return false }
    var at = place - 1
    while at >= 0 {
      let word = words[at]
      if WarningTable.denials.contains(word) {
        // "No, chest pain" denies something else, and "not without pain" is an affirmation.
        if at + 1 < words.count, words[at + 1] == "," { return false }
        return !(word == "without" && words[..<at].suffix(4).contains { WarningTable.negations.contains($0) })
      }
      // A comma belongs to a list only if an "or" ends it.
      let isList = word == "," && words[at...].contains { $0 == "or" || $0 == "nor" }
      guard isList || WarningTable.fillers.contains(word) || WarningTable.deniable.contains(word) else { return false }
      at -= 1
    }
    return false
  }
}
