import Days
import JSON
import Kernel
import Testing

@testable import TrainingPlan

@Suite("A runner in JSON") struct PlanRunnerTests {
  static let today = CalendarDay(number: 20_779)
  static let whole: [String: JSON] = [
    "experience": "casual", "weekly": 40, "longest_run": 14, "longest_run_day": "2026-11-20",
    "days": ["tuesday", "thursday", "saturday", "sunday"], "blocked": ["2026-12-25", "saturday"],
    "long_run_day": "sunday",
    "race": ["km": 21.0975, "time": "1:45:00"],
    "goal": ["type": "race", "km": 42.195, "date": "2027-04-11", "time": "3:45:00"], "pain": 0,
    "injury": "shin splints",
    "units": "km", "today": "2026-11-23",
  ]

  @Test("All of it is read")
  func read() throws {
    let runner = try PlanRunner(json: .object(PlanRunnerTests.whole), today: PlanRunnerTests.today)
    #expect(runner.weekly == 40_000 && runner.longest == 14_000 && runner.days == [0, 2, 4] && runner.longRunDay == 0)
    #expect(runner.blockedDays == [try #require(CalendarDay("2026-12-25"))] && runner.race?.seconds == 6300)
    #expect(runner.goal == .race(metres: 42_195, on: try #require(CalendarDay("2027-04-11")), seconds: 13_500))
    #expect(runner.today.text == "2026-11-23")
    let miles = try PlanRunner(
      json: .object(PlanRunnerTests.whole.merging(["units": "miles", "weekly": 25]) { $1 }),
      today: PlanRunnerTests.today)
    #expect(miles.weekly == 40_234)
  }

  @Test(
    "What cannot be is refused by the name of its field, with what to do",
    arguments: [
      ("experience", "expert", "“experience” is not one of beginner, returning, casual, serious."),
      ("experience", nil, "“experience” is missing."), ("weekly", -1, "“weekly” is not a number from 0 to 250"),
      ("weekly", 1e300, "“weekly” is not a number"), ("weekly", 0, "“weekly” and “longest_run” contradict"),
      ("weekly", 240, "“weekly” and “longest_run” contradict"),
      ("longest_run", 0, "“weekly” and “longest_run” contradict"),
      ("longest_run", 0.2, "“longest_run” is not 0, or at least 0.5"),
      ("longest_run_day", "2026-10-01", "“longest_run_day” is not within the 30 days"),
      ("longest_run_day", "2026-11-31", "“longest_run_day” is not a day of the calendar"),
      ("days", [], "“days” leaves fewer than two days"), ("days", ["someday"], "“days” is not a list of weekdays"),
      ("days", "sunday", "“days” is not a list"),
      ("blocked", ["tuesday", "thursday", "saturday"], "“days” leaves fewer"),
      ("blocked", [5], "“blocked” is not a list of days"),
      ("long_run_day", "monday", "“long_run_day” is not one of the days"),
      ("race", ["km": 10, "time": "0:20:00"], "“race.time” is impossible"),
      ("longest_run", 100.5, "“longest_run” is not a number from 0 to 100"),
      ("race", ["km": 10, "time": "26:00"], "“race.time” is impossible: 26:00 over 10.0 km is faster than the world"),
      ("race", ["km": 42.195, "time": "1:58:00"], "“race.time” is impossible"),
      ("race", ["km": 15, "time": "39:00"], "“race.time” is impossible"),
      ("race", ["km": 10, "time": "5:00:00"], "“race.time” is no race"),
      ("race", ["km": 10, "time": "48"], "“race.time” is not a time"),
      ("race", ["km": 1000, "time": "48:00"], "“race.km” is not"),
      ("race", ["km": 10], "“race.time” is missing."), ("race", 7, "“race” is a number, not an object."),
      ("goal", nil, "“goal” is missing."), ("goal", ["type": "win"], "“goal.type” is not one of"),
      ("goal", ["type": "race", "km": 10, "date": "2026-01-01"], "“goal.date” is in the past"),
      ("goal", ["type": "race", "km": 10, "date": "2036-01-01"], "“goal.date” is more than a year away"),
      ("goal", ["type": "race", "km": 10, "date": "2027-02-30"], "“goal.date” is not a day"),
      ("goal", ["type": "race", "km": 42.195, "date": "2027-04-11", "time": "1:30:00"], "“goal.time” is impossible"),
      ("goal", ["type": "open", "km": 10], "“goal.km” is no part of a goal of the type open"),
      ("goal", ["type": "open", "weeks": 4.5], "“goal.weeks” is not a whole number"),
      ("pain", 11, "“pain” is not a whole number from 0 to 10."), ("injury", "", "“injury” is not one line"),
      ("units", "furlongs", "“units” is not one of km, miles."), ("today", "now", "“today” is not a day"),
      ("wekly", 5, "“wekly” is no field of a runner. Did you mean “weekly”?"),
    ] as [(String, JSON?, String)])
  func refused(_ field: String, _ value: JSON?, _ sentence: String) {
    var runner = PlanRunnerTests.whole
    runner[field] = value
    do throws(Problem) {
      _ = try PlanRunner(json: .object(runner), today: PlanRunnerTests.today)
      Issue.record("\(field) was taken")
    } catch {
      #expect(error.sentence.hasPrefix(sentence) && error.code == "bad-runner" && !error.remedy.isEmpty)
    }
  }

  @Test("Limits are those of kilometres, whatever the unit of the file")
  func units() throws {
    func refused(_ weekly: JSON, _ longest: JSON) -> String? {
      let file = PlanRunnerTests.whole.merging(["units": "miles", "weekly": weekly, "longest_run": longest]) { $1 }
      do throws(Problem) {
        _ = try PlanRunner(json: .object(file), today: PlanRunnerTests.today)
        return nil
      } catch {
        return error.what
      }
    }
    #expect(refused(250, 100) == "“weekly” is not a number from 0 to 155 miles a week.")
    #expect(refused(150, 100) == "“longest_run” is not a number from 0 to 62 miles.")
    #expect(refused(150, 60) == nil && refused(13, 26.2) == nil)
    // 35 km a week and a run of 99 km.
    #expect(refused(22, 61.5)?.hasPrefix("“weekly” and “longest_run” contradict") ?? false)
  }

  @Test("The records of each distance can be named, and a second less cannot")
  func records() throws {
    for (kilometres, seconds) in [(1.5, 206), (5, 756), (10, 1571), (42.195, 7235)] {
      #expect(try RaceResult(kilometres: kilometres, seconds: seconds, field: "x").seconds == Double(seconds))
      #expect(throws: Problem.self) { try RaceResult(kilometres: kilometres, seconds: seconds - 1, field: "x") }
    }
    let times = stride(from: 1500.0, through: 50_000, by: 100).map { RaceRecords.seconds(over: $0) }
    #expect(times == times.sorted())
  }

  @Test("A name that is there twice is found, in any object")
  func doubled() throws {
    func name(_ text: String) throws -> String? { try PlanRunner.doubledName(in: Array(text.utf8)) }
    #expect(try name(#"{"experience":"casual","experience":"serious"}"#) == "experience")
    #expect(try name(#"{"goal":{"km":10,"type":"race","k\u006d":5}}"#) == "goal.km")
    #expect(try name(#"{"a":[{"b":1,"b":2}]}"#) == "a.b")
    #expect(try name(#"{"goal":{"km":10},"race":{"km":5}}"#) == nil)
  }

  @Test("Times are read as runners write them, and nothing else is")
  func times() {
    #expect(
      RaceClock.seconds("1:45:00") == 6300 && RaceClock.seconds("24:34") == 1474 && RaceClock.seconds("90:00") == 5400)
    for text in ["", "45", "1:2:3", "1:60:00", "-1:00", "1:00:00:00", "٣:00", "0:00", "1:00:", "100:00"] {
      #expect(RaceClock.seconds(text) == nil)
    }
  }

  @Test("A file of any JSON is read or refused, and a runner that is read gets a plan without a fault")
  func rubbish() throws {
    for json in [.null, [], "runner", 5, ["goal": ["goal": ["goal": [:]]]]] as [JSON] {
      #expect(throws: Problem.self) { try PlanRunner(json: json, today: PlanRunnerTests.today) }
    }
    let runner = try PlanRunner(json: .object(PlanRunnerTests.whole), today: PlanRunnerTests.today)
    #expect(PlanCheck.faults(in: RunnerPlan(for: runner)).isEmpty)
  }
}
