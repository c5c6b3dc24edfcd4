internal import Commands
internal import Days
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Money
internal import Receipts

extension Tools {
  static let receipt = Tool(
    name: "receipt", summary: "the values of a till receipt on a picture", operands: "read IMAGE", options: [.json],
    details: """
      IMAGE is a JPEG, PNG or WebP file of up to 10 MB. --json has merchant, address, date, total, tax, currency and category,
      each with value, confidence and box, or null where it was not found; lines of name and amount; sum, which is agrees,
      differs or unknown; unknown_currency, a printed sign whose currency is not known; and the text. A box has left, top, width
      and height in pixels of the upright picture. The confidence is the share of such values that are right.
      """,
    run: { given throws(Problem) in
      guard given.operands.count == 2, given.operands.first == "read", let path = given.operands.last else {
        throw .usage("`troupe receipt` takes the word read and one picture.", help: "receipt")
      }
      let data = try NamedFile.data(
        of: path, most: ReceiptReader.largest, tooLarge: "receipt-large-file", remedy: "Make it smaller.")
      let receipt = try await ReceiptReader(patience: 60_000).read([UInt8](data))
      if given.has(.json) {
        Output.line((try? JSON.text(receipt.json)) ?? "{}")
      } else {
        Output.lines(account(receipt))
      }
      return 0
    })

  private static func account(_ receipt: ReadReceipt) -> [String] {
    func line<Value>(_ name: String, _ field: ReceiptField<Value>?, _ words: (Value) -> String) -> String {
      let title = name + String(repeating: " ", count: 10 - name.count)
      guard let field else { return "\(title)not found" }
      let (box, sure) = (field.box, Int((field.confidence * 100).rounded()))
      return "\(title)\(words(field.value)) (\(sure) % sure, at \(box.left),\(box.top) \(box.width)×\(box.height))"
    }
    var lines = [
      line("Merchant", receipt.merchant) { $0 }, line("Address", receipt.address) { $0 },
      line("Date", receipt.date) { $0.text }, line("Total", receipt.total) { $0.text },
      line("Tax", receipt.tax) { $0.text }, line("Currency", receipt.currency) { $0.code },
      line("Category", receipt.category) { $0 },
    ]
    if let sign = receipt.unknownCurrency { lines.append("The currency of “\(sign)” is not known.") }
    lines += receipt.lines.map { line("Article", $0) { "\($0.name): \($0.amount.text)" } }
    switch receipt.sum {
    case .agrees: lines.append("The articles and the tax make the total.")
    case .differs: lines.append("The articles and the tax do not make the total.")
    case .unknown: break
    }
    return lines
  }
}
