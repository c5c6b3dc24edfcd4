internal import Money

/// The category and the currency of a receipt, by its words.
enum ReceiptGuess {
  /// The names of Daily PA's categories.
  private static let categories: [(name: String, words: [String])] = [
    (
      "groceries",
      [
        "SUPERMARKET", "MARKET", "MARKT", "GROCERY", "GROCERIES", "MINI MARKET", "MART", "FOODS", "BAKERY", "BACKHAUS",
        "METZGEREI",
        "BUTCHER", "HYPERMARKET", "MILK", "VOLLMILCH", "BREAD", "BANANAS", "BUTTER", "JOGHURT", "CHEDDAR", "KARTOFFELN",
        "EDEKA", "ALDI",
        "LIDL", "TESCO", "BAECKEREI", "EGGS", "RICE",
      ]
    ),
    (
      "food",
      [
        "RESTAURANT", "CAFE", "DINER", "GRILL", "BAR", "PIZZA", "PIZZERIA", "DELI", "SEAFOOD", "KITCHEN", "KOPITIAM",
        "BISTRO", "GASTHAUS",
        "TABLE", "SERVER", "CAPPUCCINO", "COFFEE", "BURGER", "CHEESEBURGER", "SANDWICH", "NASI", "ROTI", "TEH", "KOPI",
        "TACOS", "BITTER",
        "PUB", "LION", "CHIPS", "SCHNITZEL", "SALAD", "TEA", "FOOD COURT", "DINE IN", "TAKE AWAY",
      ]
    ),
    (
      "transport",
      [
        "PETROL", "FUEL", "PARKING", "TAXI", "DIESEL", "UNLEADED", "SHELL", "PETRONAS", "TOLL", "BUS", "TRAIN", "BAHN",
        "METRO", "TICKET",
        "TANKSTELLE", "PUMP", "LITRE", "GAS STATION", "WORKSHOP", "TYRE",
      ]
    ),
    (
      "health",
      [
        "PHARMACY", "APOTHEKE", "CLINIC", "DENTAL", "DRUGS", "OPTICAL", "HOSPITAL", "KLINIK", "FARMASI", "ASPIRIN",
        "PARACETAMOL", "PLASTERS",
        "DOCTOR",
      ]
    ),
    (
      "shopping",
      [
        "HARDWARE", "STATIONERY", "BOUTIQUE", "FASHION", "GIFT", "ELECTRICAL", "ELECTRONICS", "BAUMARKT", "DROGERIE",
        "DEPARTMENT STORE",
        "PAINT", "CLOTHING", "SHOES", "FURNITURE", "IKEA", "STATIONERS", "PIPE", "SCREWS", "HAMMER", "DECO",
        "MODELLING", "GLUE", "PAPER",
      ]
    ),
    (
      "education",
      ["BOOK", "BOOKS", "BUCHHANDLUNG", "BOOKSTORE", "TEXTBOOK", "TASCHENBUCH", "SCHOOL", "TUITION", "NOVEL"]
    ),
    ("travel", ["HOTEL", "HOSTEL", "AIRLINES", "AIRPORT", "RESORT", "MOTEL", "ROOM", "FLIGHT"]),
    ("leisure", ["CINEMA", "KINO", "MUSEUM", "GYM", "FITNESS", "THEATRE", "KARAOKE", "THEATER", "BOWLING"]),
    ("bills", ["ELECTRICITY", "TELECOM", "INTERNET", "POSTPAID", "PREPAID", "RELOAD", "TOPUP", "TELEKOM", "VODAFONE"]),
  ]

  static func category(_ rows: [ReceiptRow], merchant: ReceiptRow?) -> ReceiptField<String>? {
    var best: (name: String, points: Double, row: ReceiptRow)?
    var second = 0.0
    for (name, words) in categories {
      var (points, place) = (0.0, merchant)
      for row in rows {
        let count = Double(words.count { row.says([$0]) })
        guard count > 0 else { continue }
        let weight = row == merchant ? 3.0 : 1.0
        if points < count * weight { place = row }
        points += count * weight
      }
      guard points > 0, let place else { continue }
      if points > best?.points ?? 0 {
        second = best?.points ?? 0
        best = (name, points, place)
      } else {
        second = max(second, points)
      }
    }
    guard let best else { return nil }
    let lead = (best.points - second) / best.points
    return ReceiptField(
      best.name, confidence: min(0.95, 0.4 + 0.35 * lead + min(0.2, best.points * 0.05)), box: best.row.box)
  }

  // MARK: Currency

  private static let codes: [String: String] = [
    "RM": "MYR", "€": "EUR", "US$": "USD", "S$": "SGD", "A$": "AUD", "C$": "CAD", "£": "GBP", "FR": "CHF", "¥": "JPY",
    "₹": "INR",
    "RP": "IDR", "฿": "THB", "₱": "PHP", "HK$": "HKD", "NT$": "TWD", "₩": "KRW", "ZŁ": "PLN", "KČ": "CZK", "R$": "BRL",
    "₺": "TRY",
    "NZ$": "NZD", "₫": "VND",
  ]
  /// Signs that several currencies share.
  private static let shared: Set<String> = ["$", "KR", "R", "RS"]

  struct Found {
    let field: ReceiptField<Currency>?
    /// A sign that belongs to several currencies, or to none that is known.
    let unknown: String?
  }

  static func currency(_ rows: [ReceiptRow]) -> Found {
    var counts: [String: (count: Int, row: ReceiptRow, confidence: Double)] = [:]
    func note(_ mark: String, _ row: ReceiptRow, _ confidence: Double) {
      let before = counts[mark]
      counts[mark] = ((before?.count ?? 0) + 1, before?.row ?? row, max(confidence, before?.confidence ?? 0))
    }
    for row in rows {
      for amount in row.amounts { if let mark = amount.mark { note(mark, row, amount.confidence) } }
      for word in row.words {
        let plain = word.text.uppercased().filter { !".:()%*".contains($0) }
        if ReceiptAmount.marks.contains(plain), plain.count > 1 || "€£".contains(plain),
          Currency(plain) != nil || codes[plain] != nil
        {
          note(plain, row, word.confidence * 0.98)
        }
      }
    }
    guard let (mark, best) = counts.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
      return Found(field: placed(rows), unknown: nil)
    }
    if shared.contains(mark) {
      // Only dollars of the United States are usual without a letter.
      let american = rows.contains { $0.says(["SALES TAX", "STATE TAX"]) || isAmericanAddress($0.text) }
      guard mark == "$", american else { return Found(field: nil, unknown: best.row.words.isEmpty ? mark : mark) }
      return Found(field: ReceiptField(.dollar, confidence: 0.92, box: best.row.box), unknown: nil)
    }
    guard let currency = Currency(codes[mark] ?? mark) else { return Found(field: nil, unknown: mark) }
    let confidence = min(0.98, 0.8 + 0.04 * Double(best.count)) * (0.7 + 0.3 * best.confidence)
    return Found(field: ReceiptField(currency, confidence: confidence, box: best.row.box), unknown: nil)
  }

  /// The currency by the country of the words, where none is printed.
  private static func placed(_ rows: [ReceiptRow]) -> ReceiptField<Currency>? {
    for row in rows {
      if row.says(["SDN BHD", "JALAN", "TAMAN"]), let ringgit = Currency("MYR") {
        return ReceiptField(ringgit, confidence: 0.7, box: row.box)
      }
      if row.says(["MWST", "GMBH"]) { return ReceiptField(.euro, confidence: 0.65, box: row.box) }
    }
    return nil
  }

  /// "Austin, TX 78701".
  static func isAmericanAddress(_ text: String) -> Bool {
    let words = text.split(whereSeparator: { " ,.".contains($0) })
    return zip(words, words.dropFirst()).contains { state, code in
      state.count == 2 && state.allSatisfy(\.isUppercase) && code.count == 5 && code.allSatisfy(\.isASCIIDigit)
    }
  }
}
