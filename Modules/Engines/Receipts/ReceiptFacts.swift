/// The amounts of the payment in the rows below the articles, in hundredths.
struct ReceiptFacts: Sendable {
  /// The money given, less the change.
  private(set) var due: Int?
  private(set) var cards: Set<Int> = []
  private(set) var subtotal: Int?
  private(set) var rounding = 0
  private(set) var discount = 0

  init(_ rows: [ReceiptRow]) {
    var (paid, change): (Int?, Int?) = (nil, nil)
    for row in rows {
      guard let amount = row.amounts.last?.hundredths else { continue }
      let isTotal = row.says(ReceiptPhrases.finalTotal) || row.says(ReceiptPhrases.total)
      if row.says(ReceiptPhrases.subtotal) {
        subtotal = amount
      } else if row.says(ReceiptPhrases.rounding), !isTotal {
        if abs(amount) <= 10 { rounding = amount }
      } else if row.says(ReceiptPhrases.discount), !isTotal {
        discount = abs(amount)
      } else if row.says(ReceiptPhrases.change), !isTotal {
        change = amount
      } else if row.says(ReceiptPhrases.card), !isTotal {
        cards.insert(amount)
      } else if row.says(ReceiptPhrases.paid), !isTotal {
        paid = amount
      }
    }
    if let paid {
      due = paid - (change ?? 0)
      if change == nil { due = paid }
    }
  }
}
