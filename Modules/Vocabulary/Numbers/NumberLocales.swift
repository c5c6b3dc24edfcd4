// The notations of locales, after the Unicode Common Locale Data Repository.
extension NumberNotation {
  /// The notation of a BCP 47 tag such as "de-CH". An unknown language has that of English.
  public init(locale tag: String) {
    // A part of one letter begins an extension.
    let parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init).prefix { $0.count > 1 }
    let language = parts.first?.lowercased() ?? "en"
    let region = parts.dropFirst().last { (2...3).contains($0.count) }?.uppercased() ?? ""
    self =
      NumberNotation.regional[language]?.first { $0.regions.contains(region) }?.notation
      ?? NumberNotation.byLanguage[language] ?? .pointAndComma
  }

  private static let pointAndComma = NumberNotation(decimal: ".", group: ",")
  private static let commaAndPoint = NumberNotation(decimal: ",", group: ".")
  private static let commaAndSpace = NumberNotation(decimal: ",", group: "\u{A0}")
  private static let commaAndNarrowSpace = NumberNotation(decimal: ",", group: "\u{202F}")
  private static let commaAndApostrophe = NumberNotation(decimal: ",", group: "\u{2019}")
  private static let pointAndSpace = NumberNotation(decimal: ".", group: "\u{A0}")
  private static let pointAndApostrophe = NumberNotation(decimal: ".", group: "\u{2019}")
  private static let arabic = NumberNotation(decimal: "\u{66B}", group: "\u{66C}", zero: "\u{660}")
  private static let persian = NumberNotation(decimal: "\u{66B}", group: "\u{66C}", zero: "\u{6F0}")

  /// Languages whose notation differs from that of English.
  private static let byLanguage: [String: NumberNotation] = {
    let languages: [(NumberNotation, String)] = [
      (
        commaAndPoint,
        "ast az bs ca da de dsb el es eu fo fur fy gl hr hsb ia id is it jv kl ku lb lij ln lo lu mk nds nl pt rn ro rw sc sg "
          + "sl sr su tr vi wo"
      ),
      (
        commaAndSpace,
        "af be bg br cs cv eo et ff fi hu hy ie ka kab kea kk ksh ky lt lv nb nn no nr oc os pl prg ru sah se shi sk smn sq "
          + "ss sv szl tg tk ts tt tzm uk uz ve zgh"
      ),
      (commaAndNarrowSpace, "fr vec"), (commaAndApostrophe, "lmo wae"), (pointAndSpace, "mfe nso xh"),
      (pointAndApostrophe, "gsw rm tn"), (arabic, "ckb"), (persian, "fa lrc mzn ps"),
    ]
    let pairs = languages.flatMap { notation, names in names.split(separator: " ").map { (String($0), notation) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  /// Regions whose notation differs from that of their language.
  private static let regional: [String: [(regions: Set<String>, notation: NumberNotation)]] = [
    "ar": [
      (
        [
          "BH", "DJ", "EG", "ER", "IL", "IQ", "JO", "KM", "KW", "LB", "MR", "OM", "PS", "QA", "SA", "SD", "SO", "SS",
          "SY",
          "TD", "YE",
        ], arabic
      ), (["DZ", "LY", "MA", "TN"], commaAndPoint),
    ],
    "de": [(["CH", "LI"], pointAndApostrophe)],
    "en": [
      (["CH"], NumberNotation(decimal: ".", group: "'")), (["FR"], commaAndNarrowSpace),
      (
        [
          "AL", "BG", "CV", "CZ", "EE", "FI", "HU", "LT", "LV", "NO", "PL", "PT", "RU", "SE", "SK", "UA", "ZA",
        ], commaAndSpace
      ),
      (["AR", "AT", "BE", "BR", "CL", "CO", "DE", "DK", "GR", "ID", "NL", "SI", "TR"], commaAndPoint),
    ],
    "es": [
      (["HT"], commaAndNarrowSpace),
      (
        [
          "419", "AG", "BB", "BM", "BR", "BS", "BZ", "CA", "CU", "DM", "DO", "GD", "GT", "GY", "HN", "KN", "KY", "LC",
          "MX",
          "NI", "PA", "PE", "PR", "SV", "TC", "TT", "US", "VC", "VG", "VI",
        ], pointAndComma
      ),
    ],
    "fr": [(["CA"], commaAndSpace), (["LU", "MA"], commaAndPoint)],
    "it": [(["CH"], pointAndApostrophe)],
    "ms": [(["BN", "ID"], commaAndPoint)],
    "pt": [(["AO", "CH", "CV", "FR", "GQ", "GW", "LU", "MO", "MZ", "PT", "ST", "TL"], commaAndSpace)],
    "sw": [(["CD"], commaAndPoint)],
  ]
}
