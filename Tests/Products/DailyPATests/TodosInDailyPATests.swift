import Covers
import Interface
import Kernel
import ShellTesting
import Testing
import Todos

@testable import DailyPA
@testable import Shell

@Suite("Todos in Daily PA") struct TodosInDailyPATests {
  private func add(_ title: String, in window: Window) async throws {
    try await window.perform(.open(TodosPlaces.add))
    try await window.perform(.type(.label("Title"), title))
    try await window.perform(.tap(.label("Save todo")))
  }

  @Test(
    "a todo that is added or completed in one window is shown in the other at once, without a server",
    .covers("pa-R12.4"))
  func windows() async throws {
    let person = try await Person.test(.dailypa)
    let (one, other) = (await person.window(), await person.window())
    try await add("Buy milk", in: one)
    var frame = try await other.perform(.open(TodosPlaces.home))
    #expect(frame.labels.contains("Buy milk") && frame.labels.contains("1 active, 0 completed"))
    try await one.perform(.open(TodosPlaces.home))
    try await one.perform(.tap(.label("Complete: Buy milk")))
    frame = try await other.perform(.open(TodosPlaces.home))
    #expect(frame.labels.contains("0 active, 1 completed") && !frame.labels.contains("Buy milk"))
  }

  @Test("deleting on the page of a todo leads back to the list, and Undo in the message brings it back")
  func deleting() async throws {
    let window = await (try await Person.test(.dailypa)).window()
    try await add("Buy milk", in: window)
    try await window.perform(.open(TodosPlaces.home))
    try await window.perform(.tap(.label("Buy milk")))
    var frame = try await window.perform(.tap(.label("Delete")))
    #expect(frame.route == TodosPlaces.home && frame.toast == "Todo deleted.")
    frame = try await window.perform(.tap(.label("Undo")))
    #expect(frame.labels.contains("Buy milk"))
  }
}
