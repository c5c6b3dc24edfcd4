/// The merchant and its address, from the rows above the first one that is something else.
struct ReceiptHeader: Sendable {
  private(set) var merchant: ReceiptField<String>?
  private(set) var address: ReceiptField<String>?
  /// The row of the merchant.
  private(set) var row: ReceiptRow?
  /// The index of the first row that does not belong to the header.
  private(set) var end = 0

  init(_ all: [ReceiptRow]) {
    let rows = all.prefix(12).compactMap(\.inner)
    let head = rows.prefix(10).prefix { !ReceiptHeader.ends($0) }
    end = head.count
    guard
      let first = head.firstIndex(where: ReceiptHeader.canBeName)
        ?? rows.prefix(6).firstIndex(where: ReceiptHeader.canBeName)
    else { return }
    // A person stands above the company of that person.
    let near = rows[first..<min(first + 4, max(end, first + 1))]
    let company = near.firstIndex { $0.says(ReceiptPhrases.company) && ReceiptHeader.canBeName($0) }
    let place = company ?? first
    var last = place
    if company == nil, place + 1 < end, ReceiptHeader.isSuffix(rows[place + 1]) { last = place + 1 }
    // The name of the company began in the row above.
    var start = place
    if ReceiptHeader.isSuffix(rows[place]), place > first { start = place - 1 }
    let named = rows[start...last]
    row = rows[place]
    merchant = ReceiptHeader.field(named) { text, raw in
      var raw = raw
      if company == nil, !text.contains(where: \.isLowercase), text.split(separator: " ").count == 1 { raw -= 0.05 }
      return ReceiptCalibration.merchant(raw)
    }
    address = ReceiptHeader.address(rows[min(last + 1, end)..<end])
  }

  /// The rows whose words say what was bought where: "12 Market St" is no market.
  func withoutAddress(_ rows: [ReceiptRow]) -> [ReceiptRow] {
    guard let row else { return rows }
    return [row] + rows.dropFirst(end).filter { $0.box != row.box }
  }

  private static func address(_ rows: ArraySlice<ReceiptRow>) -> ReceiptField<String>? {
    let all = rows.drop { !isAddress($0) }.prefix { !isRegistration($0) }
    let kept = all.prefix(5).filter { $0.confidence > 0.6 }
    guard kept.contains(where: isAddress) else { return nil }
    return field(kept[...]) { text, raw in
      var raw = raw
      if !text.contains(where: \.isNumber) { raw -= 0.2 }
      if kept.count == 1 { raw -= 0.1 }
      return ReceiptCalibration.address(raw)
    }
  }

  private static func field(
    _ rows: ArraySlice<ReceiptRow>, _ confidence: (String, Double) -> Double
  ) -> ReceiptField<String>? {
    let words = rows.flatMap(\.words)
    let text = words.map(\.text).joined(separator: " ")
    guard let box = ReceiptBox(around: words.map(\.box)), text.contains(where: { $0.isLetter }) else { return nil }
    let least = words.map(\.confidence).min() ?? 0
    let mean = words.reduce(0) { $0 + $1.confidence } / Double(max(1, words.count))
    return ReceiptField(String(text.prefix(300)), confidence: confidence(text, 0.5 * least + 0.5 * mean), box: box)
  }

  // MARK: Kinds of rows

  private static func canBeName(_ row: ReceiptRow) -> Bool {
    let letters = row.text.count(where: \.isLetter)
    return letters >= 3 && letters * 2 > row.text.filter { !$0.isWhitespace }.count && row.confidence > 0.5
      && !row.says(ReceiptPhrases.notHeader) && !isRegistration(row)
  }

  /// "SDN BHD" alone.
  private static func isSuffix(_ row: ReceiptRow) -> Bool {
    let words = row.key.split(separator: " ")
    return words.count <= 3 && row.says(["SDN BHD", "BHD", "GMBH", "PTE LTD", "LTD", "INC", "LLC"])
  }

  /// The number under which a company is registered: "(789417-W)", "CO REG NO: 123456-X".
  private static func isRegistration(_ row: ReceiptRow) -> Bool {
    if row.says(ReceiptPhrases.registration) { return true }
    let text = row.text.filter { !$0.isWhitespace }
    let digits = text.count(where: \.isASCIIDigit)
    return digits >= 5 && text.count(where: \.isLetter) <= 2 && text.contains("-") && row.words.count <= 2
  }

  private static func isAddress(_ row: ReceiptRow) -> Bool {
    !isRegistration(row) && (row.text.contains(where: \.isNumber) || row.text.contains(","))
      && row.text.contains(where: \.isLetter)
  }

  private static func ends(_ row: ReceiptRow) -> Bool {
    if isRegistration(row) { return false }
    if row.says(ReceiptPhrases.afterAddress) || row.says(ReceiptPhrases.notHeader) { return true }
    if row.words.count == 1, ReceiptAmount.marks.contains(row.text.uppercased()) { return true }
    // "NO.53 55,57 & 59" is an address.
    if let amount = row.amounts.last, amount.place >= row.words.count - 2, !row.text.contains("&") { return true }
    if isPhone(row.text) { return true }
    return ReceiptDate.first(in: row.text, monthFirst: false) != nil
  }

  private static func isPhone(_ text: String) -> Bool {
    let digits = text.count(where: \.isASCIIDigit)
    return digits >= 7 && text.count(where: \.isLetter) == 0
  }
}
