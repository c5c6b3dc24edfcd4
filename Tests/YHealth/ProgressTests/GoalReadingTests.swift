import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Kernel
import Measures
import Numbers
import Pillar
import Testing

@testable import Progress

@Suite("Reading and counting goals") struct GoalReadingTests {
  static let today = Bench.today

  private func goal(
    _ measure: Measure, _ way: Aim.Way, _ target: Double, from: Int, to: Int? = nil
  ) throws -> Goal {
    let aim = try #require(Aim(measure, way))
    return Goal(
      id: .init(.init(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), pillar: measure.pillar, name: aim.name,
      target: target, unit: aim.unit, beginsOn: Self.today.following(from), endsOn: to.map { Self.today.following($0) })
  }

  private func table(_ measure: Measure, _ values: [Double?]) -> DayTable {
    DayTable(
      values.enumerated().map { index, value in
        DayFigures(Self.today.following(index + 1 - values.count), value.map { [measure: $0] } ?? [:])
      })
  }

  @Test("A goal's name and unit identify its measure and way of counting")
  func aims() throws {
    var seen: Set<String> = []
    for measure in Aim.measures {
      for way in Aim.ways(of: measure) {
        let goal = try goal(measure, way, 5, from: 0)
        #expect(Aim(goal) == Aim(measure, way))
        #expect(seen.insert("\(goal.name) \(goal.unit ?? "")").inserted)
      }
      #expect(!Aim.measures(of: measure.pillar).isEmpty)
    }
    #expect(Aim(.calories, .daily) == nil && Aim(.weight, .daily) == nil && Aim(.bedtime, .level) == nil)
    var other = try goal(.steps, .daily, 5, from: 0)
    other.unit = "miles"
    #expect(Aim(other) == nil)
    other.unit = "steps a day"
    other.target = nil
    #expect(Aim(other) == nil)
  }

  @Test("A daily goal counts the days on which it was reached, and unknown days do not count")
  func daily() throws {
    let days = table(.steps, [9_000, nil, 7_999, 8_000, 12_000])
    let progress = GoalProgress(of: try goal(.steps, .daily, 8_000, from: -4, to: 5), in: days, on: Self.today)
    #expect(progress.says == "3 of 10 days with 8,000 steps or more" && progress.percent == 30)
    #expect(progress.streak == 2 && progress.longest == 2)
    let open = GoalProgress(of: try goal(.steps, .daily, 8_000, from: -4), in: days, on: Self.today)
    #expect(open.says == "3 of 30 days with 8,000 steps or more" && open.percent == 10)
    let late = GoalProgress(of: try goal(.steps, .daily, 8_000, from: 1), in: days, on: Self.today)
    #expect(late.share == nil && late.says.hasPrefix("Begins on"))
    let unknown = GoalProgress(of: try goal(.water, .daily, 8, from: -4), in: days, on: Self.today)
    #expect(unknown.share == nil)
  }

  @Test("Yesterday's streak holds until today is over")
  func streaks() {
    #expect(DayStreak([true, true, nil], lastIsToday: true).current == 2)
    #expect(DayStreak([true, true, false], lastIsToday: true).current == 2)
    #expect(DayStreak([true, true, nil], lastIsToday: false).current == 0)
    #expect(
      DayStreak([true, nil, true, true], lastIsToday: true) == DayStreak([false, nil, true, true], lastIsToday: true))
    #expect(DayStreak([], lastIsToday: true).longest == 0)
    let days = [1, 2, 4, 5, 6, 7].map { CalendarDay(number: $0) }
    #expect(DayStreak.firstDay(of: 3, among: days) == CalendarDay(number: 6))
    #expect(DayStreak.firstDay(of: 5, among: days) == nil)
    let logged = table(.mood, [5, 5, nil, 6, 7, 8])
    #expect(DayStreak.logging(in: logged, on: Self.today) == 3)
    #expect(DayStreak.logging(in: logged, on: Self.today.following(1)) == 3)
    #expect(DayStreak.logging(in: logged, on: Self.today.following(2)) == 0)
    // A device that counts steps logs nothing.
    #expect(DayStreak.logging(in: table(.steps, [9, 9, 9]), on: Self.today) == 0)
  }

  @Test("A sum adds up; a level is measured from the starting value to the target")
  func sums() throws {
    let sum = GoalProgress(
      of: try goal(.workouts, .sum, 8, from: -3), in: table(.workouts, [5, 1, nil, 2, 1]), on: Self.today)
    #expect(sum.percent == 50 && sum.says == "4 of 8")
    let days = table(
      .weight, Array(repeating: 80, count: 7) + Array(repeating: nil, count: 10) + Array(repeating: 77, count: 7))
    let down = try goal(.weight, .level, 74, from: -17)
    let progress = GoalProgress(of: down, in: days, on: Self.today)
    #expect(progress.percent == 50 && progress.says == "77 kg now, 80 kg at first; the goal is 74 kg")
    let up = GoalProgress(of: try goal(.weight, .level, 83, from: -17), in: days, on: Self.today)
    #expect(up.percent == 0)
    #expect(GoalProgress(of: down, in: DayTable(), on: Self.today).share == nil)
  }

  @Test("Shares lie between 0 and 1 for any numbers", arguments: 1...20)
  func bounded(seed: UInt64) throws {
    let table = Sample.table(60, seed: seed, missing: 3)
    for measure in Aim.measures {
      for way in Aim.ways(of: measure) {
        for target in [0.001, 5, 70, 8_000, 1e9] {
          let progress = GoalProgress(of: try goal(measure, way, target, from: -40, to: 3), in: table, on: Self.today)
          #expect(progress.share.map { (0...1).contains($0) } ?? true)
          #expect(progress.streak <= progress.longest && !progress.says.isEmpty)
        }
      }
    }
  }

  @Test("A goal from another client that spans the calendar is counted like any other")
  func ancient() throws {
    let days = table(.steps, [9_000, 9_000])
    for way in Aim.ways(of: .steps) {
      var goal = try goal(.steps, way, 1e9, from: 0)
      goal.beginsOn = try #require(CalendarDay("0001-01-01"))
      goal.endsOn = CalendarDay("9999-12-31")
      for table in [days, DayTable()] {
        #expect(GoalProgress(of: goal, in: table, on: Self.today).percent ?? 0 == 0)
      }
    }
    var weight = try goal(.weight, .level, 70, from: 0)
    weight.beginsOn = try #require(CalendarDay("0001-01-01"))
    let progress = GoalProgress(of: weight, in: table(.weight, [72, 71]), on: Self.today)
    #expect(progress.says == "71.5 kg now, 72 kg at first; the goal is 70 kg")
    // Without an end, nothing goes beyond its 30 days.
    let open = try goal(.steps, .daily, 1, from: -39)
    let full = GoalProgress(of: open, in: table(.steps, Array(repeating: 2, count: 40)), on: Self.today)
    #expect(full.says.hasPrefix("30 of 30 days") && full.percent == 100 && full.streak == 40)
  }

  @Test("Any input is read or reported as invalid, and accepted input fits the server's columns")
  func reading() throws {
    let draft = try goal(.steps, .daily, 5, from: 0)
    func read(_ change: (inout FormValues<GoalField>) -> Void) -> ReadGoal {
      var values = FormValues(pillar: .fitness, begins: Self.today.text)
      values[.target] = "8000"
      change(&values)
      return ReadGoal(values, as: draft)
    }
    let plain = read { _ in }
    #expect(plain.complaints.isEmpty && plain.goal.target == 8_000 && plain.goal.unit == "steps a day")
    #expect(read { $0[.target] = "7,5" }.goal.target == 7.5)
    for rubbish in ["", "-1", "0", "NaN", "1e99", "inf", "eight", "99999999999", "1.2.3"] {
      #expect(read { $0[.target] = rubbish }.complaints[.target] != nil, "\(rubbish)")
    }
    #expect(read { $0[.target] = "" }.missing == [.target])
    for rubbish in ["", "tomorrow", "2026-02-30", "1026-01-01", "9999-01-01"] {
      #expect(read { $0[.begins] = rubbish }.complaints[.begins] != nil, "\(rubbish)")
    }
    #expect(read { $0[.ends] = Self.today.following(-1).text }.complaints[.ends] != nil)
    #expect(read { $0[.ends] = Self.today.text }.goal.endsOn == Self.today)
    let own = read { values in
      values.choose(.measure, "")
      values[.name] = "  Learn to\0 swim "
      values[.target] = ""
    }
    #expect(own.complaints.isEmpty && own.goal.name == "Learn to swim" && own.goal.target == nil)
    let nameless = read { $0.choose(.measure, "") }
    #expect(nameless.missing == [.name])
    let long = read { values in
      values.choose(.measure, "")
      values[.name] = String(repeating: "x", count: 501)
      values[.unit] = String(repeating: "y", count: 51)
    }
    #expect(Set(long.complaints.keys) == [.name, .unit])
  }

  @Test("Every goal survives a round trip through its form")
  func roundTrip() throws {
    for measure in Aim.measures {
      for way in Aim.ways(of: measure) {
        let goal = try goal(measure, way, 7.25, from: -3, to: 9)
        #expect(ReadGoal(FormValues(goal), as: goal).goal == goal)
      }
    }
    var own = try goal(.steps, .daily, 12, from: 0)
    (own.name, own.unit) = ("Read", "books")
    #expect(ReadGoal(FormValues(own), as: own).goal == own)
  }
}

/// Values as the form's reader reads them, in the plain notation of numbers.
private struct ReadGoal {
  let goal: Goal
  let complaints: [GoalField: String]
  let missing: Set<GoalField>

  init(_ values: FormValues<GoalField>, as draft: Goal) {
    var reader = FormReader(values, at: Bench.morning, in: .plain)
    goal = reader.goal(draft)
    complaints = reader.complaints.mapValues(\.sentence)
    missing = Set(reader.complaints.filter(\.value.isOfMissing).keys)
  }
}
