import Chance
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Money
import Storage
import Testing

@testable import Expenses

@Suite("Expenses as CSV") struct SheetTests {
  private let today = ExpensesBench.day("2026-11-22")

  private func sheet(_ text: String, having existing: [Expense] = []) throws -> ExpenseSheet {
    try ExpenseSheet(Array(text.utf8), .init(existing: existing, usual: .euro, today: today))
  }

  private func said(_ sheet: ExpenseSheet) -> [String] {
    sheet.lines.map { line in
      let values = line.values
      return "\(line.number) \(values.day.text) \(values.money.minor) \(values.money.currency.code) \(values.category) "
        + "\(values.merchant ?? "-") \(values.description ?? "-")"
    }
  }

  @Test("what is written out by RFC 4180 is read in again as it was, whatever the texts hold")
  func roundTrip() throws {
    let texts = [
      "plain", "a, b; c", "say \"no\"", "two\nlines", "two\r\nlines", "=1+1", "-dash", "'quoted", "''=", "ünïcode 日本 🧾",
      "\"", ",", "inner  space",
    ]
    var random = try FuzzPlan.generator(for: "expenses-csv")
    let all = (0..<500).map { number in
      Expense(
        id: ID(named: "\(number)"), amount: Int.random(in: 1...Expense.mostAmount, using: &random),
        currency: Currency.all.randomElement(using: &random)?.code ?? "EUR",
        category: number.isMultiple(of: 7) ? "odd, one" : "food", spentOn: today.following(-number),
        merchant: texts.randomElement(using: &random),
        description: number.isMultiple(of: 3) ? nil : texts.randomElement(using: &random))
    }
    let text = ExpenseTable.text(of: all)
    #expect(text.hasPrefix("date,amount,currency,category,merchant,description\r\n") && text.hasSuffix("\r\n"))
    let read = try sheet(text)
    #expect(read.flawCount == 0 && read.lines.count == 500)
    for (line, expense) in zip(read.lines, all) { #expect(line.values.expense(expense.id) == expense) }
    let again = try sheet(text, having: all)
    #expect(again.new.isEmpty && again.duplicates.count == 500)
  }

  @Test("columns are found by their names in any order; semicolons mean decimal commas; a byte order mark is left out")
  func columns() throws {
    let one = try sheet(
      "\u{FEFF}Buchungstag;Empfänger;Betrag\r\n22.11.2026;Bäcker;\"1.234,50\"\r\n21.11.2026;Kiosk;2\r\n")
    #expect(
      said(one) == [
        "2 2026-11-22 123450 EUR other Bäcker -", "3 2026-11-21 200 EUR other Kiosk -",
      ])
    let other = try sheet("Note\tAmount\tDate\tCategory\nlunch\t12.5 CHF\t2026-11-20\tEating out\n\n")
    #expect(said(other) == ["2 2026-11-20 1250 CHF food - lunch"])
  }

  @Test("each line that cannot be read is told with its number and its fault; the others are taken")
  func flaws() throws {
    let text = """
      date,amount,currency,category,merchant
      2026-11-20,5,EUR,food,"two
      lines"
      2026-02-30,5,EUR,,
      ,5,EUR,,
      2026-11-23,5,EUR,,
      2026-11-20,,EUR,,
      2026-11-20,-5,EUR,,
      2026-11-20,5.123,EUR,,
      2026-11-20,5,ABC,,
      2026-11-20,99999999999999,EUR,,
      2026-11-20,5,EUR,,"open
      """
    let read = try sheet(text)
    #expect(said(read) == ["2 2026-11-20 500 EUR food two\nlines -"])
    #expect(
      read.flaws.map { "\($0.line) \($0.sentence)" } == [
        "4 “2026-02-30” is not a date such as 2026-11-22 or 22.11.2026.", "5 The date is missing.",
        "6 The date 2026-11-23 is in the future.", "7 The amount is missing.", "8 The amount “-5” is not above zero.",
        "9 EUR has at most 2 digits after the decimal sign.", "10 “ABC” is not a currency that is known here.",
        "11 The amount is larger than can be kept.", "12 A quotation mark is not closed.",
      ])
  }

  @Test(
    "a file that is no table of expenses is refused as a whole, with what to do",
    arguments: [
      ("", "csv-columns"), ("hello", "csv-columns"), ("date,price\n2026-11-20,5", "csv-columns"),
      ("date,amount\n2026-11-20,5\u{0}", "csv-encoding"),
      ("date,amount\n" + String(repeating: "2026-11-20,5\n", count: 20_001), "csv-lines"),
    ])
  func refused(text: String, code: String) {
    #expect { _ = try sheet(text) } throws: { ($0 as? Problem)?.code == code }
  }

  @Test("bytes that are no text are refused, and any other bytes are read or told, never lost")
  func anyBytes() throws {
    var random = try FuzzPlan.generator(for: "expenses-bytes")
    let context = ExpenseSheet.Context(existing: [], usual: .euro, today: today)
    let parts = Array("date,amount\n\r\";2026-11-20,5.0,'=-\t€".utf8)
    var count = 0
    for _ in 0..<2_000 {
      let rest = (0..<Int.random(in: 0...60, using: &random)).map { _ in parts.randomElement(using: &random) ?? 0 }
      guard let read = try? ExpenseSheet(Array("date,amount\n".utf8) + rest, context) else { continue }
      count += read.lines.count + read.flawCount
      #expect(read.lines.allSatisfy { $0.values.money.minor > 0 && $0.values.day <= today })
    }
    #expect(count > 0)
  }

  @Test("duplicates of what is stored, or of an earlier line, are found before anything is stored, and left out")
  func importing() async throws {
    let bench = try await ExpensesBench()
    await bench.add("5", "Baker", day: "2026-11-20")
    let route = ExpensesPlaces.importing
    await bench.choose(
      "date,amount,merchant\n2026-11-20,5.00,BAKER\n2026-11-20,5,Baker\n2026-11-21,7,Kiosk\n2026-11-21,7,Kiosk\nx,1,y\n"
    )
    #expect(bench.events.contains(.readThrough(path: "/upload/bank.csv")))
    #expect(try await bench.stored().count == 1, "nothing is stored yet")
    #expect(bench.node("New", at: route)?.value == "1 expense" && bench.node("Duplicates", at: route)?.value == "3")
    #expect(bench.sees("there already", at: route) && bench.sees("same as line 4", at: route))
    #expect(bench.node("Line 6", at: route)?.value == "“x” is not a date such as 2026-11-22 or 22.11.2026.")
    await bench.tap("Import 1 expense", at: route)
    #expect(try await bench.stored().map(\.amount).sorted() == [500, 700])
    #expect(bench.toasts.last == "1 expense imported from bank.csv." && bench.events.contains(.finished([route])))
    #expect(bench.shown.count == 4)
    try await bench.undoLast()
    #expect(try await bench.stored().map(\.amount) == [500])
    #expect(bench.shown.count == 2 && bench.toasts.last == "The import was taken back.")
  }

  @Test("duplicates are imported when the person says so; a cancelled import stores nothing")
  func withDuplicates() async throws {
    let bench = try await ExpensesBench()
    let route = ExpensesPlaces.importing
    let text = "date,amount\n2026-11-20,5\n2026-11-20,5\n"
    await bench.choose(text)
    await bench.tap("Cancel import", at: route)
    #expect(try await bench.stored().isEmpty && bench.toasts.last == "Nothing was imported.")
    await bench.choose(text)
    await bench.tap("Import duplicates too", at: route)
    #expect(bench.sees("Together €10.00.", at: route))
    await bench.tap("Import 2 expenses", at: route)
    #expect(try await bench.stored().count == 2)
    await bench.choose(text)
    #expect(bench.node("Import", at: route)?.hint == "Nothing in this file is new.")
  }

  @Test("a path that leads nowhere is said at the sheet, an empty one at its field")
  func paths() async throws {
    let bench = try await ExpensesBench()
    let route = ExpensesPlaces.importing
    await bench.tap("Read file", at: route)
    #expect(bench.node("Path on this machine", at: route)?.state.invalid?.hasPrefix("Choose a file above") == true)
    await bench.tap("Path on this machine", at: route, .edit, .text("/nowhere.csv"))
    await bench.tap("Read file", at: route)
    #expect(bench.sees("There is no file at this path that can be read. Nothing was imported.", at: route))
    #expect(bench.node("Path on this machine", at: route)?.value == "/nowhere.csv")
    #expect { _ = try ExpenseFile.bytes(at: "/dev/zero") } throws: { ($0 as? Problem)?.code == "csv-missing" }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("expenses-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("date,amount\n".utf8).write(to: file)
    #expect(try ExpenseFile.bytes(at: file.path) == Array("date,amount\n".utf8))
  }
}
