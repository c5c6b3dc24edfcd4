/// The total, the tax and the articles, found by their words and checked against each other.
struct ReceiptSums: Sendable {
  private(set) var total: ReceiptField<ReceiptAmount>?
  private(set) var tax: ReceiptField<ReceiptAmount>?
  private(set) var lines: [ReceiptField<ReadReceipt.Line>] = []
  private(set) var sum = ReadReceipt.Sum.unknown

  /// A row that may name the total.
  private struct Candidate {
    let amount: ReceiptAmount
    var score: Double
  }

  init(_ rows: [ReceiptRow], below header: Int) {
    let summary = rows.firstIndex { $0.says(ReceiptPhrases.summary) } ?? rows.count
    let body = Array(rows[min(header, summary)..<summary])
    let facts = ReceiptFacts(body)
    let articles = ReceiptArticles(body)
    lines = articles.lines
    let taxes = ReceiptSums.taxes(body, rows[summary...])
    let candidates = ReceiptSums.candidates(body, facts, articles.sum, taxes.first?.amount)
    guard let best = candidates.max(by: { $0.score < $1.score }) else {
      tax = ReceiptSums.field(taxes.first, nil)
      return
    }
    let value = best.amount.hundredths
    let added = taxes.first { found in
      facts.subtotal.map { $0 + found.amount.hundredths + facts.rounding == value } ?? false
    }
    let chosen = added ?? taxes.first { $0.amount.hundredths * 10 < value * 4 }
    check(value, facts, articles.sum, chosen?.amount)
    tax = ReceiptSums.field(chosen, value)
    var raw = best.score / 2 * (0.6 + 0.4 * best.amount.confidence)
    switch sum {
    case .agrees: raw += 0.15
    case .differs: raw -= 0.1
    case .unknown: break
    }
    total = ReceiptField(best.amount, confidence: ReceiptCalibration.total(raw), box: best.amount.box)
    lines = lines.map { line in
      let factor = sum == .agrees ? 1.0 : sum == .differs ? 0.75 : 0.9
      return ReceiptField(line.value, confidence: min(0.99, line.confidence * factor), box: line.box)
    }
  }

  /// Compares the articles, and the tax where it is added, with the total.
  private mutating func check(_ value: Int, _ facts: ReceiptFacts, _ articles: Int?, _ tax: ReceiptAmount?) {
    guard let articles else { return }
    let tax = tax?.hundredths ?? 0
    // Rounding to five cents, and a discount.
    let allowed = [value - facts.rounding + facts.discount, value - facts.rounding]
    let agrees = allowed.contains { abs(articles - $0) <= 2 || abs(articles + tax - $0) <= 2 }
    sum = agrees ? .agrees : .differs
  }

  private static func candidates(
    _ rows: [ReceiptRow], _ facts: ReceiptFacts, _ articles: Int?, _ tax: ReceiptAmount?
  ) -> [Candidate] {
    var all: [Candidate] = []
    let roundingRow = rows.firstIndex { $0.says(ReceiptPhrases.rounding) && !$0.says(ReceiptPhrases.finalTotal) }
    for (index, row) in rows.enumerated() {
      var weight = 0.0
      if row.says(ReceiptPhrases.otherTotal), !row.says(ReceiptPhrases.finalTotal) { continue }
      if row.says(ReceiptPhrases.finalTotal) { weight = 1.0 } else if row.says(ReceiptPhrases.total) { weight = 0.85 }
      guard weight > 0 else { continue }
      var found = row.amounts.last
      // The amount stands below its words where it did not fit beside them.
      if found == nil, index + 1 < rows.count, rows[index + 1].words.count <= 2 { found = rows[index + 1].amounts.last }
      // Where it cannot be read, what it must be.
      if found == nil, let subtotal = facts.subtotal {
        let added =
          rows[..<index].contains { $0.says(ReceiptPhrases.tax) && $0.amounts.last == tax } ? tax?.hundredths ?? 0 : 0
        found = row.amount(subtotal + added + facts.rounding)
      }
      guard let amount = found, amount.number > 0 else { continue }
      if let roundingRow, facts.rounding != 0, index > roundingRow { weight += 0.2 }
      if row.amounts.count > 1 { weight -= 0.2 }
      all.append(Candidate(amount: amount, score: weight))
    }
    if all.isEmpty { all = unnamed(rows, facts) }
    for place in all.indices {
      let value = all[place].amount.hundredths
      if let due = facts.due, due == value { all[place].score += 0.5 }
      if facts.cards.contains(value) { all[place].score += 0.35 }
      if let subtotal = facts.subtotal, let tax {
        if abs(subtotal + tax.hundredths + facts.rounding - value) <= 1 { all[place].score += 0.35 }
      }
      if let articles {
        let added = tax?.hundredths ?? 0
        let sums = [articles, articles + added].map { $0 + facts.rounding }
        if sums.contains(where: { abs($0 - value) <= 1 })
          || sums.contains(where: { abs($0 - facts.discount - value) <= 1 })
        {
          all[place].score += 0.4
        }
      }
      // The later of two that are the same otherwise.
      all[place].score += Double(place) * 0.01
    }
    return all
  }

  /// The amount paid, or the largest one, where no row says which is the total.
  private static func unnamed(_ rows: [ReceiptRow], _ facts: ReceiptFacts) -> [Candidate] {
    let amounts = rows.flatMap(\.amounts).filter { $0.number > 0 }
    if let due = facts.due, let amount = amounts.last(where: { $0.hundredths == due }) {
      return [Candidate(amount: amount, score: 0.6)]
    }
    let isPaid = { (row: ReceiptRow) in row.says(ReceiptPhrases.paid) || row.says(ReceiptPhrases.change) }
    let others = rows.filter { !isPaid($0) }.flatMap(\.amounts).filter { $0.number > 0 }
    guard let largest = others.max(by: { $0.hundredths < $1.hundredths }) else { return [] }
    return [Candidate(amount: largest, score: 0.35)]
  }

  // MARK: Tax

  private static func taxes(_ rows: [ReceiptRow], _ summary: ArraySlice<ReceiptRow>) -> [(
    amount: ReceiptAmount, row: ReceiptRow
  )] {
    var all: [(amount: ReceiptAmount, row: ReceiptRow)] = []
    for row in rows
    where row.says(ReceiptPhrases.tax) && !row.says(ReceiptPhrases.notTax) && !row.says(ReceiptPhrases.total) {
      if let amount = row.amounts.last, amount.number > 0 { all.append((amount, row)) }
    }
    // Below the head of a table of taxes, the last column.
    for row in summary.dropFirst() where row.amounts.count >= 2 {
      if let amount = row.amounts.last, amount.number > 0 { all.append((amount, row)) }
    }
    return all
  }

  private static func field(
    _ found: (amount: ReceiptAmount, row: ReceiptRow)?, _ total: Int?
  ) -> ReceiptField<ReceiptAmount>? {
    guard let found else { return nil }
    // The usual rates lie below a third.
    let isUsual = total.map { found.amount.hundredths * 10 < $0 * 3 } ?? false
    let raw = (isUsual ? 0.95 : 0.5) * (0.5 + 0.5 * found.amount.confidence)
    return ReceiptField(found.amount, confidence: min(0.97, raw), box: found.amount.box)
  }
}

extension ReceiptRow {
  /// A computed amount in the place of the row.
  fileprivate func amount(_ hundredths: Int) -> ReceiptAmount {
    ReceiptAmount(number: hundredths, decimals: 2, box: box, confidence: 0.5, place: words.count, mark: nil)
  }
}
