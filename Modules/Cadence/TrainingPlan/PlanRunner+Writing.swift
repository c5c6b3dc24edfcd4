internal import Days
public import JSON
public import Kernel

extension PlanRunner {
  /// The runner in the form that `init(json:today:)` reads.
  public var json: JSON {
    let size = units == .miles ? 1609.344 : 1000
    func day(_ number: Int) -> JSON { .string(PlanWords.weekday(number).lowercased()) }
    var fields: [String: JSON] = [
      "today": .string(today.text), "experience": .string(experience.rawValue), "units": .string(units.rawValue),
      "weekly": .number(Double(weekly) / size), "longest_run": .number(Double(longest) / size),
      "days": .array(days.sorted().map(day)), "long_run_day": day(longRunDay), "pain": .number(Double(pain)),
      "blocked": .array(blockedDays.sorted().map { .string($0.text) }), "goal": goal.json,
    ]
    if saidLongestDay { fields["longest_run_day"] = .string(longestDay.text) }
    if let race { fields["race"] = PlanRunner.json(race.metres, seconds: race.seconds) }
    if let injury { fields["injury"] = .string(injury) }
    if let pastInjury { fields["past_injury"] = .string(pastInjury) }
    return .object(fields)
  }

  private static func json(_ metres: Double, seconds: Double) -> JSON {
    ["km": .number(metres / 1000), "time": .string(RaceClock.text(Int(seconds.rounded())))]
  }
}

extension PlanRunner.RunningGoal {
  fileprivate var json: JSON {
    switch self {
    case .comeback: return ["type": "comeback"]
    case .open(let weeks): return ["type": "open", "weeks": .number(Double(weeks))]
    case .race(let metres, let day, let seconds):
      var fields: [String: JSON] = [
        "type": "race", "km": .number(metres / 1000), "date": .string(day.text),
      ]
      if let seconds { fields["time"] = .string(RaceClock.text(Int(seconds.rounded()))) }
      return .object(fields)
    }
  }
}

extension RaceClock {
  /// "3:55:14", or "24:34" below an hour, as `seconds(_:)` reads it.
  public static func text(_ seconds: Int) -> String { PlanWords(.km).time(seconds) }
}

extension PlanChange {
  /// The change as JSON: its kind, its first day and what else belongs to it.
  public var json: JSON {
    switch self {
    case .missed(let day): ["type": "missed", "day": .string(day.text)]
    case .ill(let day, let days): ["type": "ill", "day": .string(day.text), "days": .number(Double(days))]
    case .travelling(let day, let days):
      ["type": "travelling", "day": .string(day.text), "days": .number(Double(days))]
    case .raceMoved(let day, let known): ["type": "race-moved", "day": .string(day.text), "known": .string(known.text)]
    case .daysChanged(let days, let first):
      [
        "type": "days-changed", "day": .string(first.text),
        "weekdays": .array(days.sorted().map { .number(Double($0)) }),
      ]
    }
  }

  private enum Kind: String, CaseIterable {
    case missed, ill, travelling
    case raceMoved = "race-moved"
    case daysChanged = "days-changed"
  }

  /// Reads what `json` wrote. Throws a problem that names the field.
  public init(json: JSON) throws(Problem) {
    let fields = try PlanFields(json, at: "change", names: ["type", "day", "days", "known", "weekdays"])
    guard let kind = try fields.choice("type", Kind.self), let day = try fields.day("day") else {
      throw fields.missing("type", "missed, ill, travelling, race-moved or days-changed, with a day")
    }
    switch kind {
    case .missed: self = .missed(day)
    case .ill: self = .ill(from: day, days: try fields.whole("days", in: 1...60) ?? 1)
    case .travelling: self = .travelling(from: day, days: try fields.whole("days", in: 1...60) ?? 1)
    case .raceMoved:
      guard let known = try fields.day("known") else {
        throw fields.missing("known", "the day since which it is known")
      }
      self = .raceMoved(to: day, known: known)
    case .daysChanged:
      let days = Set((json["weekdays"]?.array ?? []).compactMap { $0.number.flatMap { Int(exactly: $0) } })
      guard days.count >= 2, days.isSubset(of: 0...6) else {
        throw fields.missing("weekdays", "at least two of 0 to 6, of which 0 is Sunday")
      }
      self = .daysChanged(to: days, from: day)
    }
  }
}
