/// Signs in a person's words that a doctor has to see, or that call for help at once, whatever else is said.
///
/// Matches the patterns of `WarningTable` within a clause, such as "chest" near "tight", and a few over neighbouring clauses.
/// Leaves out what is denied, such as "no chest pain", and forgives one wrong letter in the chief words. It knows English, and
/// a doubtful sentence counts as a sign.
public enum WarningSigns {
  public enum Sign: Sendable, Hashable {
    /// Something that a doctor has to see before the person runs again.
    case doctor
    /// A thought of harming oneself.
    case crisis

    /// The advice, in whole sentences.
    public var advice: String {
      switch self {
      case .doctor:
        "Stop running, and see a doctor before you run again. If it is acute, call your local emergency number."
      case .crisis:
        "You do not have to go through this alone. Please talk to someone you trust, or to a crisis line, now. "
          + "If you are in danger, call your local emergency number."
      }
    }
  }

  /// Characters that are read.
  public static let longestText = 2000

  public static func isFound(in text: String) -> Bool { sign(in: text) != nil }

  /// The sign in a text; nil without one. A crisis comes before everything else.
  public static func sign(in text: String) -> Sign? {
    let clauses = clauses(of: text)
    if clauses.contains(where: { $0.has(WarningTable.crisis) }) { return .crisis }
    if clauses.contains(where: \.isAlarming) { return .doctor }
    return zip(clauses, clauses.dropFirst()).contains { isAlarming($0, $1) } ? .doctor : nil
  }

  /// Signs that only two neighbouring clauses together show.
  private static func isAlarming(_ first: WarningClause, _ second: WarningClause) -> Bool {
    // "I am pregnant. There is bleeding."
    if WarningTable.together.contains(where: { first.joined(with: second, show: $0) }) { return true }
    // "No chest pain today, but yesterday it hurt there", "I have no chest pain now but I did this morning".
    if first.isDenying, second.has(WarningTable.affirmations) { return true }
    // "It is my chest. It hurts."
    return first.isAboutHeart && second.pointsBackInPain
      || second.isAboutHeart && second.isShort && first.pointsBackInPain
  }

  private static let contrasts: Set<String> = ["but", "though", "although", "however", "yet", "because"]

  private static func clauses(of text: String) -> [WarningClause] {
    let plain = text.prefix(longestText).lowercased().filter { !"’'‘`".contains($0) }
    var clauses: [[String]] = [[]]
    var word = ""
    func end() {
      if contrasts.contains(word) {
        clauses.append([])
      } else if !word.isEmpty {
        clauses[clauses.count - 1] += WarningSpelling.words(of: word)
      }
      word = ""
    }
    for character in plain {
      if character.isLetter || character.isNumber {
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
    return clauses.filter { !$0.isEmpty }.map { WarningClause($0) }
  }
}

/// Mends one wrong letter in the chief words, and two words that were written as one.
enum WarningSpelling {
  static func words(of word: String) -> [String] {
    if let known = split[word] { return known }
    guard word.utf8.count >= 4, !WarningTable.vocabulary.contains(word), !lookalikes.contains(word) else {
      return [word]
    }
    return [chief.first { isNear(word, $0) } ?? word]
  }

  /// Words of which one letter may be wrong.
  private static let chief = [
    "chest", "heart", "breath", "breathe", "breathing", "dizzy", "faint", "fainted", "fainting", "collapsed",
    "palpitations", "unconscious", "seizure", "swollen", "swelling", "stroke", "urine", "bleeding", "confused",
    "pregnant", "suicide", "suicidal", "numbness", "tightness", "pressure", "blood", "vomiting", "fracture", "pain",
    "breast",
  ]
  /// Other words that are one letter away from those.
  private static let lookalikes: Set<String> = [
    "chess", "cheat", "crest", "heard", "hears", "hearty", "hearth", "breach", "breadth", "breathed", "feint", "flint",
    "ditzy", "strike", "stroked", "strokes", "stoke", "breeding", "blending", "bleating", "confuse", "confines",
    "bloom", "brood", "spelling", "smelling", "dwelling", "selling", "pressured", "pressures", "fractured",
    "breaching", "collapses", "collapse", "stroller", "beast", "breasts", "bleedings",
  ]
  private static let split: [String: [String]] = {
    var split = ["cannot": ["cant"], "chestpressure": ["chest", "pressure"], "heartattack": ["heart", "attack"]]
    for place in ["chest", "heart"] {
      for pain in ["pain", "pains", "pian", "ache"] { split[place + pain] = [place, pain == "pian" ? "pain" : pain] }
    }
    for verb in ["passed", "blacked"] { split[verb + "out"] = [verb, "out"] }
    return split
  }()

  /// Whether one letter is missing, added, replaced or exchanged. Short words only allow an exchange.
  static func isNear(_ one: String, _ other: String) -> Bool {
    let (a, b) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    guard abs(a.count - b.count) <= 1, a != b else { return false }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    let (restA, restB) = (a.count - start - end, b.count - start - end)
    if a.count == b.count, restA == 2, a[start] == b[start + 1], a[start + 1] == b[start] { return true }
    guard b.count >= 5, start > 0 else { return false }
    // Letters that repeat can be counted from both ends.
    return max(restA, restB) <= 1
  }
}
