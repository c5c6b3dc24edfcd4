import Covers
import Interface
import Kernel
import ShellTesting
import Storage
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

  @Test(
    "short of memory, the store gives its pages back and windows behind what they drew; both show all again when asked",
    .covers("pa-R12.8"))
  func memory() async throws {
    let folder = TestFolder()
    let person = try await Person.test(.dailypa, home: .folder(folder.path))
    let (behind, front) = (await person.window(), await person.window())
    for number in 1...20 { try await add("Todo \(number)", in: front) }
    let shown = try await behind.perform(.open(TodosPlaces.home))
    let list = try await front.perform(.open(TodosPlaces.home))
    let before = try await person.store.cachedBytes()
    let after = try await front.perform(.releaseMemory)
    #expect(after == list && before > 50_000)
    #expect(try await person.store.cachedBytes() < before / 4)
    // Each goes on from where it was, with actions and all.
    #expect(try await behind.perform(.screen).nodes == shown.nodes)
    try await behind.perform(.tap(.label("Complete: Todo 7")))
    #expect(try await front.perform(.screen).labels.contains("19 active, 1 completed"))
    #expect(try await person.store.cachedBytes() > 0)
    await person.close()
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

  @Test("a list that is done is a good moment: after a week and three of them Daily PA asks for a rating")
  func rating() async throws {
    let person = try await Person.test(.dailypa)
    let window = await person.window()
    try await window.perform(.advance(seconds: 8 * 86_400))
    for title in ["Buy milk", "Call Ada", "Water the plants"] {
      #expect(!window.frames.value.labels.contains { $0.hasPrefix("Do you like Daily PA?") })
      try await add(title, in: window)
      try await window.perform(.open(TodosPlaces.home))
      try await window.perform(.tap(.label("Complete: \(title)")))
    }
    #expect(try await window.perform(.screen).labels.contains { $0.hasPrefix("Do you like Daily PA?") })
    await person.close()
  }

  @Test("a todo that leaves others active in its list is no such moment")
  func unfinished() async throws {
    let person = try await Person.test(.dailypa)
    let window = await person.window()
    try await window.perform(.advance(seconds: 8 * 86_400))
    try await add("Write the report", in: window)
    for number in 1...4 {
      try await add("Step \(number)", in: window)
      try await window.perform(.open(TodosPlaces.home))
      try await window.perform(.tap(.label("Complete: Step \(number)")))
    }
    #expect(try await window.perform(.screen).labels.allSatisfy { !$0.hasPrefix("Do you like Daily PA?") })
    await person.close()
  }
}
