/// Normalizes a word for comparison: lowercase, without accents, singular.
enum Word {
  /// All words of a text, folded.
  static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { folded($0) }
  }

  static func folded(_ word: Substring) -> String { singular(plain(word)) }

  /// "Crème" as "creme".
  static func plain(_ word: some StringProtocol) -> String {
    var plain = ""
    for character in word.lowercased() { plain += letters[character] ?? String(character) }
    return plain
  }

  private static let letters: [Character: String] = {
    var letters: [Character: String] = ["ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "ı": "i"]
    let groups: [(String, String)] = [
      ("a", "àáâãäåāą"), ("c", "çćč"), ("d", "ďđ"), ("e", "èéêëēęě"), ("g", "ğ"), ("i", "ìíîïī"), ("n", "ñńň"),
      ("o", "òóôõöōő"), ("r", "řŕ"), ("s", "śšş"), ("t", "ťţ"), ("u", "ùúûüūůű"), ("y", "ýÿ"), ("z", "źżž"),
    ]
    for (plain, accented) in groups { for letter in accented { letters[letter] = plain } }
    return letters
  }()

  private static let irregular = ["leaves": "leaf", "loaves": "loaf", "halves": "half", "knives": "knife"]

  /// Maps a plural to its singular: "eggs" to "egg", "berries" to "berry", "tomatoes" to "tomato".
  static func singular(_ word: String) -> String {
    if let one = irregular[word] { return one }
    var stem = word[...]
    func ends(_ end: String) -> Bool { stem.hasSuffix(end) }
    if stem.utf8.count > 3, ends("s"), !ends("ss"), !ends("us"), !ends("is") {
      let isLong = ["ches", "shes", "xes", "sses", "zes", "oes"].contains { stem.hasSuffix($0) }
      stem = stem.dropLast(isLong && stem.utf8.count > 4 ? 2 : 1)
    }
    if ends("ie") {
      stem = stem.dropLast()
    } else if ends("y"), stem.utf8.count > 2 {
      return stem.dropLast() + "i"
    }
    return String(stem)
  }
}
