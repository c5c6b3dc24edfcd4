public import Days
internal import Money

/// Finds the values of a receipt among its words. It is pure: the same words have the same values.
public enum ReceiptExtraction {
  /// Words that are looked at; further ones are ignored.
  public static let mostWords = 3_000

  /// - Parameter today: Days after it are less likely; nil where it is not known.
  public static func receipt(from words: [ReceiptWord], on today: CalendarDay? = nil) -> ReadReceipt {
    let rows = ReceiptRow.rows(of: words)
    var receipt = ReadReceipt()
    receipt.text = rows.map(\.text).joined(separator: "\n")
    let header = ReceiptHeader(rows)
    receipt.merchant = header.merchant
    receipt.address = header.address
    let currency = ReceiptGuess.currency(rows)
    receipt.currency = currency.field
    receipt.unknownCurrency = currency.unknown
    let sums = ReceiptSums(rows, below: header.end)
    receipt.total = sums.total
    receipt.tax = sums.tax
    receipt.lines = sums.lines
    receipt.sum = sums.sum
    receipt.date = date(rows, currency.field?.value, today)
    receipt.category = ReceiptGuess.category(header.withoutAddress(rows), merchant: header.row)
    return receipt
  }

  // MARK: Date

  private static func date(
    _ rows: [ReceiptRow], _ currency: Currency?, _ today: CalendarDay?
  ) -> ReceiptField<CalendarDay>? {
    let monthFirst = currency == .dollar || currency == nil && rows.contains { ReceiptGuess.isAmericanAddress($0.text) }
    var best: (score: Double, field: ReceiptField<CalendarDay>)?
    for row in rows {
      guard let found = ReceiptDate.first(in: row.text, monthFirst: monthFirst) else { continue }
      var day = found.day
      var raw = 0.9
      // A day in the future has its month and day exchanged.
      if let today, day > today.following(1) {
        if let other = found.other, other <= today.following(1) { day = other } else { raw -= 0.3 }
      } else if found.other != nil, currency == nil, !monthFirst {
        raw -= 0.12
      }
      if row.says(ReceiptPhrases.dateLabel) { raw += 0.06 }
      if row.says(ReceiptPhrases.otherDate) { raw -= 0.5 }
      if row.text.contains(":") { raw += 0.03 }
      let words = words(of: row, in: found.range)
      let least = words.map(\.confidence).min() ?? row.confidence
      raw *= 0.5 + 0.5 * least
      guard raw > best?.score ?? 0.05, let box = ReceiptBox(around: words.map(\.box)) else { continue }
      best = (raw, ReceiptField(day, confidence: ReceiptCalibration.date(raw), box: box))
    }
    return best?.field
  }

  /// The words that lie in a range of the row's text.
  private static func words(of row: ReceiptRow, in range: Range<Int>) -> [ReceiptWord] {
    var start = 0
    var found: [ReceiptWord] = []
    for word in row.words {
      let end = start + word.text.count
      if start < range.upperBound, end > range.lowerBound { found.append(word) }
      start = end + 1
    }
    return found.isEmpty ? row.words : found
  }
}
