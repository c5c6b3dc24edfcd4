public import Days
public import JSON
public import Kernel

extension PlanRunner {
  /// The bytes of a runner's file at most.
  public static let mostBytes = 1 << 20

  private static let names = [
    "today", "experience", "weekly", "days", "blocked", "long_run_day", "longest_run", "longest_run_day", "race",
    "goal",
    "pain", "injury", "past_injury", "units",
  ]
  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  /// Reads a runner. Throws a problem that names the field and says what to do, also where two fields contradict each other.
  public init(json: JSON, today: CalendarDay) throws(Problem) {
    let fields = try PlanFields(json, at: "", names: PlanRunner.names)
    let today = try fields.day("today") ?? today
    let units = try fields.choice("units", RunUnit.self) ?? .km
    guard let experience = try fields.choice("experience", Experience.self) else {
      throw fields.missing("experience", "beginner, returning, casual or serious")
    }
    let (weekly, longest) = try PlanRunner.volumes(fields, units)
    let (days, blocked) = try PlanRunner.days(fields)
    let longDay = try PlanRunner.longDay(fields, days)
    let longestDay = try fields.day("longest_run_day")
    if let longestDay, !(1...30).contains(today.days(since: longestDay)) {
      throw .badRunner(
        "“longest_run_day” is not within the 30 days before \(today.text).", "Give the longest run of those days.")
    }
    let injury = try fields.text("injury")
    self.init(
      today: today, experience: experience, weekly: weekly, days: days, blockedDays: blocked, longRunDay: longDay,
      longest: longest, longestDay: longestDay, race: try PlanRunner.race(fields),
      goal: try PlanRunner.goal(fields, today),
      pain: PlanRunner.countedPain(try fields.whole("pain", in: 0...10) ?? 0, injury: injury), injury: injury,
      units: units)
    pastInjury = try fields.text("past_injury")
  }

  /// The path of the first name that an object of the JSON has twice; nil without one.
  public static func doubledName(in bytes: [UInt8], deepest: Int = 8) throws(JSONFlaw) -> String? {
    var reader = JSONReader(bytes, deepest: deepest)
    return try doubledName(&reader, "")
  }

  private static func doubledName(_ reader: inout JSONReader, _ path: String) throws(JSONFlaw) -> String? {
    switch try reader.peek() {
    case .object:
      var names: Set<String> = []
      try reader.openObject()
      while let key = try reader.nextKey() {
        let name = reader.string(key)
        let full = path.isEmpty ? name : "\(path).\(name)"
        guard names.insert(name).inserted else { return full }
        if let found = try doubledName(&reader, full) { return found }
      }
    case .array:
      try reader.openArray()
      while try reader.nextItem() {
        if let found = try doubledName(&reader, path) { return found }
      }
    default: _ = try reader.skip()
    }
    return nil
  }

  private static func volumes(_ fields: PlanFields, _ units: RunUnit) throws(Problem) -> (Int, Int) {
    let unit = " \(units.rawValue)"
    let metres = units == .miles ? 1609.344 : 1000.0
    // 250 km a week and a run of 100 km, in whole units.
    let (mostWeekly, mostLongest) = ((250_000 / metres).rounded(.down), (100_000 / metres).rounded(.down))
    guard let weekly = try fields.number("weekly", in: 0...mostWeekly, "\(unit) a week") else {
      throw fields.missing("weekly", "the\(unit) of a usual week, 0 for none")
    }
    guard let longest = try fields.number("longest_run", in: 0...mostLongest, unit) else {
      throw fields.missing("longest_run", "the\(unit) of the longest run of the last 30 days, 0 for none")
    }
    guard longest == 0 || longest >= 0.5 else { throw fields.wrong("longest_run", "0, or at least 0.5\(unit)") }
    if weekly > 0, longest == 0 {
      throw .badRunner(
        "“weekly” and “longest_run” contradict each other: there are weeks, but no run.", "Correct one of them.")
    }
    // Four weeks can hold a run of four times the week only where all of it is short.
    let isTooLong = longest > weekly * (longest * metres > 15_000 ? 2.5 : 4.5)
    if weekly > longest * 14 || isTooLong {
      throw .badRunner(
        "“weekly” and “longest_run” contradict each other: no such week has that longest run.", "Correct one of them.")
    }
    return (Int((weekly * metres).rounded()), Int((longest * metres).rounded()))
  }

  private static func weekday(_ item: JSON) -> Int? { item.string.flatMap { weekdays.firstIndex(of: $0.lowercased()) } }

  private static func days(_ fields: PlanFields) throws(Problem) -> (Set<Int>, Set<CalendarDay>) {
    guard let items = try fields.list("days") else {
      throw fields.missing("days", "a list such as [\"tuesday\", \"sunday\"]")
    }
    var days: Set<Int> = []
    for item in items {
      guard let day = weekday(item) else { throw fields.wrong("days", "a list of weekdays such as \"tuesday\"") }
      days.insert(day)
    }
    var blocked: Set<CalendarDay> = []
    for item in try fields.list("blocked") ?? [] {
      if let day = weekday(item) {
        days.remove(day)
      } else if let day = item.string.flatMap({ CalendarDay($0) }) {
        blocked.insert(day)
      } else {
        throw fields.wrong("blocked", "a list of days such as 2027-01-06, or weekdays such as \"friday\"")
      }
    }
    guard days.count >= 2 else {
      throw .badRunner("“days” leaves fewer than two days a week to run on.", "Name two days that are not blocked.")
    }
    return (days, blocked)
  }

  private static func longDay(_ fields: PlanFields, _ days: Set<Int>) throws(Problem) -> Int? {
    guard let value = fields.value("long_run_day") else { return nil }
    guard let day = weekday(value) else { throw fields.wrong("long_run_day", "a weekday such as \"sunday\"") }
    guard days.contains(day) else {
      throw .badRunner("“long_run_day” is not one of the days to run on.", "Add it to “days”, or name another.")
    }
    return day
  }

  private static func race(_ fields: PlanFields) throws(Problem) -> RaceResult? {
    guard let json = fields.value("race") else { return nil }
    let race = try PlanFields(json, at: "race", names: ["km", "time"])
    guard let kilometres = try race.number("km", in: 1.5...50, " km") else {
      throw race.missing("km", "its distance in km")
    }
    guard let seconds = try race.time("time") else { throw race.missing("time", "a time such as 48:30") }
    return try RaceResult(kilometres: kilometres, seconds: seconds, field: "race.time")
  }

  private enum GoalKind: String, CaseIterable { case race, open, comeback }

  private static func goal(_ fields: PlanFields, _ today: CalendarDay) throws(Problem) -> RunningGoal {
    guard let json = fields.value("goal") else {
      throw fields.missing("goal", "{\"type\": \"open\"}, or a race or comeback")
    }
    let goal = try PlanFields(json, at: "goal", names: ["type", "km", "date", "time", "weeks"])
    guard let kind = try goal.choice("type", GoalKind.self) else {
      throw goal.missing("type", "race, open or comeback")
    }
    let of = [GoalKind.race: ["km", "date", "time"], .open: ["weeks"], .comeback: []][kind] ?? []
    for name in ["km", "date", "time", "weeks"] where goal.value(name) != nil && !of.contains(name) {
      throw .badRunner(
        "“goal.\(name)” is no part of a goal of the type \(kind.rawValue).", "Remove it, or name another type.")
    }
    switch kind {
    case .comeback: return .comeback
    case .open: return .open(weeks: try goal.whole("weeks", in: 4...52) ?? 12)
    case .race: return try raceGoal(goal, today)
    }
  }

  private static func raceGoal(_ goal: PlanFields, _ today: CalendarDay) throws(Problem) -> RunningGoal {
    guard let kilometres = try goal.number("km", in: 1.5...50, " km") else {
      throw goal.missing("km", "its distance in km")
    }
    guard let day = try goal.day("date") else { throw goal.missing("date", "the day of the race, such as 2027-04-11") }
    let away = day.days(since: today)
    guard away >= 0 else {
      throw .badRunner("“goal.date” is in the past: \(day.text).", "Give a race that is still to come.")
    }
    guard away <= 364 else {
      throw .badRunner("“goal.date” is more than a year away.", "Choose open training until then, or a nearer race.")
    }
    let seconds = try goal.time("time")
    if let seconds { _ = try RaceResult(kilometres: kilometres, seconds: seconds, field: "goal.time") }
    return .race(metres: kilometres * 1000, on: day, seconds: seconds.map(Double.init))
  }
}
