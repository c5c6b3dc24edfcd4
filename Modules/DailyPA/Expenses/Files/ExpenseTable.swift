internal import Days
internal import Money
internal import Numbers

/// Expenses as CSV (RFC 4180): lines end with CR and LF, and cells with a separator, a quote or a line break are quoted.
enum ExpenseTable {
  static let columns = ["date", "amount", "currency", "category", "merchant", "description"]

  /// A record of a file: its cells, and the number of the line on which it begins.
  struct Record: Equatable {
    let line: Int
    var cells: [String]
    /// Whether the file ends within quotes.
    var isOpen = false

    var isBlank: Bool { cells.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
  }

  /// Amounts are in plain notation with all digits of their currency: "1234.50".
  static func text(of expenses: [Expense]) -> String {
    var text = columns.joined(separator: ",") + "\r\n"
    for expense in expenses {
      let cells = [
        expense.spentOn.text, expense.money?.digits(.plain) ?? "\(expense.amount)", quoted(expense.currency),
        quoted(expense.category), quoted(expense.merchant ?? ""), quoted(expense.description ?? ""),
      ]
      text += cells.joined(separator: ",") + "\r\n"
    }
    return text
  }

  /// Text that a spreadsheet would run as a formula gets an apostrophe, which `plain` takes away again.
  private static func quoted(_ text: String) -> String {
    let cell = text.first.map { isRisky($0) || $0 == "'" } == true ? "'" + text : text
    guard cell.unicodeScalars.contains(where: { ",;\"\r\n\t".unicodeScalars.contains($0) }) else { return cell }
    return "\"\(cell.replacing("\"", with: "\"\""))\""
  }

  private static func isRisky(_ first: Character) -> Bool { "=+-@\t\r".contains(first) }

  /// The cell without the apostrophe of `quoted`.
  static func plain(_ cell: String) -> String {
    guard cell.first == "'", let next = cell.dropFirst().first, isRisky(next) || next == "'" else { return cell }
    return String(cell.dropFirst())
  }

  // MARK: Reading

  /// The sign between cells: of comma, semicolon and tab the most frequent in the first line.
  static func separator(_ bytes: some Sequence<UInt8>) -> UInt8 {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = signs.map { sign in (sign, line.count { $0 == sign }) }
    return counts.reduce(counts[0]) { $1.1 > $0.1 ? $1 : $0 }.0
  }

  /// The records, at most one more than `most`. Line breaks are CR and LF, or either alone.
  static func records(_ bytes: some Collection<UInt8>, separator: UInt8, most: Int) -> [Record] {
    var reader = TableReader(separator)
    for byte in bytes {
      reader.take(byte)
      if reader.records.count > most { return reader.records }
    }
    return reader.ended()
  }
}

/// Takes a table apart, byte by byte.
private struct TableReader {
  private enum Place { case start, plain, quoted, quote }

  private let separator: UInt8
  private(set) var records: [ExpenseTable.Record] = []
  private var cells: [String] = []
  private var cell: [UInt8] = []
  private var place = Place.start
  private var line = 1
  private var begun = 1
  private var wasReturn = false

  init(_ separator: UInt8) { self.separator = separator }

  mutating func take(_ byte: UInt8) {
    let isReturn = byte == UInt8(ascii: "\r")
    defer { wasReturn = isReturn }
    let isBreak = isReturn || byte == UInt8(ascii: "\n")
    // The second byte of a line break.
    let isSecond = byte == UInt8(ascii: "\n") && wasReturn
    if isBreak, !isSecond { line += 1 }
    if place == .quoted {
      if byte == UInt8(ascii: "\"") { place = .quote } else { cell.append(byte) }
    } else if byte == UInt8(ascii: "\""), place != .plain {
      // Two quotes within quotes are one.
      if place == .quote { cell.append(byte) }
      place = .quoted
    } else if byte == separator {
      endCell()
    } else if isBreak {
      if !isSecond { endRecord() } else { begun = line }
    } else {
      cell.append(byte)
      place = .plain
    }
  }

  private mutating func endCell() {
    cells.append(String(decoding: cell, as: UTF8.self))
    cell = []
    place = .start
  }

  private mutating func endRecord(isOpen: Bool = false) {
    endCell()
    let record = ExpenseTable.Record(line: begun, cells: cells, isOpen: isOpen)
    if !record.isBlank || isOpen { records.append(record) }
    cells = []
    begun = line
  }

  mutating func ended() -> [ExpenseTable.Record] {
    if place != .start || !cells.isEmpty || !cell.isEmpty { endRecord(isOpen: place == .quoted) }
    return records
  }
}
