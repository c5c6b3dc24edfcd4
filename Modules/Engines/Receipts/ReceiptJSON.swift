internal import Days
public import JSON
internal import Money

// A receipt as one JSON document: of the command line, and between a device and the server.
extension ReadReceipt {
  public var json: JSON {
    [
      "merchant": ReadReceipt.json(merchant) { .string($0) },
      "address": ReadReceipt.json(address) { .string($0) },
      "date": ReadReceipt.json(date) { .string($0.text) },
      "total": ReadReceipt.json(total) { .string($0.text) },
      "tax": ReadReceipt.json(tax) { .string($0.text) },
      "currency": ReadReceipt.json(currency) { .string($0.code) },
      "unknown_currency": unknownCurrency.map { .string($0) } ?? .null,
      "category": ReadReceipt.json(category) { .string($0) },
      "lines": .array(
        lines.map { line in
          [
            "name": .string(line.value.name), "amount": .string(line.value.amount.text),
            "confidence": ReadReceipt.json(line.confidence), "box": ReadReceipt.json(line.box),
          ]
        }),
      "sum": .string(sum.rawValue),
      "text": .string(text),
    ]
  }

  private static func json<Value>(_ field: ReceiptField<Value>?, _ value: (Value) -> JSON) -> JSON {
    guard let field else { return .null }
    return ["value": value(field.value), "confidence": json(field.confidence), "box": json(field.box)]
  }

  private static func json(_ confidence: Double) -> JSON { .number((confidence * 1000).rounded() / 1000) }

  private static func json(_ box: ReceiptBox) -> JSON {
    [
      "left": .number(Double(box.left)), "top": .number(Double(box.top)), "width": .number(Double(box.width)),
      "height": .number(Double(box.height)),
    ]
  }

  /// Reads the document of a server. What is out of bounds is left out.
  public init(_ json: JSON) {
    self.init()
    func words(_ key: String, _ most: Int) -> ReceiptField<String>? {
      ReadReceipt.field(json[key]) { $0.string.flatMap { $0.isEmpty ? nil : String($0.prefix(most)) } }
    }
    func amount(_ key: String) -> ReceiptField<ReceiptAmount>? {
      ReadReceipt.field(json[key]) { $0.string.flatMap { ReceiptAmount(plain: $0) } }
    }
    merchant = words("merchant", 300)
    address = words("address", 300)
    date = ReadReceipt.field(json["date"]) { $0.string.flatMap { CalendarDay($0) } }
    total = amount("total")
    tax = amount("tax")
    currency = ReadReceipt.field(json["currency"]) { $0.string.flatMap { Currency($0) } }
    unknownCurrency = json["unknown_currency"]?.string.map { String($0.prefix(8)) }
    category = words("category", 40)
    lines = (json["lines"]?.array ?? []).prefix(300).compactMap { line in
      guard let name = line["name"]?.string, let amount = line["amount"]?.string.flatMap({ ReceiptAmount(plain: $0) })
      else { return nil }
      return ReceiptField(
        Line(name: String(name.prefix(200)), amount: amount), confidence: ReadReceipt.confidence(line),
        box: ReadReceipt.box(line["box"]))
    }
    sum = json["sum"]?.string.flatMap { Sum(rawValue: $0) } ?? .unknown
    text = String((json["text"]?.string ?? "").prefix(20_000))
  }

  private static func field<Value>(_ json: JSON?, _ value: (JSON) -> Value?) -> ReceiptField<Value>? {
    guard let json, let found = json["value"].flatMap(value) else { return nil }
    return ReceiptField(found, confidence: confidence(json), box: box(json["box"]))
  }

  private static func confidence(_ json: JSON) -> Double { min(1, max(0, json["confidence"]?.number ?? 0)) }

  private static func box(_ json: JSON?) -> ReceiptBox {
    func side(_ key: String) -> Int { json?[key]?.number.flatMap { Int(exactly: $0.rounded()) } ?? 0 }
    return ReceiptBox(left: side("left"), top: side("top"), width: side("width"), height: side("height"))
  }
}

extension ReceiptAmount {
  /// Reads the text of an amount: "9.00".
  init?(plain text: String) {
    guard text.utf8.count <= 20 else { return nil }
    let digits = text.drop { $0 == "-" }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }),
      let number = Int(parts.joined()), number <= 9_000_000_000_000_000
    else { return nil }
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard decimals <= 4 else { return nil }
    self.init(
      number: text.hasPrefix("-") ? -number : number, decimals: decimals,
      box: ReceiptBox(left: 0, top: 0, width: 0, height: 0), confidence: 1, place: 0, mark: nil)
  }
}
