internal import Money

// Amounts of money.
extension PhraseScanner {
  /// An amount with its currency, or a number behind a verb of spending.
  func amount(_ at: Int) -> Found<PhraseAmount>? {
    if let lexeme = lexeme(at) {
      if case .number = lexeme { return spokenAmount(at) }
      return nil
    }
    if let (currency, place) = currencyBefore(at), let (number, end) = number(ofMoney: place, currency) {
      guard let minor = number.minor(currency) else { return nil }
      return Found(PhraseAmount(minor: minor, currency: currency), end)
    }
    if let found = spokenAmount(at) { return found }
    guard at == 0 || !isGlued(at) || text(at - 1) == "(", digits(at) != nil || tokens[at].kind == .number else {
      return nil
    }
    if let (digits, end) = run(at) {
      // "5k EUR"
      let isThousands = text(end) == "k" && isGlued(end)
      if let (currency, behind) = currencyBehind(isThousands ? end + 1 : end) {
        guard var number = MoneyDigits(digits, isThousands ? 3 : currency.digits) else { return nil }
        if isThousands {
          guard let all = number.thousands else { return nil }
          number = all
        }
        guard let minor = number.minor(currency) else { return nil }
        if let part = smallChange(behind, currency), number.fraction.isEmpty {
          return Found(PhraseAmount(minor: minor + part.value, currency: currency), part.end)
        }
        return Found(PhraseAmount(minor: minor, currency: currency), behind)
      }
      if text(end) == "grand", !isGlued(end), isLast(end + 1), let minor = MoneyDigits(digits, 3)?.thousands?.minor(nil)
      {
        return Found(PhraseAmount(minor: minor, currency: nil), end + 1)
      }
      if let minor = cents(digits, end) { return minor }
      guard isSpent(at) || isPrice(digits, at, end) || isTold(at, end), let number = MoneyDigits(digits, 2),
        let minor = number.minor(nil)
      else {
        return nil
      }
      return Found(PhraseAmount(minor: minor, currency: nil), end)
    }
    return nil
  }

  private func currencyBefore(_ at: Int) -> (Currency, Int)? {
    var place = at
    if isWord(at), isGlued(at + 1), text(at + 1) == "$" {
      switch text(at) {
      case "us": place += 1
      case "a", "c", "ca", "nz", "hk", "s", "mx", "nt", "r":
        guard let currency = Currency(typed: text(at) == "c" ? "ca$" : "\(text(at))$") else { return nil }
        return (currency, at + 2)
      default: break
      }
    }
    guard let currency = currency(place) else { return nil }
    // A sign stands for money wherever it is, a word only directly before a number.
    return tokens.indices.contains(place + 1) && tokens[place + 1].kind == .number ? (currency, place + 1) : nil
  }

  func currency(_ at: Int) -> Currency? {
    guard tokens.indices.contains(at) else { return nil }
    let token = tokens[at]
    switch token.kind {
    case .number: return nil
    case .sign:
      switch token.text {
      case "€", "$", "£", "¥", "₹", "₩", "₪", "₴", "₫", "₺", "₦", "₱": return Currency(typed: token.text)
      default: return nil
      }
    case .word:
      guard token.text.utf8.count <= 7 else { return nil }
      switch token.text {
      case "eur", "usd", "gbp", "chf", "jpy", "sek", "nok", "dkk", "pln", "czk", "cad", "aud", "inr", "cny", "huf":
        return Currency(token.text)
      case "euro", "euros", "dollar", "dollars", "bucks", "quid", "yen", "rupees", "rupee", "franken", "francs", "zł",
        "kč":
        return Currency(typed: token.text)
      case "pound", "pounds": return Currency(typed: token.text)
      default:
        // Other codes are words too, unless they are written in capitals: "ALL", "TRY".
        guard token.bytes.count == 3, bytes[token.bytes].allSatisfy({ 0x41...0x5A ~= $0 }) else { return nil }
        return Currency(token.text)
      }
    }
  }

  func currencyBehind(_ at: Int) -> (Currency, Int)? {
    guard let currency = currency(at) else { return nil }
    // Pounds are a weight too: "lose 5 pounds", "2 pounds of butter".
    if text(at).hasPrefix("pound"), !hasSpending, isWeight(at) { return nil }
    // "50 $20": the sign belongs to the number behind it.
    if tokens[at].kind == .sign, !isGlued(at), tokens.indices.contains(at + 1), tokens[at + 1].kind == .number,
      isGlued(at + 1)
    {
      return nil
    }
    return (currency, at + 1)
  }

  /// The digits, points and commas of a number: "1.234,56", "12.50".
  private func run(_ at: Int) -> (digits: String, end: Int)? {
    var digits = tokens[at].text
    guard tokens[at].bytes.count <= 16 else { return nil }
    var end = at + 1
    while end + 1 < tokens.count, isGlued(end), isGlued(end + 1), tokens[end + 1].kind == .number, end - at < 12,
      text(end) == "." || text(end) == "," || text(end) == "'"
    {
      digits += text(end) + tokens[end + 1].text
      end += 2
    }
    if end == at + 1 || text(end - 2) == "'" { (digits, end) = spaced(digits, at, end) }
    // A time, a date or a part of a word is no amount.
    if isGlued(end), end < tokens.count {
      switch tokens[end].kind {
      case .word: guard currency(end) != nil || ["p", "c", "ct", "k"].contains(text(end)) else { return nil }
      case .sign where text(end) == "-" || text(end) == "/" || text(end) == ":":
        guard !isGlued(end + 1) else { return nil }
      default: break
      }
    }
    return (digits, end)
  }

  /// Adds groups of three digits that stand behind a space, as in "1 250,00 €", where a currency stands on one side.
  private func spaced(_ digits: String, _ at: Int, _ end: Int) -> (digits: String, end: Int) {
    guard 1...3 ~= tokens[at].bytes.count, !digits.hasPrefix("0") else { return (digits, end) }
    var (whole, place) = (digits, end)
    while place < tokens.count, !isGlued(place), tokens[place].kind == .number, tokens[place].bytes.count == 3,
      whole.utf8.count < 12
    {
      whole += tokens[place].text
      place += 1
    }
    guard place > end else { return (digits, end) }
    if isGlued(place), isGlued(place + 1), text(place) == "," || text(place) == ".", length(place + 1) == 2,
      tokens[place + 1].kind == .number
    {
      whole += text(place) + text(place + 1)
      place += 2
    }
    guard currency(place) != nil || at > 0 && currency(at - 1) != nil else { return (digits, end) }
    return (whole, place)
  }

  private func number(ofMoney at: Int, _ currency: Currency) -> (number: MoneyDigits, end: Int)? {
    guard tokens.indices.contains(at), tokens[at].kind == .number, let (digits, end) = run(at) else { return nil }
    if text(end) == "k", isGlued(end) { return MoneyDigits(digits, 3)?.thousands.map { ($0, end + 1) } }
    return MoneyDigits(digits, currency.digits).map { ($0, end) }
  }

  /// "50 cents", "80p" of money that was spent.
  private func cents(_ digits: String, _ end: Int) -> Found<PhraseAmount>? {
    guard let count = Int(digits), count < 100_000 else { return nil }
    switch text(end) {
    case "cents", "cent", "ct": return Found(PhraseAmount(minor: count, currency: nil), end + 1)
    case "p" where isGlued(end) && hasSpending && count > 12:
      return Found(PhraseAmount(minor: count, currency: .pound), end + 1)
    default: return nil
    }
  }

  /// A verb of spending shortly before a number makes it an amount: "spent 20 on lunch", "paid mum 15".
  private func isSpent(_ at: Int) -> Bool {
    for place in max(0, at - 4)..<at where isWord(place) && PhraseWords.spending.contains(text(place)) {
      // "paid on the 3rd", "spent 2 hours"
      if unit(at + 1) != nil || isWord(at + 1) && isGlued(at + 1) { return false }
      if month(at + 1) != nil || text(at + 1) == "people" { return false }
      switch text(at - 1) {
      case "at", "on", "by", "from", "until", "the", "room", "#", "no", "number", "in", "since", "during": return false
      default: return true
      }
    }
    return false
  }

  /// A number with two decimals beside something that is bought: "lunch 12.50".
  private func isPrice(_ digits: String, _ at: Int, _ end: Int) -> Bool {
    let parts = digits.split { $0 == "." || $0 == "," || $0 == "'" }
    guard parts.count >= 2, let last = parts.last, last.count == 2, meridiem(end) == nil, !isDotTime(at) else {
      return false
    }
    // "flight on 10 December at 6.20"
    if ["at", "by", "until", "till", "from", "@"].contains(text(at - 1)) { return false }
    // "24.11." is a day.
    if text(end) == ".", isGlued(end), numericDay(at) != nil { return false }
    if parts.count > 2 { return Set(digits.filter { $0 == "." || $0 == "," }).count == 2 }
    if hasBought || at == 0 && end == tokens.count { return true }
    // "yoga mat 24.99" is no time of day.
    guard let whole = self.digits(at), isWord(at - 1), !isFunction(at - 1), !isMeasured(end), !isVersioned(at - 1),
      !isDoing
    else { return false }
    return whole > 24 || Int(last) ?? 0 >= 60
  }

  private func isVersioned(_ at: Int) -> Bool {
    [
      "version", "v", "release", "python", "ios", "macos", "android", "chapter", "section", "was", "is", "were",
      "weight",
    ]
    .contains(text(at))
  }
}

/// The digits of an amount with its decimal sign found.
struct MoneyDigits {
  var whole: Int
  var fraction: String

  /// Nil if the signs make no sense, or if there are more decimals than the currency has.
  init?(_ text: String, _ decimals: Int) {
    let signs = text.filter { $0 == "." || $0 == "," || $0 == "'" }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," || $0 == "'" }.map(String.init)
    guard let head = parts.first, let tail = parts.last else { return nil }
    let isGrouped = parts.count > 1 && 1...3 ~= head.utf8.count && parts.dropFirst().allSatisfy { $0.utf8.count == 3 }
    let groups: [String]
    if signs.isEmpty {
      (groups, fraction) = ([text], "")
    } else if Set(signs).count == 1, isGrouped, signs.count > 1 || decimals != 3 {
      (groups, fraction) = (parts, "")
    } else {
      // The last sign is the decimal one, and the others are alike.
      guard signs.dropLast().allSatisfy({ $0 == signs.first }),
        Set(signs).count == signs.count || signs.first != signs.last
      else { return nil }
      (groups, fraction) = (Array(parts.dropLast()), tail)
      guard groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }) else { return nil }
    }
    while fraction.utf8.count > decimals, fraction.hasSuffix("0") { fraction.removeLast() }
    guard fraction.utf8.count <= decimals, let whole = Int(groups.joined()) else { return nil }
    self.whole = whole
  }

  /// A thousand times as much: "2.5k". Nil for a fraction of more than three digits, or too large a number.
  var thousands: MoneyDigits? {
    guard whole < 1_000_000_000, fraction.utf8.count <= 3 else { return nil }
    var number = self
    let part = Int(fraction + String(repeating: "0", count: 3 - fraction.utf8.count)) ?? 0
    (number.whole, number.fraction) = (whole * 1000 + part, "")
    return number
  }

  func minor(_ currency: Currency?) -> Int? {
    let (scale, digits) = (currency?.scale ?? 100, currency?.digits ?? 2)
    let (units, isOver) = whole.multipliedReportingOverflow(by: scale)
    let part = Int(fraction + String(repeating: "0", count: max(0, digits - fraction.utf8.count))) ?? 0
    guard !isOver, units <= Money.most - part else { return nil }
    return units + part
  }
}
