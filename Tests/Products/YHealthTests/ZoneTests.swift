import FoundationEssentials
import Interface
import Kernel
import Shell
import ShellTesting
import Testing

@testable import YHealth

@Suite("Days of somebody elsewhere than the server") struct ZoneTests {
  private let berlin = RegionalSettings(locale: "de-DE", zone: "Europe/Berlin")
  private let newYork = RegionalSettings(locale: "en-US", zone: "America/New_York")
  /// The server's clock, in UTC.
  private let now = Moment(Date(timeIntervalSince1970: 1_773_309_600))
  private let report = Route(["insights", "report"])

  /// Logs the night to 11 March, and two weights shortly after midnight.
  private func log(_ window: Window) async throws {
    try await window.perform(.open(Route(["log", "sleep"])))
    try await window.perform(.type(.label("Fell asleep"), "23:30"))
    try await window.perform(.type(.label("Day"), "2026-03-11"))
    try await window.perform(.type(.label("Time"), "07:00"))
    try await window.perform(.tap(.id("ways.save")))
    for (day, weight) in [("2026-03-10", "80"), ("2026-03-11", "81")] {
      try await window.perform(.open(Route(["log", "weight"])))
      try await window.perform(.type(.label("Weight"), weight))
      try await window.perform(.type(.label("Day"), day))
      try await window.perform(.type(.label("Time"), "00:05"))
      try await window.perform(.tap(.id("ways.save")))
    }
  }

  private func texts(_ frame: Frame) -> String {
    frame.nodes.flatMap(\.all).flatMap { [$0.label, $0.value ?? ""] }.joined(separator: " ")
  }

  @Test("are the person's after a start, once a window says where they are")
  func start() async throws {
    let folder = TestFolder()
    let first = try await Person.test(home: .folder(folder.path), clock: ManualTime(now))
    let window = await first.window(in: berlin)
    try await log(window)
    let before = texts(try await window.perform(.open(report)))
    #expect(before.contains("23:30") && !before.contains("22:30"))
    await window.close()
    await first.close()
    let second = try await Person.test(home: .folder(folder.path), clock: ManualTime(now))
    let again = await second.window()
    try await again.perform(.open(report))
    #expect(texts(try await again.perform(.region(berlin))).contains("23:30"))
    #expect(texts(try await again.perform(.open(report))) == before)
    await again.close()
    await second.close()
  }

  @Test("are those of the window that was opened or acted in last")
  func windows() async throws {
    let person = try await Person.test(clock: ManualTime(now))
    let german = await person.window(in: berlin)
    try await log(german)
    let american = await person.window(in: newYork)
    #expect(texts(try await american.perform(.open(report))).contains("18:30"))
    #expect(texts(try await german.perform(.open(report))).contains("23:30"))
    #expect(texts(try await american.perform(.open(report))).contains("18:30"))
    await american.close()
    await german.close()
    await person.close()
  }
}
