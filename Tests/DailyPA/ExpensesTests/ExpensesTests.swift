import Audit
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Money
import Storage
import Testing

@testable import Expenses

@Suite("Expenses") struct ExpensesTests {
  private let form = ExpenseForm.add.route

  @Test("an expense is stored with its sync queue entry, stands first on its day, and the sheet closes")
  func adding() async throws {
    let bench = try await ExpensesBench()
    #expect(bench.sees("No expenses yet.") && bench.node("Add expense")?.destination == form)
    await bench.add("4.50", "Baker", category: .groceries, day: "2026-11-20")
    await bench.add("12.5", "Corner shop")
    await bench.add("3", "Kiosk", currency: "CHF")
    #expect(
      bench.shown == [
        "# 2026-11-22 CHF\u{A0}3.00 and €12.50", "Kiosk: CHF\u{A0}3.00, Eating out",
        "Corner shop: €12.50, Eating out", "# 2026-11-20 ", "Baker: €4.50, Groceries",
      ])
    #expect(bench.toasts == ["Expense saved.", "Expense saved.", "Expense saved."])
    #expect(bench.events.contains(.finished([form])))
    #expect(try await bench.stored().map(\.amount).sorted() == [300, 450, 1250])
    #expect(try await bench.waiting().map(\.collection) == ["expenses", "expenses", "expenses"])
    #expect(bench.sees("CHF\u{A0}3.00 and €17.00 spent."))
    let again = try await ExpensesBench(over: bench)
    #expect(again.shown == bench.shown)
  }

  @Test("an expense is added at once, with a way to change it; one that its form would refuse opens in the form")
  func addingAtOnce() async throws {
    let bench = try await ExpensesBench()
    func spent(_ minor: Int?, _ category: String?, repeats: String? = nil) throws -> SuggestedExpense {
      SuggestedExpense(
        amount: minor.flatMap { Money(minor: $0, .euro) }, category: category, day: ExpensesBench.day("2026-11-22"),
        description: "coffee", repeats: repeats)
    }
    await bench.do(.add(try spent(450, "food")))
    #expect(bench.shown == ["# 2026-11-22 ", "coffee: €4.50, Eating out"])
    #expect(bench.toasts == ["Expense added: €4.50, coffee, Eating out."])
    let id = try #require(try await bench.stored().first?.id)
    let page = bench.events.compactMap { if case .offered(let toast, _) = $0 { toast.page } else { nil } }.last
    #expect(page == Toast.Page("Edit", ExpenseForm.edit(id.uuid).route))
    try await bench.undoLast()
    #expect(bench.shown.isEmpty)
    for other in [try spent(450, nil), try spent(nil, "food"), try spent(450, "food", repeats: "FREQ=HOURLY")] {
      await bench.do(.add(other))
      #expect(bench.events.last == .opens(form))
      await bench.do(.left(form))
    }
    #expect(try await bench.stored().isEmpty)
  }

  @Test(
    "what is wrong is said at its field, nothing typed is lost, and nothing is stored",
    arguments: [
      (ExpenseField.amount, "", "Enter the amount, such as 12.5."),
      (.amount, "twelve", "“twelve” is not a currency that is known here. Write its code, such as EUR."),
      (.amount, "1.2.3,4", "“1.2.3,4” is not an amount. Write it as 12.5."),
      (.amount, "12.345", "EUR has at most 2 digits after the decimal sign. Leave out the others."),
      (.amount, "-5", "Enter an amount above zero."), (.amount, "0.00", "Enter an amount above zero."),
      (.amount, "10000000000.01", "The largest amount is €10,000,000,000.00. Check the number of digits."),
      (.amount, "99999999999999999999", "The amount is larger than can be kept. Check the number of digits."),
      (.amount, "5 CHF", "The amount is in CHF, and the currency is EUR. Make them the same."),
      (.currency, "XYZ", "Choose one of these."), (.category, "", "Choose a category."),
      (.day, "2026-11-23", "This day is in the future. Choose today or an earlier day."),
      (.day, "1899-12-31", "This day is too long ago. Choose a day since 1900."),
      (.day, "tomorrow", "Enter the day as 2026-11-22: year, month, day."),
      (.merchant, String(repeating: "x", count: 501), "This has 501 characters; the limit is 500. Make it shorter."),
    ])
  func refused(field: ExpenseField, text: String, complaint: String) async throws {
    let bench = try await ExpensesBench()
    await bench.do(.appeared(form))
    await bench.fill([.amount: "5", .category: "food", .description: "Lunch"])
    await bench.fill([field: text])
    await bench.tap("Save", at: form)
    let node = bench.nodes(form).first { $0.id.hasSuffix(field.rawValue) && $0.state.invalid != nil }
    #expect(node?.state.invalid == complaint)
    #expect(bench.sees("1 field needs correction before this can be saved.", at: form))
    #expect(bench.node("Description", at: form)?.value == "Lunch")
    if field == .amount { #expect(bench.node("Amount", at: form)?.value == text) }
    #expect(try await bench.stored().isEmpty && bench.toasts.isEmpty)
    let again = try await ExpensesBench(over: bench)
    await again.do(.appeared(form))
    #expect(again.sees("Recovered from your draft.", at: form))
    #expect(again.node("Description", at: form)?.value == "Lunch")
  }

  @Test(
    "an amount is read as the window's locale writes it, and by the digits of its currency, exactly",
    arguments: [
      ("de-DE", "1.234,56", "EUR", 123_456), ("en-GB", "1,234.56", "EUR", 123_456),
      ("en-US", "1.234,56", "EUR", 123_456),
      ("de-CH", "1’234.5", "CHF", 123_450), ("fr-FR", "1 234,5", "EUR", 123_450), ("de-DE", "1.234", "EUR", 123_400),
      ("en-GB", "1200", "JPY", 1200), ("en-GB", "1.234", "KWD", 1234),
      ("en-GB", "9999999999.99", "EUR", 999_999_999_999), ("en-GB", "10,000,000,000.00", "EUR", 1_000_000_000_000),
    ])
  func notations(locale: String, typed: String, currency: String, minor: Int) async throws {
    let bench = try await ExpensesBench()
    var now = bench.clock.now
    now.locale = locale
    await bench.set(now)
    await bench.add(typed, currency: currency)
    #expect(try await bench.stored().map(\.amount) == [minor])
    #expect(try await bench.stored().map(\.currency) == [currency])
  }

  @Test("Undo of a new expense leaves it when it was changed since")
  func changedSince() async throws {
    let bench = try await ExpensesBench()
    await bench.add("12.50", "Corner shop", day: "2026-11-20")
    let undo = bench.events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last
    let id = try #require(try await bench.stored().first?.id.uuid)
    await bench.do(.appeared(ExpenseForm.edit(id).route))
    await bench.fill(.edit(id), [.amount: "14"])
    await bench.do(.form(.save(.edit(id))))
    await bench.do(try #require(undo))
    #expect(try await bench.stored().count == 1 && bench.sees("€14"))
    #expect(bench.toasts.last?.hasPrefix("Expense could not be deleted. It was changed or deleted since") == true)
  }

  @Test("a tap shows all of an expense, from where it is edited over the opened version; Undo brings the former back")
  func editing() async throws {
    let bench = try await ExpensesBench()
    await bench.add("12.50", "Corner shop", day: "2026-11-20")
    let id = try #require(try await bench.stored().first?.id.uuid)
    let (entry, edit) = (ExpensesPlaces.entry(id), ExpenseForm.edit(id).route)
    #expect(bench.node("Corner shop")?.destination == entry)
    #expect(
      bench.node("Amount", at: entry)?.value == "€12.50" && bench.node("Merchant", at: entry)?.value == "Corner shop")
    #expect(bench.node("Date", at: entry)?.value == "20 November 2026")
    #expect(bench.node("Edit expense", at: entry)?.destination == edit)
    await bench.do(.appeared(edit))
    #expect(bench.node("Amount", at: edit)?.value == "12.50" && bench.node("Date", at: edit)?.value == "2026-11-20")
    await bench.fill(.edit(id), [.amount: "1,250", .category: "travel", .description: "A bicycle"])
    await bench.tap("Save", at: edit)
    #expect(bench.shown == ["# 2026-11-20 ", "Corner shop: €1,250.00, Travel"])
    #expect(bench.sees("A bicycle", at: entry) && bench.events.contains(.finished([edit])))
    try await bench.undoLast()
    #expect(bench.shown == ["# 2026-11-20 ", "Corner shop: €12.50, Eating out"])
    #expect(bench.toasts.last == "Expense restored.")
    #expect(try await bench.stored().count == 1)
  }

  @Test("a deletion is stored at once and offered to be taken back for ten seconds")
  func deleting() async throws {
    let bench = try await ExpensesBench()
    await bench.add("12.50", "Corner shop")
    let id = try #require(try await bench.stored().first?.id.uuid)
    let before = try await bench.stored()
    await bench.tap("Delete expense", at: ExpensesPlaces.entry(id))
    #expect(try await bench.stored().isEmpty && bench.sees("No expenses yet."))
    #expect(bench.toasts.last == "Expense deleted." && bench.events.contains(.finished([ExpensesPlaces.entry(id)])))
    #expect(bench.sees("Choose an expense.", at: ExpensesPlaces.entry(id)))
    try await bench.undoLast()
    #expect(try await bench.stored() == before && bench.shown.count == 2)
    await bench.tap("Delete")
    #expect(try await bench.stored().isEmpty)
    await bench.advance(.seconds(11))
    #expect(bench.state.windows[bench.window].undos.isEmpty)
  }

  @Test("of two windows that change one expense, the later asks before it overwrites, or keeps both")
  func conflicts() async throws {
    let bench = try await ExpensesBench()
    await bench.add("10", "Shop")
    let id = try #require(try await bench.stored().first?.id.uuid)
    let (edit, other): (Route, WindowID) = (ExpenseForm.edit(id).route, bench.context.identifiers.next())
    await bench.do(.appeared(edit))
    await bench.fill(.edit(id), [.amount: "20"])
    await bench.do(.appeared(edit), at: other)
    await bench.fill(.edit(id), [.amount: "30"], at: other)
    await bench.do(.form(.save(.edit(id))), at: other)
    await bench.do(.form(.save(.edit(id))))
    #expect(bench.sees("This was changed elsewhere since you opened it.", at: edit))
    #expect(try await bench.stored().map(\.amount) == [3000])
    await bench.tap("Keep both", at: edit)
    #expect(try await bench.stored().map(\.amount).sorted() == [2000, 3000])
  }

  @Test("an expense that another device adds, changes or deletes is shown without being asked for")
  func fromElsewhere() async throws {
    let bench = try await ExpensesBench()
    let far = Expense(
      id: ID(UUID()), amount: -250, currency: "EUR", category: "deposit", spentOn: ExpensesBench.day("2026-11-21"))
    let odd = Expense(
      id: ID(UUID()), amount: 250, currency: "QQQ", category: "food", spentOn: ExpensesBench.day("2026-11-22"))
    try await bench.take([far, odd])
    #expect(
      bench.shown == [
        "# 2026-11-22 ", "Eating out: 250 (QQQ), Eating out", "# 2026-11-21 ", "Deposit: -€2.50, Deposit",
      ])
    #expect(bench.sees("1 expense in a currency that is not known here: in no total.", at: ExpensesPlaces.summary))
    try await bench.store.collection(Expense.self, .owned(.entered)).delete(odd.id)
    await bench.send(.changed)
    #expect(bench.shown.count == 2)
  }

  @Test("a category, a period, own days and words choose what is shown and what is handed out")
  func filtering() async throws {
    let bench = try await ExpensesBench()
    await bench.add("1", "Baker", category: .groceries, day: "2026-11-02")
    await bench.add("2", "Grocer", category: .groceries, day: "2026-10-31")
    await bench.add("4", "Train", category: .travel, day: "2026-10-01")
    await bench.add("8", "Plane", category: .travel, day: "2025-12-31")
    await bench.tap("Filter")
    func names() -> [String] { bench.shown.filter { !$0.hasPrefix("#") }.map { String($0.prefix { $0 != ":" }) } }
    await bench.tap("Category", .choose, .text("travel"))
    #expect(names() == ["Train", "Plane"] && bench.sees("2 expenses found: Travel. €12.00."))
    await bench.tap("Date", .choose, .text("last-month"))
    #expect(names() == ["Train"])
    await bench.tap("Show all expenses")
    await bench.tap("Date", .choose, .text("this-month"))
    #expect(names() == ["Baker"])
    await bench.tap("Date", .choose, .text("this-year"))
    #expect(names() == ["Baker", "Grocer", "Train"])
    await bench.tap("Date", .choose, .text("own"))
    await bench.tap("From", .edit, .text("2026-10-01"))
    await bench.tap("To", .edit, .text("2026-10-31"))
    #expect(names() == ["Grocer", "Train"])
    await bench.tap("Export CSV")
    let file = try #require(bench.handed.withLock { $0.last })
    #expect(String(decoding: file.bytes, as: UTF8.self).split(separator: "\r\n").count == 3)
    #expect(bench.toasts.last == "Saved as expenses-2026-11-22.csv.")
    await bench.tap("To", .edit, .text("2026-09-30"))
    #expect(bench.node("To")?.state.invalid == "This is before the first day. Choose the same day or a later one.")
    await bench.tap("Show all expenses")
    await bench.tap("Search expenses", .edit, .text("GROC"))
    #expect(names() == ["Baker", "Grocer"], "the category is searched too")
    await bench.tap("Search expenses", .edit, .text("nothing"))
    #expect(bench.sees("No expense matches."))
    await bench.tap("Show all expenses")
    #expect(names().count == 4)
  }

  @Test("fifty expenses are shown, and fifty more with each tap; a day's sum counts all of the day")
  func pages() async throws {
    let bench = try await ExpensesBench()
    try await bench.take(
      (0..<120).map {
        Expense(
          id: ID(named: "\($0)"), amount: 100, currency: "EUR", category: "food",
          spentOn: ExpensesBench.day("2026-11-20"), merchant: "Shop")
      })
    #expect(bench.shown.count == 51 && bench.shown[0] == "# 2026-11-20 €120.00")
    #expect(bench.shown[2] == "Shop: €1.00, Eating out, number 2")
    await bench.tap("Show earlier expenses")
    await bench.tap("Show earlier expenses")
    #expect(bench.shown.count == 121 && bench.node("Show earlier expenses") == nil)
  }

  @Test("a new expense begins with the currency of the settings")
  func usual() async throws {
    let bench = try await ExpensesBench()
    let franc = try #require(Currency("CHF"))
    await bench.send(.usual(franc))
    await bench.do(.appeared(form))
    await bench.fill([.amount: "5", .category: "food"])
    await bench.tap("Save", at: form)
    #expect(try await bench.stored().map(\.currency) == ["CHF"])
  }

  @Test("what cannot be stored is said at the form, and is still there")
  func fullDisk() async throws {
    let full = Problem("full", "The disk is full.", remedy: "Free some space.")
    let bench = try await ExpensesBench { needs in needs.saveExpense = { _, _, _ throws(Problem) in throw full } }
    await bench.add("5", "Shop")
    #expect(bench.sees("The disk is full. Free some space. What you typed is still here.", at: form))
    #expect(bench.node("Merchant", at: form)?.value == "Shop" && bench.toasts.isEmpty)
    let unread = try await ExpensesBench { needs in needs.read = { () throws(Problem) in throw full } }
    #expect(unread.sees("The disk is full. Free some space.") && unread.node("Retry") != nil)
  }

  @Test("every screen passes the audit, empty and filled, in every phase")
  func audit() async throws {
    let bench = try await ExpensesBench()
    func check() async throws {
      let ids = try await bench.stored().prefix(2).map(\.id.uuid)
      let forms = [ExpenseForm.add.route, ExpenseForm.addBudget.route] + ids.map { ExpenseForm.edit($0).route }
      for form in forms { await bench.do(.appeared(form)) }
      for name in [ExpenseForm.add, .addBudget] { await bench.do(.form(.save(name))) }
      for route in ExpensesPlaces.all.flatMap(\.pattern.examples) + ids.map({ ExpensesPlaces.entry($0) }) + forms {
        for locale in ["en-GB", "de-DE"] {
          #expect(Audit.findings(of: bench.screen(route, locale: locale), theme: .plain) == [], "\(route)")
        }
      }
    }
    try await check()
    for (index, category) in ExpenseCategory.allCases.enumerated() {
      await bench.add("\(index + 1)", "Shop", category: category, currency: index.isMultiple(of: 2) ? "EUR" : "JPY")
      await bench.add("\(index + 1)", "Shop", category: category, day: "2026-10-03")
    }
    await bench.do(.filter(.toggle))
    await bench.do(.filter(.period("own")))
    try await check()
    await bench.choose("date,amount\n2026-11-01,5\n2026-11-01,5\nx,y\n")
    try await check()
    await bench.do(.appeared(ExpensesPlaces.home))
    await bench.tap("Delete")
    await bench.tap("Delete")
    try await check()
  }
}
