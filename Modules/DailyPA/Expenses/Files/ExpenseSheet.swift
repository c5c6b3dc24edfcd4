internal import Days
internal import Forms
internal import Kernel
internal import Money
internal import Numbers

/// A table of expenses that was read from a file: what is new, what is there already, and what is wrong, line by line.
/// Nothing of it is stored yet.
public struct ExpenseSheet: Sendable, Equatable {
  /// Lines of the longest file.
  static let most = 20_000
  /// Lines that are told to be wrong; the others are counted.
  static let mostFlaws = 50

  /// The stored expenses that a file is compared with.
  public struct Context: Sendable, Equatable {
    let existing: [Expense]
    /// The currency of lines that name none.
    let usual: Currency
    let today: CalendarDay
  }

  struct Line: Sendable, Equatable {
    enum Twin: Sendable, Equatable {
      case stored
      /// The line with the same contents.
      case line(Int)
    }

    let number: Int
    let values: ExpenseValues
    /// The expense or line that says the same; nil for a line that is new.
    let twin: Twin?
  }

  struct Flaw: Sendable, Equatable {
    let line: Int
    let sentence: String
  }

  private(set) var lines: [Line] = []
  private(set) var flaws: [Flaw] = []
  private(set) var flawCount = 0

  var new: [Line] { lines.filter { $0.twin == nil } }
  var duplicates: [Line] { lines.filter { $0.twin != nil } }

  func chosen(withDuplicates: Bool) -> [Line] { withDuplicates ? lines : new }

  /// Throws for a file that is no table of expenses at all.
  init(_ bytes: [UInt8], _ context: Context) throws(Problem) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    guard String(validating: text, as: UTF8.self) != nil, !text.contains(0) else { throw ExpenseFile.notText }
    let separator = ExpenseTable.separator(text)
    let records = ExpenseTable.records(text, separator: separator, most: ExpenseSheet.most + 1)
    guard records.count <= ExpenseSheet.most + 1 else { throw ExpenseFile.tooMany }
    guard let first = records.first, let columns = SheetColumns(first.cells) else { throw ExpenseFile.noColumns }
    // Files with semicolons come from where the comma is the decimal sign.
    let notation = NumberNotation(locale: separator == UInt8(ascii: ";") ? "de" : "en")
    var twins = SheetTwins(context.existing, columns)
    for record in records.dropFirst() {
      do throws(SheetComplaint) {
        let values = try columns.values(record, notation, context)
        lines.append(Line(number: record.line, values: values, twin: twins.twin(of: values, at: record.line)))
      } catch {
        flawCount += 1
        if flaws.count < ExpenseSheet.mostFlaws { flaws.append(Flaw(line: record.line, sentence: error.sentence)) }
      }
    }
  }
}

private struct SheetComplaint: Error {
  let sentence: String
}

/// The places of the columns in a file.
private struct SheetColumns {
  private let places: [Column: Int]

  enum Column: String, CaseIterable {
    case date, amount, currency, category, merchant, description

    var names: Set<String> {
      switch self {
      case .date: ["date", "day", "spent on", "booking date", "transaction date", "datum", "buchungstag"]
      case .amount: ["amount", "value", "total", "betrag"]
      case .currency: ["currency", "währung"]
      case .category: ["category", "kategorie"]
      case .merchant: ["merchant", "payee", "name", "empfänger"]
      case .description: ["description", "note", "notes", "memo", "purpose", "verwendungszweck"]
      }
    }
  }

  /// Nil without a date and an amount.
  init?(_ heads: [String]) {
    let heads = heads.map { $0.trimmed.lowercased() }
    var places: [Column: Int] = [:]
    for column in Column.allCases { places[column] = heads.firstIndex { column.names.contains($0) } }
    guard places[.date] != nil, places[.amount] != nil else { return nil }
    self.places = places
  }

  func has(_ column: Column) -> Bool { places[column] != nil }

  private func cell(_ column: Column, _ record: ExpenseTable.Record) -> String {
    guard let place = places[column], record.cells.indices.contains(place) else { return "" }
    return ExpenseTable.plain(record.cells[place]).trimmed
  }

  func values(
    _ record: ExpenseTable.Record, _ notation: NumberNotation, _ context: ExpenseSheet.Context
  ) throws(SheetComplaint) -> ExpenseValues {
    if record.isOpen { throw SheetComplaint(sentence: "A quotation mark is not closed.") }
    let day = try day(cell(.date, record), on: context.today)
    let money = try money(cell(.amount, record), cell(.currency, record), notation, context.usual)
    let word = cell(.category, record)
    var values = ExpenseValues(
      money: money,
      category: word.isEmpty
        ? ExpenseCategory.other.rawValue
        : try text(ExpenseCategory.stored(word), Expense.longestCategory, "category"), day: day)
    let (merchant, description) = (cell(.merchant, record), cell(.description, record))
    if !merchant.isEmpty { values.merchant = try text(merchant, Expense.longestMerchant, "merchant") }
    if !description.isEmpty { values.description = try text(description, Expense.longestDescription, "description") }
    return values
  }

  private func text(_ text: String, _ longest: Int, _ name: String) throws(SheetComplaint) -> String {
    let count = text.unicodeScalars.count
    if count <= longest { return text }
    throw SheetComplaint(sentence: "The \(name) has \(count) characters; the limit is \(longest).")
  }

  /// "2026-11-22" or "22.11.2026".
  private func day(_ text: String, on today: CalendarDay) throws(SheetComplaint) -> CalendarDay {
    if text.isEmpty { throw SheetComplaint(sentence: "The date is missing.") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    var day = CalendarDay(text)
    if day == nil, parts.count == 3, let date = parts[0], let month = parts[1], let year = parts[2] {
      day = CalendarDay(year: year, month: month, day: date)
    }
    guard let day else {
      throw SheetComplaint(sentence: "“\(text.brief(20))” is not a date such as 2026-11-22 or 22.11.2026.")
    }
    if day > today { throw SheetComplaint(sentence: "The date \(text.brief(20)) is in the future.") }
    if day.year < 1900 { throw SheetComplaint(sentence: "The date \(text.brief(20)) is before 1900.") }
    return day
  }

  private func money(
    _ text: String, _ code: String, _ notation: NumberNotation, _ usual: Currency
  ) throws(SheetComplaint) -> Money {
    if text.isEmpty { throw SheetComplaint(sentence: "The amount is missing.") }
    var currency = usual
    if !code.isEmpty {
      guard let known = Currency(typed: code) else {
        throw SheetComplaint(sentence: "“\(code.brief(20))” is not a currency that is known here.")
      }
      currency = known
    }
    let money: Money
    do throws(Problem) { money = try Money(typed: text, in: notation, usual: currency) } catch {
      throw SheetComplaint(sentence: error.what)
    }
    if !code.isEmpty, money.currency != currency {
      throw SheetComplaint(sentence: "The amount is in \(money.currency.code), and the currency is \(currency.code).")
    }
    guard money.minor > 0 else { throw SheetComplaint(sentence: "The amount “\(text.brief(20))” is not above zero.") }
    guard money.minor <= Expense.mostAmount else { throw SheetComplaint(sentence: "The amount is too large.") }
    return money
  }
}

/// Finds lines that say the same as a stored expense or an earlier line. What a file has no column for is not compared.
private struct SheetTwins {
  private struct Key: Hashable {
    let day: Int
    let amount: Int
    let currency: String
    let merchant: String
    let description: String
  }

  private let comparesMerchant: Bool
  private let comparesDescription: Bool
  /// Stored expenses that no line has matched yet.
  private var stored: [Key: Int] = [:]
  private var met: [Key: Int] = [:]

  init(_ existing: [Expense], _ columns: SheetColumns) {
    (comparesMerchant, comparesDescription) = (columns.has(.merchant), columns.has(.description))
    for expense in existing {
      let key = key(
        expense.spentOn, expense.amount, expense.currency, expense.merchant, expense.description)
      stored[key, default: 0] += 1
    }
  }

  private func key(
    _ day: CalendarDay, _ amount: Int, _ currency: String, _ merchant: String?, _ description: String?
  ) -> Key {
    Key(
      day: day.number, amount: amount, currency: currency,
      merchant: comparesMerchant ? (merchant ?? "").trimmed.lowercased() : "",
      description: comparesDescription ? (description ?? "").trimmed.lowercased() : "")
  }

  mutating func twin(of values: ExpenseValues, at line: Int) -> ExpenseSheet.Line.Twin? {
    let key = key(
      values.day, values.money.minor, values.money.currency.code, values.merchant, values.description)
    let first = met[key]
    met[key] = first ?? line
    if let count = stored[key], count > 0 {
      stored[key] = count - 1
      return .stored
    }
    return first.map { .line($0) }
  }
}
