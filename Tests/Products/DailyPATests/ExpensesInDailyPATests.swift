import Covers
import Interface
import Kernel
import ShellTesting
import Testing

@testable import DailyPA
@testable import Shell

@Suite("Expenses in Daily PA") struct ExpensesInDailyPATests {
  private func add(_ window: Window, _ amount: String) async throws {
    try await window.perform(.open(Route(["expenses", "form"])))
    try await window.perform(.type(.label("Amount"), amount))
    try await window.perform(.tap(.label("Groceries")))
    try await window.perform(.tap(.label("Save")))
  }

  @Test("a new expense begins with the default currency of the settings")
  func currency() async throws {
    let window = await (try await Person.test(.dailypa)).window()
    try await window.perform(.open(Route(["settings", "expenses"])))
    try await window.perform(.choose(.label("Default currency"), .text("Japanese yen (JPY)")))
    try await add(window, "1200")
    let frame = try await window.perform(.open(Route(["expenses"])))
    #expect(frame.everything.contains { $0.label == "¥1,200" })
  }

  @Test("an expense is in every window as soon as it is saved", .covers("pa-R12.4"))
  func windows() async throws {
    let person = try await Person.test(.dailypa)
    let (one, other) = (await person.window(), await person.window())
    try await other.perform(.open(Route(["expenses"])))
    try await add(one, "12.5")
    #expect(await other.settled().everything.contains { $0.label == "€12.50" })
  }

  @Test("what is wrong with an amount stands at its field", .covers("pa-R13.3"))
  func complaint() async throws {
    let window = await (try await Person.test(.dailypa)).window()
    try await add(window, "-3")
    let frame = await window.settled()
    #expect(frame.everything.first { $0.label == "Amount" }?.state.invalid == "Enter an amount above zero.")
  }
}
