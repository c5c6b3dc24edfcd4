/// A currency of ISO 4217.
public struct Currency: Sendable, Hashable, Comparable {
  /// Three capital letters: "EUR".
  public let code: String

  /// Nil for a code that is not of the list.
  public init?(_ code: String) {
    let code = code.uppercased()
    guard code.utf8.count == 3, Currency.codes.contains(code) else { return nil }
    self.code = code
  }

  private init(known code: String) { self.code = code }

  public static let euro = Currency(known: "EUR")
  public static let dollar = Currency(known: "USD")
  public static let yen = Currency(known: "JPY")
  public static let pound = Currency(known: "GBP")

  /// All currencies in the order of their codes.
  public static let all = codes.sorted().map { Currency(known: $0) }

  /// Digits after the decimal sign: 2 for most, none for the yen, 3 for some dinars.
  public var digits: Int { Currency.exponents[code] ?? 2 }

  /// Minor units of one unit: 100 cents.
  public var scale: Int { [1, 10, 100, 1000, 10_000][min(digits, 4)] }

  /// The sign, or the code where the sign means several currencies.
  public var sign: String { Currency.signs[code] ?? code }

  public static func < (left: Currency, right: Currency) -> Bool { left.code < right.code }

  /// The currency that a sign, a code or a name stands for; nil if it is unknown.
  public init?(typed text: String) {
    if let currency = Currency(text) {
      self = currency
      return
    }
    let text = text.lowercased()
    guard let code = Currency.signs.first(where: { $0.value.lowercased() == text })?.key ?? Currency.words[text] else {
      return nil
    }
    self.init(known: code)
  }

  /// The name in English of a common currency; nil for others.
  public var name: String? { Currency.names[code] }

  // MARK: The list

  private static let names = [
    "AUD": "Australian dollar", "BRL": "Brazilian real", "CAD": "Canadian dollar", "CHF": "Swiss franc",
    "CNY": "Chinese yuan", "CZK": "Czech koruna", "DKK": "Danish krone", "EUR": "Euro", "GBP": "Pound sterling",
    "HKD": "Hong Kong dollar", "HUF": "Hungarian forint", "INR": "Indian rupee", "JPY": "Japanese yen",
    "KRW": "South Korean won", "MXN": "Mexican peso", "NOK": "Norwegian krone", "NZD": "New Zealand dollar",
    "PLN": "Polish zloty", "RON": "Romanian leu", "SEK": "Swedish krona", "SGD": "Singapore dollar",
    "TRY": "Turkish lira", "UAH": "Ukrainian hryvnia", "USD": "US dollar", "ZAR": "South African rand",
  ]

  private static let exponents: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
    "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3,
    "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
  ]

  private static let signs = [
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "UAH": "₴", "VND": "₫",
    "TRY": "₺", "NGN": "₦", "PHP": "₱", "PLN": "zł", "CZK": "Kč", "HUF": "Ft", "BRL": "R$", "CAD": "CA$",
    "AUD": "A$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "MXN": "MX$", "TWD": "NT$",
  ]

  private static let words = [
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "bucks": "USD", "pound": "GBP", "pounds": "GBP",
    "quid": "GBP", "yen": "JPY", "rupees": "INR", "rupee": "INR", "franken": "CHF", "francs": "CHF", "fr.": "CHF",
    "won": "KRW", "zloty": "PLN",
  ]

  private static let codes: Set<String> = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF \
    CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL \
    HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD \
    MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF \
    SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU \
    UYW UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
    """.split(separator: " ").map(String.init))
}

extension Currency: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let currency = Currency(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no currency of ISO 4217")
    }
    self = currency
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
