internal import CPicture
internal import Days
internal import Expenses
internal import Kernel
internal import Photos
internal import Platform
internal import Storage

/// A receipt of the demonstration person: an expense, and the picture that was scanned for it.
struct DemonstratedReceipt {
  let day: CalendarDay
  let merchant: String
  let address: String
  let category: String
  let currency: String
  let lines: [(name: String, minor: Int)]

  private var total: Int { lines.reduce(0) { $0 + $1.minor } }
  var picture: ID<ReceiptPicture> { ID(named: "demonstration \(day.text)") }

  var expense: Expense {
    Expense(
      id: ID(named: "demonstration \(day.text) receipt"), amount: total, currency: currency, category: category,
      spentOn: day, merchant: merchant, receipt: picture.uuid.uuidString.lowercased())
  }

  // MARK: Picture

  private static let width = 560
  private static let row = 34

  /// The picture as a JPEG; nil where the libraries that draw it are not installed.
  func jpeg() async -> [UInt8]? {
    guard let png = png() else { return nil }
    return try? await PhotoPress().jpeg(of: png, longest: ReceiptPicture.longest)
  }

  private func amount(_ minor: Int) -> String {
    let cents = minor % 100
    return "\(minor / 100).\(cents < 10 ? "0" : "")\(cents)"
  }

  private var rows: [(left: String, right: String)] {
    var rows: [(left: String, right: String)] = [
      (merchant, ""), (address, ""), ("", ""), ("Date \(day.text)", ""), ("", ""),
    ]
    for line in lines { rows.append((line.name, amount(line.minor))) }
    rows += [("", ""), ("TOTAL \(currency)", amount(total)), ("", ""), ("Thank you", "")]
    return rows
  }

  private func png() -> [UInt8]? {
    let height = rows.count * DemonstratedReceipt.row + 80
    guard picture_is_available(), let pen = picture_pen_new(Int32(DemonstratedReceipt.width), Int32(height), 1) else {
      return nil
    }
    defer { picture_pen_free(pen) }
    guard let fonts = picture_fonts_new("monospace") else { return nil }
    defer { picture_fonts_free(fonts) }
    picture_colour(pen, 0.97, 0.97, 0.95)
    picture_flood(pen)
    picture_colour(pen, 0.1, 0.1, 0.12)
    for (place, row) in rows.enumerated() {
      let y = Double(40 + place * DemonstratedReceipt.row + 24)
      _ = picture_lay_out(fonts, row.left, 21, place == 0, Double(DemonstratedReceipt.width - 180))
      picture_write(pen, fonts, 40, y)
      let width = picture_lay_out(fonts, row.right, 21, false, 140)
      picture_write(pen, fonts, Double(DemonstratedReceipt.width) - 40 - width, y)
    }
    guard let pixels = picture_pen_pixels(pen) else { return nil }
    var length = 0
    guard let file = picture_png(pixels, DemonstratedReceipt.width, height, &length) else { return nil }
    defer { picture_free(file) }
    return Array(UnsafeBufferPointer(start: file, count: length))
  }
}
