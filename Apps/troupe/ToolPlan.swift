internal import Commands
internal import Days
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import TrainingPlan

extension Tools {
  static let plan = Tool(
    name: "plan", summary: "a training plan with its reasons", operands: "RUNNER.json", options: [.seed, .json],
    details: """
      The file is one JSON object:
        "experience"       beginner, returning, casual or serious
        "weekly"           distance of a usual week, 0 for none
        "longest_run"      longest run of the last 30 days, 0 for none; "longest_run_day", its date, if known
        "days"             weekdays to run on, at least two: ["tuesday", "thursday", "sunday"]
        "goal"             {"type": "race", "km": 42.195, "date": "2027-04-11", "time": "3:45:00"} (the time if there is one),
                           {"type": "open", "weeks": 12} or {"type": "comeback"}
      and, if there is more to say:
        "blocked"          dates and weekdays without a run; "long_run_day", a weekday
        "race"             {"km": 10, "time": "48:30"}, a recent race, for paces and a projection
        "pain"             0 to 10 in running; "injury" that stands, in words: with it nothing hard is planned;
                           "past_injury", one that is over
        "units"            km or miles, for "weekly", "longest_run" and the text; "today", where the plan begins

      The same file and seed give the same plan. --json has distances in metres, times in seconds, paces in seconds for a
      kilometre, the reasons of every number, and "warnings" as {"code", "words"}: injury, blocked-race, goal, wellness. Documentation/Prediction.md says what projections rest on.
      """,
    run: { given throws(Problem) in
      guard let path = given.operands.first, given.operands.count == 1 else {
        throw .usage("`troupe plan` takes one file.", help: "plan")
      }
      guard let seed = given[.seed].map({ UInt64($0) }) ?? 1 else {
        throw .usage("--seed is a whole number.", help: "plan")
      }
      let plan = RunnerPlan(for: try runner(at: path), seed: seed)
      if given.has(.json) {
        Output.line((try? JSON.text(PlanDocument(plan).json)) ?? "{}")
      } else {
        Output.lines(PlanText(plan).lines)
      }
      return 0
    })

  private static func runner(at path: String) throws(Problem) -> PlanRunner {
    let data = try NamedFile.text(
      of: path, most: PlanRunner.mostBytes, tooLarge: "runner-limit", remedy: "A runner takes a few lines.")
    let json: JSON
    let doubled: String?
    do throws(JSONFlaw) {
      json = try JSON(bytes: data, deepest: 8)
      doubled = try PlanRunner.doubledName(in: data, deepest: 8)
    } catch {
      throw Problem(
        "bad-runner", "\(path.suffix(200)) is not the JSON of a runner: \(error.what) at byte \(error.offset).",
        remedy: "See `troupe help plan` for the format.")
    }
    if let doubled {
      throw Problem(
        "bad-runner", "“\(doubled.prefix(80))” is in \(path.suffix(200)) twice.", remedy: "Keep one of them.")
    }
    return try PlanRunner(json: json, today: CalendarDay(Date(), in: .gmt))
  }

  // MARK: Predictions

  private static let distance = Option(name: "distance", value: "KM", words: "the race that was run, such as 21.0975")
  private static let time = Option(name: "time", value: "H:MM:SS", words: "its time")
  private static let weekly = Option(name: "weekly", value: "KM", words: "the distance of a usual week")
  private static let to = Option(name: "to", value: "KM", words: "the race to predict, such as 42.195")

  static let predict = Tool(
    name: "predict", summary: "a race time from another race, with its intervals",
    options: [distance, time, weekly, to, .json],
    details: """
      Distances are from 1.5 to 50 km. The answer has the time to expect, the times between which half and four of five such
      runners are expected, and what is within reach. Beyond the half marathon a weekly volume makes it narrower.
      Documentation/Prediction.md says what it rests on, and what has not been shown.
      """,
    run: { given throws(Problem) in
      guard given.operands.isEmpty, let from = given[distance], let clock = given[time], let to = given[to] else {
        throw .usage("`troupe predict` takes --distance KM, --time H:MM:SS and --to KM.", help: "predict")
      }
      guard let seconds = RaceClock.seconds(clock) else {
        throw impossible("--time is not a time: \(clock.prefix(40)).", "Give a time such as 1:45:00.")
      }
      let race = try RaceResult(
        kilometres: try kilometres(from, distance, in: 1.5...50), seconds: seconds, field: "--time")
      let volume: Double? =
        if let text = given[weekly] { try kilometres(text, weekly, in: 0...250) * 1000 } else { nil }
      let prediction = RacePrediction(
        from: race, to: try kilometres(to, Self.to, in: 1.5...50) * 1000, weeklyMetres: volume)
      let document = PredictionDocument(prediction)
      Output.line(
        given.has(.json) ? (try? JSON.text(document.json())) ?? "{}" : document.sentences.joined(separator: "\n"))
      return 0
    })

  private static func kilometres(
    _ text: String, _ option: Option, in range: ClosedRange<Double>
  ) throws(Problem) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw impossible(
        "--\(option.name) is not a distance from \(range.lowerBound) to \(range.upperBound) km: \(text.prefix(40)).",
        "Give kilometres such as 21.0975.")
    }
    return number
  }

  private static func impossible(_ what: String, _ remedy: String) -> Problem {
    Problem("bad-race", what, remedy: remedy)
  }
}
