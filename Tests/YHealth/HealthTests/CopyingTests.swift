import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Hours
import Interface
import Kernel
import Storage
import Testing
import Units

@testable import Health

@Suite("Copying a day") struct CopyingTests {
  private static let sheet = HealthState.copyDay
  private static let yesterday = "2026-11-21"

  /// A log with a meal, a drink, a workout and a mood of yesterday.
  private func filled(_ change: (inout HealthNeeds) -> Void = { _ in }) async throws -> Bench {
    let bench = try await Bench(change)
    let day = Self.yesterday
    await bench.log(
      .meal, [.description: "Porridge", .calories: "400", .photo: "p/1.jpg", .date: day, .time: "06:10"])
    await bench.log(FormName(.water), [.millilitres: "300", .date: day, .time: "06:20"])
    await bench.log(
      FormName(.workout), [.workout: "running", .minutes: "30", .note: "wet", .date: day, .time: "05:00"])
    await bench.log(.mood, [.mood: "7", .date: day, .time: "06:00"])
    return bench
  }

  private func texts(_ bench: Bench, of day: String) -> [String] {
    bench.state.entries.reversed().filter { CalendarDay($0.entry.when, in: Bench.berlin).text == day }
      .map { "\(Moment($0.entry.when, in: Bench.berlin).clock.text) \($0.entry.record.words(in: .plain))" }
  }

  @Test("Meals, drinks and workouts of yesterday are logged at the same times, without photo and note")
  func copied() async throws {
    let bench = try await filled()
    await bench.tap("Log 3 entries", at: Self.sheet)
    #expect(
      texts(bench, of: "2026-11-22") == [
        "05:00 Workout: Running, 30 min", "06:10 Breakfast: Porridge, 400 kcal", "06:20 Water, 300 ml",
      ])
    let copies = bench.state.entries.filter { CalendarDay($0.entry.when, in: Bench.berlin).text == "2026-11-22" }
    #expect(copies.allSatisfy { $0.entry.record.answers[.photo].isEmpty && $0.entry.record.answers[.note].isEmpty })
    #expect(bench.toasts().last == "3 entries logged. They will sync when you're online.")
  }

  @Test("One Undo deletes everything that was copied, and nothing else")
  func undone() async throws {
    let bench = try await filled()
    let before = bench.state.entries.map(\.name)
    await bench.tap("Log 3 entries", at: Self.sheet)
    try await bench.undo()
    #expect(bench.state.entries.map(\.name) == before)
    #expect(bench.toasts().last == "3 entries deleted.")
  }

  @Test("An entry that is left out stays out, and another day begins with all of its own")
  func leftOut() async throws {
    let bench = try await filled()
    await bench.tap("06:20 Water, 300 ml", at: Self.sheet)
    await bench.tap("Log 2 entries", at: Self.sheet)
    #expect(texts(bench, of: "2026-11-22").count == 2)
    await bench.do(.chooseDay("2026-11-20"))
    await bench.do(.copy(.from(Self.yesterday)))
    await bench.tap("Log 3 entries", at: Self.sheet)
    #expect(texts(bench, of: "2026-11-20").count == 3)
  }

  @Test("A time still to come today is offered only for an earlier day")
  func later() async throws {
    let bench = try await Bench()
    await bench.log(.meal, [.description: "Soup", .date: Self.yesterday, .time: "23:50"])
    let box = try #require(bench.nodes(Self.sheet).first { $0.role == .checkbox })
    #expect(box.state.isDisabled && box.hint == "This time is still to come.")
    #expect(bench.node("Log entries", at: Self.sheet)?.state.isDisabled == true)
    await bench.do(.copy(.copy))
    #expect(bench.state.entries.count == 1)
    await bench.do(.chooseDay("2026-11-20"))
    await bench.do(.copy(.from(Self.yesterday)))
    await bench.tap("Log 1 entry", at: Self.sheet)
    #expect(texts(bench, of: "2026-11-20") == ["23:50 Snack: Soup"])
  }

  @Test("What is stored before a failure stays, is said, and can be undone; the sheet stays open")
  func failing() async throws {
    let saves = Locked(0)
    let bench = try await filled { needs in
      let save = needs.save
      needs.save = { entry, version, draft throws(Problem) in
        let count = saves.withLock { count in
          count += 1
          return count
        }
        // Four are logged first; the second copy fails.
        if count == 6 { throw Problem("full", "The disk is full.", safe: "Nothing was lost.", remedy: "Free space.") }
        return try await save(entry, version, draft)
      }
    }
    await bench.tap("Log 3 entries", at: Self.sheet)
    #expect(texts(bench, of: "2026-11-22").count == 1)
    #expect(bench.toasts().last?.hasPrefix("1 entry logged.") == true)
    #expect(bench.nodes(Self.sheet).contains { $0.label.contains("The disk is full.") })
    try await bench.undo()
    #expect(texts(bench, of: "2026-11-22").isEmpty)
  }

  @Test("A day without anything to copy says so, and rubbish chooses no day")
  func nothing() async throws {
    let bench = try await filled()
    await bench.do(.copy(.from("soon")))
    #expect(bench.node("Log 3 entries", at: Self.sheet) != nil)
    await bench.do(.copy(.from("2026-11-01")))
    #expect(bench.nodes(Self.sheet).contains { $0.label.hasPrefix("Nothing to copy from") })
    await bench.do(.copy(.copy))
    #expect(bench.state.entries.count == 4)
  }
}
