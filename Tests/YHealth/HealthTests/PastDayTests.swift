import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Health

@Suite("Entries of an earlier day") struct PastDayTests {
  private static let sheet = HealthState.log
  private static let friday = "2026-11-20"

  private func day(of entry: KeptEntry?) -> String? { entry.map { CalendarDay($0.entry.when, in: Bench.berlin).text } }

  @Test("A chosen day holds for the next forms and one-tap entries, and the sheet says so")
  func remembered() async throws {
    let bench = try await Bench()
    await bench.do(.chooseDay(Self.friday))
    #expect(bench.node("Logging for Friday 20 November.", at: Self.sheet)?.role == .status)
    await bench.tap("Good", at: Self.sheet)
    #expect(day(of: bench.state.entries.first) == Self.friday)
    await bench.open(.meal)
    #expect(bench.node("Day", at: FormName.meal.route)?.value == Self.friday)
    #expect(bench.form(.meal)?.isDirty == false, "a form that nobody typed in is no draft")
    await bench.do(.fill(.meal, .description, "Toast"))
    await bench.tap("Save", at: FormName.meal.route)
    #expect(bench.state.entries.map(day) == [Self.friday, Self.friday])
  }

  @Test("Each entry prolongs it; ten minutes after the last one entries are of today again")
  func ends() async throws {
    let bench = try await Bench()
    await bench.do(.chooseDay(Self.friday))
    await bench.clock.advance(by: .seconds(500), settling: bench.context.settling)
    await bench.tap("Good", at: Self.sheet)
    await bench.clock.advance(by: .seconds(500), settling: bench.context.settling)
    await bench.tap("Great", at: Self.sheet)
    #expect(bench.state.entries.map(day) == [Self.friday, Self.friday])
    await bench.clock.advance(by: .seconds(601), settling: bench.context.settling)
    #expect(bench.node("Logging for Friday 20 November.", at: Self.sheet) == nil)
    await bench.tap("Bad", at: Self.sheet)
    #expect(day(of: bench.state.entries.first) == "2026-11-22")
  }

  @Test("Today ends it, and a day to come or no day at all is not taken")
  func today() async throws {
    let bench = try await Bench()
    await bench.do(.chooseDay(Self.friday))
    await bench.do(.chooseDay("soon"))
    #expect(bench.state.windows[bench.window].pastDay != nil)
    await bench.tap("Back to today", at: Self.sheet)
    #expect(bench.state.windows[bench.window].pastDay == nil)
    await bench.do(.chooseDay("2026-11-23"))
    #expect(bench.state.windows[bench.window].pastDay == nil)
  }

  @Test("It holds in its own window only")
  func window() async throws {
    let bench = try await Bench()
    await bench.do(.chooseDay(Self.friday))
    let other: WindowID = bench.context.identifiers.next()
    #expect(!bench.nodes(Self.sheet, at: other).contains { $0.label.hasPrefix("Logging for") })
  }
}
