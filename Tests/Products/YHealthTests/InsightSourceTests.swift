import Covers
import Days
import Foundation
import Health
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import YHealth

@Suite("The source of insights", .timeLimit(.minutes(10))) struct InsightSourceTests {
  /// Sixty days on which the mood follows the sleep, whose figures a device is said to have measured.
  private func shown(source: String, kind: String = "sleep_minutes", times: Double = 1) async throws -> [String] {
    let person = try await Person.test()
    let now = person.context.time.now()
    let days = 1...60
    let devices = try await person.store.collection(DeviceDay.self, .owned(.rest))
    let rows = days.map { back -> Pulled in
      let id = person.context.identifiers.uuid()
      let minutes = (back % 2 == 0 ? 480.0 : 360.0) + Double(back % 7)
      return Pulled(
        id: id, rev: "1",
        fields: [
          "id": .text(id.uuidString.lowercased()), "day": .text(CalendarDay(of: now).following(-back).text),
          "kind": .text(kind), "amount": .double(minutes * times), "source": .text(source),
        ])
    }
    try await devices.take(rows, cursor: Cursor(cursor: "1", epoch: "e"))
    #expect(try await devices.records().count == rows.count, "the rows are stored as they came")
    let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
    let entries = days.map { back in
      MoodEntry(
        id: person.context.identifiers.next(), mood: (back % 2 == 0 ? 8 : 4) + back % 3 / 2,
        feltAt: now.date.addingTimeInterval(-86_400 * Double(back)))
    }
    try await person.store.write { batch throws(Problem) in
      for entry in entries { try batch.save(entry, in: moods) }
    }
    let window = await person.window()
    try await window.perform(.open(Route(["insights"])))
    let isDone = await window.shows(within: 120) { frame in
      frame.labels.contains { $0.contains("reliable link") || $0.hasPrefix("No two measures") }
    }
    let labels = window.frames.value.labels
    #expect(isDone, "\(labels)")
    await window.close()
    await person.close()
    return labels.filter { $0.lowercased().contains("sleep") && $0.lowercased().contains("mood") }
  }

  @Test(
    "An insight comes only of figures of a known measure that name their source and are possible",
    .covers("yh-S04.1.2-L2"))
  func validated() async throws {
    #expect(try await !shown(source: "Watch").isEmpty)
    #expect(try await shown(source: " ") == [])
    #expect(try await shown(source: String(repeating: "x", count: 200)) == [])
    #expect(try await shown(source: "Watch", times: 100) == [])
    #expect(try await shown(source: "Watch", times: -1) == [])
    #expect(try await shown(source: "Watch", kind: "sleep_of_a_newer_version") == [])
  }
}
