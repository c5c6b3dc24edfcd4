internal import Platform

/// Signs in a person's words that a doctor has to see, whatever else is said.
///
/// Matches pairs of words within a clause, such as "chest" with "tight", and leaves out what is denied, such as "no chest pain".
/// It knows English. A doubtful sentence counts as a sign.
public enum WarningSigns {
  /// Characters that are read.
  public static let longestText = 2000

  public static func isFound(in text: String) -> Bool {
    let plain = text.prefix(longestText).lowercased().replacing("’", with: "'").replacing("-", with: " ")
    var clauses: [[String]] = [[]]
    var word = ""
    func end() {
      if contrasts.contains(word) {
        clauses.append([])
      } else if !word.isEmpty {
        clauses[clauses.count - 1].append(word)
      }
      word = ""
    }
    for character in plain {
      if character.isLetter || character.isNumber || character == "'" {
        word.append(character)
        continue
      }
      end()
      if character == "," {
        clauses[clauses.count - 1].append(",")
      } else if ".!?;:\n\r\u{2026}\u{2013}\u{2014}()".contains(character) {
        clauses.append([])
      }
    }
    end()
    return clauses.contains { Clause(words: $0).isAlarming }
  }

  private static let contrasts: Set<String> = ["but", "though", "although", "however", "while", "yet"]
}

/// The words of a clause in lower case, with each comma as a word.
private struct Clause {
  let words: [String]

  var isAlarming: Bool {
    isOfChest || isOfHead || isOfHeart || isOfBreath || isOfBlood || isOfNerves || isOfLeg
  }

  // MARK: Signs

  private var isOfChest: Bool {
    let pain = ClauseWords.pain
    let chest = places(["chest", "breastbone", "sternum"]) { !ClauseWords.gear.contains($0) }
    return isNear(chest, places(pain), 5)
      || isNear(places(["heart"]) { !["rate", "zone"].contains($0) }, places(ClauseWords.heartPain), 2)
      || isNear(places(["left"]) { $0 == "arm" }, places(pain), 5) || isNear(places(["jaw"]), places(pain), 4)
      || has(["heart", "attack"])
  }

  private var isOfHead: Bool {
    let words = places(["dizzy", "dizziness", "lightheaded", "lightheadedness", "vertigo", "woozy", "unconscious"])
    let faint = places(["faint", "fainted", "fainting", "faints"]) { !ClauseWords.notFaint.contains($0) }
    let fallen = places(["collapse", "collapsed", "collapsing", "collapses"]).filter { at in
      ClauseWords.furniture.isDisjoint(with: self.words.dropFirst(at).prefix(5))
        && (at == 0 || !ClauseWords.figures.contains(self.words[at - 1]))
    }
    return (words + faint + fallen).contains { !isDenied($0) }
      || [
        ["light", "headed"], ["passed", "out"], ["pass", "out"], ["passing", "out"], ["blacked", "out"],
        ["black", "out"], ["blacking", "out"], ["lost", "consciousness"], ["losing", "consciousness"],
        ["blurred", "vision"], ["blurry", "vision"], ["double", "vision"], ["worst", "headache"],
        ["stopped", "sweating"],
      ].contains(where: has) || places(["seizure", "seizures"]).contains { !isDenied($0) }
  }

  private var isOfHeart: Bool {
    let fast: Set<String> = ["racing", "races", "raced", "pounding", "pounds", "hammering"]
    let uneven: Set<String> = [
      "skips", "skipped", "skipping", "flutter", "flutters", "fluttering", "irregular", "irregularly", "stopped",
    ]
    let heart = places(["heart", "heartbeat", "pulse"])
    let isFast = heart.contains { at in
      words.dropFirst(at + 1).prefix(4).contains { fast.contains($0) } && !isDenied(at)
    }
    return places(["palpitations", "palpitation", "arrhythmia"]).contains { !isDenied($0) } || (isFast && isAtRest)
      || isNear(heart, places(uneven), 3)
  }

  private var isOfBreath: Bool {
    let breathe = places(["breathe", "breath"]).filter { at in
      let before = words[..<at].suffix(4)
      return isUnable(before) && !words.dropFirst(at).contains("nose")
        && (words[at] == "breathe" || before.contains("get") || before.contains("catch") && isAtRest)
    }
    if !breathe.isEmpty { return true }
    let short =
      [["short", "of", "breath"], ["out", "of", "breath"], ["shortness", "of", "breath"]].contains(where: has)
      || isNear(places(["trouble", "difficulty", "struggle", "struggling"]), places(["breathing", "breathe"]), 2)
      || places(["breathless", "breathlessness"]).contains { !isDenied($0) }
    return short && !ClauseWords.rest.union(["chest", "talking", "walking", "stairs"]).isDisjoint(with: words)
  }

  private var isOfBlood: Bool {
    let blood = places(["blood"]) { !["test", "tests", "pressure", "sugar", "type", "oxygen"].contains($0) }
    let ways: Set<String> = [
      "cough", "coughed", "coughing", "coughs", "spit", "spitting", "vomit", "vomited", "vomiting", "urine", "pee",
      "stool", "poo",
    ]
    return isNear(places(ways), blood, 4)
  }

  private var isOfNerves: Bool {
    let numb = places(["numb", "numbness"])
    let mild: Set<String> = ["toe", "toes", "finger", "fingers", "cold", "laces", "shoes"]
    return numb.contains { !isDenied($0) } && mild.isDisjoint(with: words)
      || isNear(places(["speech"]), places(["slurred", "slurring"]), 3)
  }

  private var isOfLeg: Bool {
    let swollen: Set<String> = ["swollen", "swelling", "swelled"]
    let bearing: Set<String> = ["put", "bear", "putting", "bearing"]
    let weight = places(["weight"]).contains { at in
      let before = words[..<at].suffix(6)
      let verb = before.last == "any" ? before.dropLast().last : before.last
      return verb.map { bearing.contains($0) } == true && isUnable(before)
    }
    return isNear(places(["calf", "calves"]), places(swollen), 5) || weight
  }

  private var isAtRest: Bool { !ClauseWords.rest.isDisjoint(with: words) }

  private func isUnable(_ words: ArraySlice<String>) -> Bool {
    words.contains { ClauseWords.unable.contains($0) }
      || zip(words, words.dropFirst()).contains { ["can", "could"].contains($0) && $1 == "not" }
  }

  // MARK: Words

  /// The places of words; with a condition those whose next word fulfils it.
  private func places(_ wanted: Set<String>, next: (String) -> Bool = { _ in true }) -> [Int] {
    words.indices.filter { wanted.contains(words[$0]) && next($0 + 1 < words.count ? words[$0 + 1] : "") }
  }

  private func starts(of row: [String]) -> [Int] {
    words.indices.filter { words[$0...].starts(with: row) }
  }

  /// Whether the words stand there in a row and are not denied.
  private func has(_ row: [String]) -> Bool { starts(of: row).contains { !isDenied($0) } }

  /// Whether a word of each list is so near to one of the other, without a comma between them, and neither is denied.
  private func isNear(_ some: [Int], _ others: [Int], _ distance: Int) -> Bool {
    some.contains { one in
      others.contains { other in
        one != other && abs(one - other) <= distance && !words[min(one, other)...max(one, other)].contains(",")
          && !isDenied(one) && !isDenied(other)
      }
    }
  }

  /// Whether "no", "never" and the like apply to the word: nothing stands between but words such as "any", and other signs.
  private func isDenied(_ place: Int) -> Bool {
    var at = place - 1
    while at >= 0 {
      let word = words[at]
      if ClauseWords.denials.contains(word) {
        // "No, chest pain" denies something else, and "not without pain" is an affirmation.
        if at + 1 < words.count, words[at + 1] == "," { return false }
        return !(word == "without" && words[..<at].suffix(4).contains { ClauseWords.negations.contains($0) })
      }
      // A comma belongs to a list only if an "or" ends it.
      let isList = word == "," && words[at...].contains { $0 == "or" || $0 == "nor" }
      guard isList || ClauseWords.fillers.contains(word) || ClauseWords.signs.contains(word) else { return false }
      at -= 1
    }
    return false
  }
}

private enum ClauseWords {
  static let pain: Set<String> = [
    "pain", "pains", "painful", "hurt", "hurts", "hurting", "ache", "aches", "aching", "tight", "tightness",
    "tightens", "tightening", "tightened", "pressure", "squeezing", "squeezed", "burning", "burns", "crushing", "heavy",
    "heaviness", "stabbing", "discomfort", "constricted",
  ]
  static let heartPain: Set<String> = ["pain", "pains", "hurts", "hurting", "aches", "aching", "stabbing"]
  /// Words after "chest" with which it is none.
  static let gear: Set<String> = [
    "strap", "straps", "band", "belt", "press", "presses", "day", "workout", "freezer", "muscles", "fly", "flies",
  ]
  static let notFaint: Set<String> = ["hope", "line", "hearted", "of", "idea", "memory", "chance", "smell", "light"]
  /// Things that collapse without harm.
  static let figures: Set<String> = [
    "plan", "form", "pace", "arch", "arches", "schedule", "motivation", "tent", "bridge", "routine",
  ]
  static let furniture: Set<String> = ["sofa", "couch", "bed", "chair"]
  static let rest: Set<String> = [
    "rest", "resting", "sitting", "lying", "bed", "asleep", "sleep", "sleeping", "night", "nothing",
  ]
  static let unable: Set<String> = ["can't", "cant", "cannot", "couldn't", "couldnt", "unable"]
  static let negations: Set<String> = unable.union(["no", "not", "never", "don't", "dont", "didn't", "didnt"])
  static let denials: Set<String> = negations.subtracting(unable).union([
    "without", "neither", "nor", "doesn't", "doesnt", "haven't", "havent", "hasn't", "hasnt", "isn't", "isnt",
    "wasn't", "wasnt", "aren't", "weren't", "zero",
  ])
  static let fillers: Set<String> = [
    "any", "a", "the", "my", "real", "more", "sign", "signs", "of", "feel", "feeling", "feels", "felt", "have", "had",
    "having", "has", "get", "getting", "got", "been", "be", "at", "all", "or", "nor", "such", "kind", "sort", "new",
    "experienced", "experience", "noticed", "notice", "in", "other", "further", "ever", "symptoms",
  ]
  static let signs = pain.union([
    "chest", "heart", "dizzy", "dizziness", "lightheaded", "faint", "fainted", "fainting", "palpitations", "shortness",
    "breath", "breathless", "breathlessness", "numb", "numbness", "swelling", "swollen", "calf", "coughing", "blood",
    "light", "headed", "collapsed", "vertigo", "trouble", "breathing",
  ])
}
