/// The articles of a receipt: a name and its amount, in one row or two.
struct ReceiptArticles: Sendable {
  private(set) var lines: [ReceiptField<ReadReceipt.Line>] = []

  init(_ rows: [ReceiptRow]) {
    var name: ReceiptRow?
    for row in rows {
      // Neither the words of a total nor a letter that belongs to an article by chance.
      if row.says(ReceiptPhrases.end), !row.amounts.isEmpty || row.says(ReceiptPhrases.summary) { break }
      guard let amount = row.amounts.last else {
        name = ReceiptArticles.isName(row) ? row : nil
        continue
      }
      let own = ReceiptArticles.name(row.words[..<(row.amounts.first?.place ?? 0)])
      if ReceiptArticles.isDetail(row, below: name) {
        // "2 x 7.03" below the amount of both, or "2 x 7.03  14.06" below the name.
        guard row.amounts.count >= 2, let above = name else { continue }
        add(ReceiptArticles.name(above.words[...]), amount, [above, row])
      } else if let own {
        add(own, amount, [row])
      } else if let above = name {
        add(ReceiptArticles.name(above.words[...]), amount, [above, row])
      }
      name = nil
    }
  }

  /// In hundredths; nil without an article.
  var sum: Int? {
    guard !lines.isEmpty else { return nil }
    return lines.reduce(0) { $0 &+ $1.value.amount.hundredths }
  }

  private mutating func add(_ name: String?, _ amount: ReceiptAmount, _ rows: [ReceiptRow]) {
    guard let name, lines.count < 300, let box = ReceiptBox(around: rows.map(\.box)) else { return }
    let confidence = min(rows.map(\.confidence).min() ?? 0, amount.confidence)
    lines.append(ReceiptField(ReadReceipt.Line(name: name, amount: amount), confidence: confidence, box: box))
  }

  /// The name without the number of pieces before it and the number of the article.
  private static func name(_ words: ArraySlice<ReceiptWord>) -> String? {
    var rest = words.map(\.text)[...]
    while let first = rest.first, rest.count > 1, first.allSatisfy({ $0.isNumber || "xX.*#".contains($0) }) {
      rest.removeFirst()
    }
    while let last = rest.last, ReceiptAmount.marks.contains(last.uppercased()) { rest.removeLast() }
    let name = rest.joined(separator: " ")
    return name.count(where: \.isLetter) >= 2 ? String(name.prefix(200)) : nil
  }

  private static func isName(_ row: ReceiptRow) -> Bool {
    row.text.count(where: \.isLetter) >= 3 && ReceiptDate.first(in: row.text, monthFirst: false) == nil
  }

  /// "2 x 7.03", and "1 PC 9.00" below a name.
  private static func isDetail(_ row: ReceiptRow, below name: ReceiptRow?) -> Bool {
    guard let first = row.words.first?.text, first.allSatisfy({ $0.isASCIIDigit || "xX@".contains($0) }) else {
      return false
    }
    let before = row.words[..<(row.amounts.first?.place ?? 0)].map(\.text).joined()
    return before.count(where: \.isLetter) <= (name == nil ? 1 : 3)
  }
}
