import Agenda
import Days
import Expenses
import FoundationEssentials
import Interface
import Kernel
import ShellTesting
import Storage
import Testing
import Todos

@testable import DailyPA
@testable import Shell

@Suite("The demonstration of Daily PA") struct DailyPADemonstrationTests {
  private func person() async throws -> Person {
    let person = try await Person.test(.dailypa(CalendarAccess()))
    try await Demonstration.dailypa.fill(person.store, noon)
    return person
  }

  private func counts(_ store: Store) async throws -> [Int] {
    [
      try await store.collection(Todo.self, .owned(.entered)).count(),
      try await store.collection(CalendarEvent.self, .owned(.entered)).count(),
      try await store.collection(Expense.self, .owned(.entered)).count(),
      try await store.collection(ExpenseBudget.self, .owned(.entered)).count(),
      try await store.collection(ReceiptPicture.self, .local).count(),
    ]
  }

  @Test(
    "it has a year of expenses in three currencies, ten receipts with pictures, todos and events, and sends nothing")
  func contents() async throws {
    let person = try await person()
    let expenses = try await person.store.collection(Expense.self, .owned(.entered)).records()
    #expect(Set(expenses.map(\.currency)) == ["EUR", "GBP", "USD"] && expenses.count > 200)
    #expect(Set(expenses.map { [$0.spentOn.year, $0.spentOn.month] }).count >= 12)
    let pictures = try await person.store.collection(ReceiptPicture.self, .local).records()
    let shown = Set(pictures.map { $0.id.uuid.uuidString.lowercased() })
    #expect(Set(expenses.compactMap(\.receipt)) == shown && shown.count == 10)
    #expect(pictures.allSatisfy { $0.bytes.starts(with: [0xFF, 0xD8]) && $0.bytes.count < 200_000 })
    #expect(try await person.store.outbox.changes().isEmpty)
    let window = await person.window()
    let home = try await window.perform(.open(Route(["todos"])))
    let texts = home.everything.flatMap { [$0.label, $0.value ?? ""] }
    for words in ["Demo data. Nothing is sent.", "Water the plants", "Send the tax papers"] {
      #expect(texts.contains(words), "\(words)")
    }
    await person.close()
  }

  @Test("it is removed in one tap and an answer, with what followed from it; own entries stay")
  func removal() async throws {
    let person = try await person()
    let window = await person.window()
    try await window.perform(.open(Route(["todos", "add"])))
    try await window.perform(.type(.label("Title"), "My own"))
    try await window.perform(.tap(.label("Save todo")))
    try await window.perform(.open(Route(["todos"])))
    try await window.perform(.tap(.label("Complete: Water the plants")))
    try await window.perform(.tap(.label("Remove demo data")))
    try await window.perform(.tap(.label("Remove all demo data")))
    #expect(try await counts(person.store) == [1, 0, 0, 0, 0])
    let home = try await window.perform(.open(Route(["todos"])))
    #expect(home.labels.contains("My own") && !home.labels.contains("Water the plants"))
    #expect(try await !Demonstration.dailypa.isThere(person.store))
    let waiting = try await person.store.outbox.changes()
    // One's own todo, and its version.
    #expect(Set(waiting.map(\.collection)) == ["todos", "record_versions"] && waiting.count == 2)
    await person.close()
  }

  @Test("a second fill adds the days since, and changes nothing else; a profile with a server is refused")
  func again() async throws {
    let person = try await person()
    let before = try await counts(person.store)
    try await Demonstration.dailypa.fill(person.store, noon)
    #expect(try await counts(person.store) == before)
    try await Demonstration.dailypa.fill(person.store, noon.advanced(by: .seconds(30 * 86_400)))
    let after = try await counts(person.store)
    #expect(
      after[2] > before[2] && [after[0], after[1], after[3], after[4]] == [before[0], before[1], before[3], before[4]])
    try await Demonstration.dailypa.remove(person.store)
    #expect(try await counts(person.store) == [0, 0, 0, 0, 0])
    await person.close()
  }
}
