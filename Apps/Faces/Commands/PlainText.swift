/// Text for terminals that show ASCII only.
enum PlainText {
  /// Returns whether the environment asks for the locale C, which knows ASCII only. An environment that names no locale
  /// does not.
  static func isAsked(_ variable: (String) -> String?) -> Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    return named == "C" || named == "POSIX"
  }

  /// Returns the text with an ASCII character for every other one, so that columns stay where they are.
  static func of(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return String(text.map { $0.isASCII ? $0 : plain($0) })
  }

  private static let known: [Character: Character] = [
    "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": ".", "·": "*", "•": "*",
    "×": "x", "→": ">", "←": "<", "↑": "^", "↓": "v", "✓": "x", "★": "*", "☆": "*", "●": "*", "○": "o", "▸": ">",
    "›": ">",
    "‹": "<", "━": "=", "═": "=", "─": "-", "│": "|", "┃": "|", "█": "#", "▓": "#", "▒": "+", "░": ".", "ß": "s",
    "ø": "o",
    "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ",
  ]

  /// The letters of Europe's languages without their marks.
  private static let letters: [Character: Character] = {
    let marked = [
      "A": "ÀÁÂÃÄÅĀĂĄÆ", "C": "ÇĆĈĊČ", "D": "ÐĎĐ", "E": "ÈÉÊËĒĔĖĘĚ", "G": "ĜĞĠĢ", "H": "ĤĦ", "I": "ÌÍÎÏĨĪĬĮİ", "J": "Ĵ",
      "K": "Ķ", "L": "ĹĻĽĿŁ", "N": "ÑŃŅŇ", "O": "ÒÓÔÕÖØŌŎŐŒ", "R": "ŔŖŘ", "S": "ŚŜŞŠȘ", "T": "ŢŤŦȚÞ", "U": "ÙÚÛÜŨŪŬŮŰŲ",
      "W": "Ŵ", "Y": "ÝŶŸ", "Z": "ŹŻŽ",
    ]
    var letters: [Character: Character] = ["ı": "i", "ÿ": "y"]
    for (letter, forms) in marked {
      for form in forms {
        letters[form] = Character(letter)
        let small = form.lowercased()
        if small.count == 1 { letters[Character(small)] = Character(letter.lowercased()) }
      }
    }
    return letters
  }()

  private static func plain(_ character: Character) -> Character {
    if let known = known[character] { return known }
    guard let scalar = character.unicodeScalars.first else { return "?" }
    switch scalar.value {
    // Lines and blocks of tables and charts.
    case 0x2500...0x257F: return "+"
    case 0x2580...0x259F: return "#"
    // Braille, of which charts are drawn: an empty cell stays empty.
    case 0x2800: return " "
    case 0x2801...0x28FF: return "*"
    default: break
    }
    return letters[character] ?? "?"
  }
}
