/// The words for the codes with which feeds mark the kinds of meetings.
enum MeetingTypes {
  /// The words of a code; the code itself where it is not known.
  static func words(_ code: String) -> String { known[code] ?? code }

  /// Codes that are shown and chosen as the place instead of as a kind.
  static let places: Set<String> = ["ONL", "TC"]

  /// The usual one of several codes for the same kind.
  static func usual(_ code: String) -> String { code == "BB" ? "B" : code }

  /// The codes of kinds, each once, in order of their words.
  static func kinds(of codes: some Sequence<String>) -> [String] {
    Set(codes.lazy.map(usual)).subtracting(places).sorted { (words($0), $0) < (words($1), $1) }
  }

  private static let known: [String: String] = [
    "11": "Eleventh step meditation", "12X12": "Twelve steps and twelve traditions", "A": "Secular",
    "ABSI": "As Bill Sees It", "AL": "Together with Alateen", "AL-AN": "Together with Al-Anon", "AM": "Amharic",
    "AR": "Arabic", "ASL": "American Sign Language", "B": "Big Book", "BA": "Child care", "BB": "Big Book",
    "BE": "Newcomer", "BI": "Bisexual", "BRK": "Breakfast", "C": "Closed", "CAN": "Candlelight", "CF": "Child-friendly",
    "D": "Discussion", "DA": "Danish", "DB": "Digital basket", "DD": "Dual diagnosis", "DE": "German",
    "DR": "Daily Reflections", "EL": "Greek", "EN": "English", "FA": "Persian", "FF": "Fragrance-free", "FI": "Finnish",
    "FR": "French", "G": "Gay", "GR": "Grapevine", "H": "Birthday", "HE": "Hebrew", "HI": "Hindi", "HR": "Croatian",
    "HU": "Hungarian", "IS": "Icelandic", "ITA": "Italian", "JA": "Japanese", "KOR": "Korean", "L": "Lesbian",
    "LGBTQ": "LGBTQ", "LIT": "Literature", "LS": "Living Sober", "LT": "Lithuanian", "M": "Men", "MED": "Meditation",
    "ML": "Malayalam", "MT": "Maltese", "N": "Native American", "NB": "Non-binary", "NDG": "Indigenous",
    "NO": "Norwegian", "O": "Open",
    "ONL": "Online", "OUT": "Outdoor", "P": "Professionals", "POA": "Proof of attendance", "POC": "People of colour",
    "POL": "Polish", "POR": "Portuguese", "PUN": "Punjabi", "RUS": "Russian", "S": "Spanish", "SEN": "Seniors",
    "SK": "Slovak", "SL": "Slovenian", "SM": "Smoking permitted", "SP": "Speaker", "ST": "Step study", "SV": "Swedish",
    "T": "Transgender", "TC": "Location temporarily closed", "TH": "Thai", "TL": "Tagalog", "TR": "Tradition study",
    "TUR": "Turkish", "UK": "Ukrainian", "W": "Women", "X": "Wheelchair access", "XB": "Wheelchair-accessible toilet",
    "XT": "Cross talk permitted", "Y": "Young people",
  ]
}
