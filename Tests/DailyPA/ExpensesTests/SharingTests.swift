import Audit
import Chance
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

@Suite("Shared expenses") struct SharingTests {
  private let shared = ExpensesPlaces.shared

  private func add(_ amount: String, _ fields: [ExpenseField: String], _ bench: ExpensesBench) async {
    await bench.advance(.seconds(1))
    await bench.do(.appeared(ExpenseForm.add.route))
    await bench.fill([.amount: amount, .category: "food"].merging(fields) { $1 })
    await bench.do(.form(.save(.add)))
  }

  private func balances(_ bench: ExpensesBench) -> [String] {
    bench.nodes(shared).first { $0.role == .list && $0.label == "Balances" }?.children
      .map { "\($0.label): \($0.value ?? "")" } ?? []
  }

  @Test("the parts of every expense add up to its amount, in whole minor units and as equal as can be")
  func parts() throws {
    var chance = try FuzzPlan.generator(for: "shares")
    for round in 0..<3_000 {
      let amount = round == 0 ? Expense.mostAmount : Int.random(in: 1...200_000, using: &chance)
      let people = Int.random(in: 1...20, using: &chance)
      var expense = Expense(
        id: ID(named: "one"), amount: amount, currency: "EUR", category: "food", spentOn: CalendarDay(number: 20_000))
      let shares = (0..<people).map { number in
        ExpenseShare(
          "Person \(number)", amount: Bool.random(using: &chance) ? Int.random(in: -5...amount, using: &chance) : nil)
      }
      expense.shares = shares
      let parts = expense.split(try #require(expense.money))
      let all = [parts.own.minor] + parts.others.map(\.amount.minor)
      #expect(all.reduce(0, +) == amount && all.allSatisfy { $0 >= 0 })
      let equal = [parts.own.minor] + zip(shares, parts.others).filter { $0.0.amount == nil }.map(\.1.amount.minor)
      #expect((equal.max() ?? 0) - (equal.min() ?? 0) <= 1)
    }
  }

  @Test("who owes what follows from who paid, with equal parts and own amounts, and only the own part is spending")
  func balance() async throws {
    let bench = try await ExpensesBench()
    await add("10", [.shares: "Ana, Ben"], bench)
    #expect(bench.shown.last == "Eating out: €3.34 of €10.00, Eating out")
    #expect(balances(bench) == ["Ana: owes you €3.33", "Ben: owes you €3.33"])
    await add("20", [.shares: "ana: 12.50", .payer: "Ana"], bench)
    #expect(balances(bench) == ["ana: you owe €4.17", "Ben: owes you €3.33"])
    let all = try await bench.stored()
    #expect(MoneySums(all.compactMap(\.own)).all == [try #require(Money(minor: 1_084, .euro))])
    #expect(bench.sees("€10.84 spent."))
    let page = ExpensesPlaces.entry(try #require(all.first { $0.payer != nil }).id.uuid)
    #expect(bench.node("Paid by", at: page)?.value == "ana" && bench.node("Your part", at: page)?.value == "€7.50")
    #expect(Audit.findings(of: bench.screen(page), theme: .plain) == [])
  }

  @Test("a suggested expense brings its repetition into the form, and one that expenses cannot have is said")
  func suggestedRule() async throws {
    let bench = try await ExpensesBench()
    let day = bench.clock.time.now().day
    func suggest(_ rule: String) async {
      await bench.do(
        .suggest(
          SuggestedExpense(
            amount: Money(minor: 90_000, .euro), category: "housing", day: day, description: "rent", repeats: rule)))
      await bench.do(.appeared(ExpenseForm.add.route))
    }
    await suggest("FREQ=HOURLY")
    #expect(bench.toasts.last == "Expenses repeat once a day at most. Choose how this one repeats.")
    await bench.do(.left(ExpenseForm.add.route))
    await suggest("FREQ=MONTHLY;BYMONTHDAY=\(day.day)")
    await bench.do(.form(.save(.add)))
    await bench.do(.left(ExpenseForm.add.route))
    await suggest("FREQ=DAILY;COUNT=3")
    await bench.do(.form(.save(.add)))
    let rules = try await bench.stored().compactMap(\.repeats)
    #expect(Set(rules) == ["FREQ=MONTHLY", "FREQ=DAILY;COUNT=3"])
  }

  @Test("settling evens a balance, is kept with its day, and can be undone and deleted")
  func settling() async throws {
    let bench = try await ExpensesBench()
    #expect(bench.sees("Nothing is shared yet.", at: shared))
    await add("10", [.shares: "Ana"], bench)
    await bench.tap("Settle €5.00 with Ana", at: shared)
    #expect(bench.toasts.last == "Settled with Ana." && bench.sees("Everything is settled.", at: shared))
    #expect(bench.node("Ana paid you €5.00", at: shared) != nil)
    let again = try await ExpensesBench(over: bench)
    #expect(again.sees("Everything is settled.", at: shared))
    try await bench.undoLast()
    #expect(balances(bench) == ["Ana: owes you €5.00"])
    try await bench.undoLast()
    #expect(bench.sees("Everything is settled.", at: shared), "the deletion is taken back")
    await add("30", [.shares: "Ana", .payer: "Ana"], bench)
    await bench.tap("Settle €15.00 with Ana", at: shared)
    #expect(bench.node("You paid Ana €15.00", at: shared) != nil && balances(bench).isEmpty)
    #expect(try await bench.waiting().map(\.collection).contains("expense_settlements"))
    #expect(Audit.findings(of: bench.screen(shared), theme: .plain) == [])
  }

  @Test(
    "what cannot be shared is said at its field, and nothing is stored",
    arguments: [
      ("Me", "Leave yourself out: your part is what is left."), ("Ana, ana", "ana is named twice."),
      ("Ana: 11", "The parts are more than the amount. Make them smaller."),
      ("Ana: many", "Write the part of Ana in EUR, such as 12.5."),
      (": 4", "Enter a name of at most 60 characters before each amount."),
      ((1...21).map { "P\($0)" }.joined(separator: ","), "An expense is shared with at most 20 people."),
    ])
  func refused(text: String, complaint: String) async throws {
    let bench = try await ExpensesBench()
    await add("10", [.shares: text], bench)
    #expect(bench.node("Shared with", at: ExpenseForm.add.route)?.state.invalid == complaint)
    #expect(try await bench.stored().isEmpty)
  }

  @Test("a payer who is not among the people is refused; a comma within a number does not separate names")
  func payer() async throws {
    let bench = try await ExpensesBench()
    await add("10", [.shares: "Ana", .payer: "Zoe"], bench)
    #expect(
      bench.node("Paid by", at: ExpenseForm.add.route)?.state.invalid
        == "Enter one of the people above, or leave this empty if you paid.")
    #expect(ExpenseShare.parts(of: "Ana: 12,50, Ben;Cem\n\nDana ,") == ["Ana: 12,50", "Ben", "Cem", "Dana"])
  }

  @Test("a changed expense keeps its sharing in its form")
  func editing() async throws {
    let bench = try await ExpensesBench()
    await add("10", [.shares: "Ana: 2.50, Ben", .payer: "Ben", .repeats: "month"], bench)
    let id = try #require(try await bench.stored().first).id.uuid
    await bench.do(.appeared(ExpenseForm.edit(id).route))
    let form = bench.nodes(ExpenseForm.edit(id).route)
    #expect(
      form.node(labelled: "Shared with")?.value == "Ana: 2.50, Ben" && form.node(labelled: "Paid by")?.value == "Ben")
    await bench.fill(.edit(id), [.amount: "20"])
    await bench.do(.form(.save(.edit(id))))
    let stored = try #require(try await bench.stored().first)
    #expect(stored.shares == [ExpenseShare("Ana", amount: 250), ExpenseShare("Ben")] && stored.payer == "Ben")
    #expect(stored.amount == 2_000 && stored.repeats?.hasPrefix("FREQ=MONTHLY") == true)
  }
}

@Suite("Repeating expenses and rates") struct RollingTests {
  private func rent(_ id: String = "rent", on day: String, by rule: String) -> Expense {
    var expense = Expense(
      id: ID(named: id), amount: 80_000, currency: "EUR", category: "housing", spentOn: ExpensesBench.day(day))
    expense.repeats = rule
    return expense
  }

  @Test("what repeats is added on its days, once, and the rule moves to the newest")
  func rolling() async throws {
    let bench = try await ExpensesBench()
    let today = bench.clock.now.day
    let start = today.following(-21)
    try await bench.take([rent(on: start.text, by: "FREQ=WEEKLY")])
    let all = try await bench.stored().sorted { $0.spentOn < $1.spentOn }
    #expect(all.map { today.days(since: $0.spentOn) } == [21, 14, 7, 0])
    #expect(all.map(\.repeats) == [nil, nil, nil, "FREQ=WEEKLY"] && Set(all.map(\.amount)) == [80_000])
    await bench.do(.appeared(ExpensesPlaces.home))
    #expect(try await bench.stored().count == 4)
    #expect(bench.shown.contains { $0.hasSuffix("every week") })
    await bench.advance(.seconds(7 * 86_400))
    await bench.do(.appeared(ExpensesPlaces.home))
    #expect(try await bench.stored().count == 5, "a week later the next one is there")
  }

  @Test("two devices that add the same days make the same expenses, and a deleted one does not come back")
  func devices() async throws {
    let (one, other) = (try await ExpensesBench(), try await ExpensesBench())
    let start = one.clock.now.day.following(-3).text
    for device in [one, other] { try await device.take([rent(on: start, by: "FREQ=DAILY")]) }
    let (here, there) = (try await one.stored(), try await other.stored())
    #expect(here.count == 4 && Set(here.map(\.id)) == Set(there.map(\.id)))
    #expect(Set(here.map(\.spentOn)) == Set(there.map(\.spentOn)))
    let second = try #require(here.sorted { $0.spentOn < $1.spentOn }.dropFirst().first)
    await one.do(.delete(second.id.uuid))
    await one.do(.appeared(ExpensesPlaces.home))
    #expect(try await one.stored().count == 3)
  }

  @Test("rules that are rubbish, never match or go on for years end")
  func rules() async throws {
    let bench = try await ExpensesBench()
    try await bench.take([
      rent("a", on: "2020-01-01", by: "every now and then"), rent("b", on: "2020-01-01", by: "FREQ=SECONDLY"),
      rent("c", on: "2020-01-01", by: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
      rent("d", on: "2020-01-01", by: "FREQ=DAILY;COUNT=3"),
    ])
    #expect(try await bench.stored().count == 6)
    try await bench.take([rent("e", on: "2026-01-01", by: "FREQ=DAILY;UNTIL=20260401")])
    #expect(try await bench.stored().count == 97)
  }

  @Test("a month without the day takes its last one, and the series comes back to its day")
  func months() throws {
    var day = ExpensesBench.day("2026-01-31")
    var expense = rent(on: "2026-01-31", by: "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
    var days: [String] = []
    for _ in 0..<3 {
      expense = try #require(expense.next(upTo: ExpensesBench.day("2027-01-01")))
      day = expense.spentOn
      days.append(day.text)
    }
    #expect(days == ["2026-02-28", "2026-03-31", "2026-04-30"])
  }

  @Test("one sum of all currencies is at the person's own rates: the latest up to each day, each rounded once")
  func rates() async throws {
    let bench = try await ExpensesBench()
    let summary = ExpensesPlaces.summary
    let today = bench.clock.now.day
    await bench.add("10", "Shop", currency: "EUR")
    #expect(bench.node("Together in EUR", at: summary) == nil, "one currency needs no rate")
    await bench.add("10", "Kiosk", currency: "CHF")
    await bench.add("1", "Newspaper", day: today.following(-1).text, currency: "CHF")
    #expect(bench.sees("A rate from CHF to EUR is missing for one sum.", at: summary))
    let route = ExpenseForm.addRate.route
    func add(_ rate: String, _ day: CalendarDay) async {
      await bench.do(.appeared(route))
      await bench.fill(.addRate, [.currency: "CHF", .other: "EUR", .rate: rate, .day: day.text])
      await bench.do(.form(.save(.addRate)))
    }
    await add("0", today)
    #expect(bench.node("Rate", at: route)?.state.invalid == "Enter a rate above zero.")
    await add("1.05", today)
    await add("0.95", today.following(-10))
    // 10.00 + 10.00 * 1.05 + 1.00 * 0.95
    #expect(bench.node("Together in EUR", at: summary)?.value == nil)
    let row = bench.nodes(summary).first { $0.role == .listitem && $0.label == "Together in EUR" }
    #expect(row?.value == "€21.45")
    await add("2", today)
    #expect(bench.node("Valid from", at: route)?.state.invalid?.contains("There is a rate") == true)
    #expect(bench.state.rates.count == 2)
    let rate = try #require(bench.state.rates.first { $0.record.day == today }).record
    await bench.do(.delete(rate.id.uuid))
    #expect(bench.nodes(summary).first { $0.role == .listitem && $0.label == "Together in EUR" }?.value == "€20.45")
    try await bench.undoLast()
    #expect(bench.state.rates.count == 2)
    for route in [summary, ExpensesPlaces.rates, route] {
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [])
    }
  }

  @Test("a sum beyond what is counted is no sum, and a rate to the same currency is refused")
  func bounds() async throws {
    let bench = try await ExpensesBench()
    let rate = SpendingRate(
      from: .pound, to: .euro, millionths: SpendingRate.most, day: ExpensesBench.day("2026-01-01"))
    var expense = rent(on: "2026-01-02", by: "")
    (expense.currency, expense.amount, expense.repeats) = ("GBP", Expense.mostAmount, nil)
    #expect(SpendingTogether([expense], in: .euro, at: [rate]).sum == nil)
    await bench.do(.appeared(ExpenseForm.addRate.route))
    await bench.fill(.addRate, [.currency: "EUR", .other: "EUR", .rate: "1"])
    await bench.do(.form(.save(.addRate)))
    #expect(
      bench.node("To", at: ExpenseForm.addRate.route)?.state.invalid == "Choose another currency than the first.")
  }
}
