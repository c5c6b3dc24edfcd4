internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Numbers
internal import TrainingPlan

// The form of the runner by hand.
extension TrainingForm {
  enum GoalChoice: String, CaseIterable {
    case race, open, comeback

    var title: String {
      switch self {
      case .race: "A race"
      case .open: "No race, just training"
      case .comeback: "A comeback after a break or an injury"
      }
    }
  }

  /// The usual distances in metres, by their words in the form.
  static let distances: [(word: String, title: String, metres: Double)] = [
    ("5k", "5 km", 5000), ("10k", "10 km", 10_000), ("half", "Half marathon", RaceDistance.half),
    ("marathon", "Marathon", RaceDistance.marathon),
  ]

  static func runnerInputs(
    _ values: FormValues<TrainingField>, _ words: RunWords
  ) -> [FormInput<TrainingField>] {
    let goal = GoalChoice(rawValue: values[.goal])
    let isMiles = words.units == .miles
    var inputs: [FormInput<TrainingField>] = [
      FormInput(
        .goal, "What do you train for?", .one(GoalChoice.allCases.map { FormOption($0.rawValue, $0.title) }) { _ in "" }
      ) {
        $0.isRequired = true
        $0.missing = "Choose what you train for."
      }
    ]
    if goal == .race { inputs += raceInputs(values, words) }
    if goal == .open {
      inputs.append(FormInput(.weeks, "Weeks", .number("weeks", in: 4...52, isWhole: true)) { $0.example = "12" })
    }
    inputs += [
      FormInput(.experience, "Your experience", .one(experiences) { _ in "" }) {
        $0.isRequired = true
        $0.missing = "Choose what fits best."
      },
      FormInput(.weekly, "A usual week", .number(words.unit, in: 0...(isMiles ? 155 : 250))) {
        $0.isRequired = true
        $0.missing = "Enter the \(words.unit) of a usual week, 0 for none."
        $0.purpose = .distance
      },
      FormInput(.longest, "Longest run of the last 30 days", .number(words.unit, in: 0...(isMiles ? 62 : 100))) {
        $0.isRequired = true
        $0.missing = "Enter its \(words.unit), 0 for none."
        $0.purpose = .distance
      },
      FormInput(.days, "Days on which you can run", .several(weekdays)) {
        $0.isRequired = true
        $0.missing = "Choose at least two days."
      },
      FormInput(
        .longDay, "Day of the long run", .one([FormOption("any", "No wish")] + weekdays, isFolded: true) { _ in "any" }),
      FormInput(.raceDistance, "Distance of a recent race", .number(words.unit, in: 1...(isMiles ? 31 : 50))) {
        $0.hint = "In \(words.unit). Optional: with a race the plan has paces, without one it goes by effort."
      },
      FormInput(.raceTime, "Time of that race", .text(longest: 8)) { $0.example = "48:20" },
      FormInput(.pain, "Pain in running, now", .scale(0...10, usual: 0) { TrainingForm.pain($0) }),
      FormInput(.injury, "An injury to be careful with", .text(longest: 100)) { $0.example = "Left achilles" },
    ]
    return inputs
  }

  private static func raceInputs(
    _ values: FormValues<TrainingField>, _ words: RunWords
  ) -> [FormInput<TrainingField>] {
    let options = distances.map { FormOption($0.word, $0.title) } + [FormOption("other", "Another distance")]
    var inputs: [FormInput<TrainingField>] = [
      FormInput(.distance, "Distance of the race", .one(options) { _ in "" }) {
        $0.isRequired = true
        $0.missing = "Choose the distance of the race."
      }
    ]
    if values[.distance] == "other" {
      inputs.append(
        FormInput(.otherDistance, "Its distance", .number(words.unit, in: 1...(words.units == .miles ? 31 : 50))) {
          $0.isRequired = true
          $0.missing = "Enter the distance in \(words.unit)."
        })
    }
    return inputs + [
      FormInput(.date, "Day of the race", .day) {
        $0.isRequired = true
        $0.missing = "Enter the day of the race."
      },
      FormInput(.target, "Time you hope for", .text(longest: 8)) {
        $0.hint = "Optional, such as 3:45:00."
        $0.example = "3:45:00"
      },
    ]
  }

  private static let experiences = [
    FormOption("beginner", "New to running"), FormOption("returning", "Returning after a break"),
    FormOption("casual", "Running regularly"), FormOption("serious", "Training with a plan for years"),
  ]
  static let weekdays = [1, 2, 3, 4, 5, 6, 0].map { FormOption("\($0)", RunWords.weekday($0)) }

  /// The values of a runner.
  static func values(of runner: PlanRunner, at now: Moment) -> FormValues<TrainingField> {
    let (words, numbers) = (RunWords(now), NumberNotation(locale: now.locale))
    func number(_ metres: Double) -> String { numbers.text(words.number(Int(metres.rounded()))) }
    var texts: [TrainingField: String] = [
      .experience: runner.experience.rawValue, .weekly: number(Double(runner.weekly)),
      .longest: number(Double(runner.longest)), .pain: "\(runner.pain)", .injury: runner.injury ?? "",
      .days: FormValues<TrainingField>.text(of: weekdays.map(\.value).filter { runner.days.contains(Int($0) ?? 9) }),
      .longDay: "\(runner.longRunDay)",
      .raceDistance: runner.race.map { number($0.metres) } ?? "",
      .raceTime: runner.race.map { RaceClock.text(Int($0.seconds)) } ?? "",
    ]
    switch runner.goal {
    case .comeback: texts[.goal] = GoalChoice.comeback.rawValue
    case .open(let weeks): (texts[.goal], texts[.weeks]) = (GoalChoice.open.rawValue, "\(weeks)")
    case .race(let metres, let day, let seconds):
      texts[.goal] = GoalChoice.race.rawValue
      let known = distances.first { abs($0.metres - metres) < 1 }
      texts[.distance] = known?.word ?? "other"
      if known == nil { texts[.otherDistance] = number(metres) }
      texts[.date] = day.text
      texts[.target] = seconds.map { RaceClock.text(Int($0)) } ?? ""
    }
    return FormValues(texts.filter { !$0.value.isEmpty })
  }
}

extension FormReader<TrainingField> {
  /// The runner of the form; nil when something is missing or was complained about.
  mutating func runner() -> PlanRunner? {
    let words = RunWords(now)
    let isMiles = words.units == .miles
    func metres(_ number: Double) -> Int { Int((number * words.size).rounded()) }
    let weekly = fraction(.weekly, in: 0...(isMiles ? 155 : 250)).map(metres)
    let longest = fraction(.longest, in: 0...(isMiles ? 62 : 100)).map(metres)
    if let weekly, let longest { check(weekly, longest) }
    let days = Set(values.list(.days).compactMap { Int($0) }.filter { 0...6 ~= $0 })
    if days.count < 2 {
      complain(.days, "Choose at least two days.", isOfMissing: days.isEmpty)
    }
    var longDay = Int(values[.longDay])
    if let day = longDay, !days.contains(day) {
      complain(.longDay, "You cannot run on this day. Choose one of your days, or add it to them.")
      longDay = nil
    }
    let (goal, race, injury) = (goal(words), recentRace(words), text(.injury))
    guard complaints.isEmpty, let weekly, let longest, let goal,
      let experience = PlanRunner.Experience(rawValue: values[.experience])
    else { return nil }
    return PlanRunner(
      today: now.day, experience: experience, weekly: weekly, days: days, longRunDay: longDay, longest: longest,
      race: race, goal: goal, pain: PlanRunner.countedPain(Int(values[.pain]) ?? 0, injury: injury), injury: injury,
      units: words.units)
  }

  private mutating func check(_ weekly: Int, _ longest: Int) {
    if longest > 0, longest < 500 { complain(.longest, "Enter 0, or at least 500 m.") }
    if weekly > 0, longest == 0 {
      complain(.longest, "There is a usual week, but no run of the last 30 days. Correct one of them.")
    } else if weekly > longest * 14 || weekly * 9 < longest * 2 {
      complain(.longest, "No such week has that longest run. Correct one of them.")
    }
  }

  private mutating func goal(_ words: RunWords) -> PlanRunner.RunningGoal? {
    switch TrainingForm.GoalChoice(rawValue: values[.goal]) {
    case nil: return nil
    case .comeback: return .comeback
    case .open: return .open(weeks: whole(.weeks, in: 4...52) ?? 12)
    case .race:
      var metres = TrainingForm.distances.first { $0.word == values[.distance] }?.metres
      if values[.distance] == "other" {
        metres = fraction(.otherDistance, in: 1...(words.units == .miles ? 31 : 50)).map { $0 * words.size }
        if let metres, !(1500.0...50_000).contains(metres) {
          complain(.otherDistance, "Plans are made for races of 1.5 to 50 km.")
        }
      }
      let day = day(.date)
      if let day, day < now.day { complain(.date, "This day is in the past. Enter a race that is still to come.") }
      if let day, day.days(since: now.day) > 364 {
        complain(.date, "This is more than a year away. Choose training without a race until then.")
      }
      let target = clock(.target)
      if let metres, let target { plausible(.target, metres, target, words) }
      guard let metres, let day else { return nil }
      return .race(metres: metres, on: day, seconds: target.map(Double.init))
    }
  }

  private mutating func recentRace(_ words: RunWords) -> RaceResult? {
    let distance = fraction(.raceDistance, in: 1...(words.units == .miles ? 31 : 50)).map { $0 * words.size }
    let seconds = clock(.raceTime)
    if distance != nil, seconds == nil { complain(.raceTime, "Enter the time of the race, or remove its distance.") }
    if distance == nil, seconds != nil {
      complain(.raceDistance, "Enter the distance of the race, or remove its time.")
    }
    guard let distance, let seconds else { return nil }
    if !(1500.0...50_000).contains(distance) { complain(.raceDistance, "Enter a race of 1.5 to 50 km.") }
    plausible(.raceTime, distance, seconds, words)
    return RaceResult(metres: TrainingForm.exact(distance), seconds: Double(seconds))
  }

  private mutating func plausible(_ field: TrainingField, _ metres: Double, _ seconds: Int, _ words: RunWords) {
    let race = RaceResult(metres: metres, seconds: Double(seconds))
    let said = "\(words.time(seconds)) over \(words.distance(Int(metres.rounded())))"
    if race.isFasterThanRecord {
      complain(field, "\(said) is faster than the world record. Check time and distance.")
    } else if race.isSlowerThanWalk {
      complain(field, "\(said) is slower than a walk. Check time and distance.")
    }
  }
}

extension TrainingForm {
  /// A distance that is written as the rounded one of a usual race is that race's.
  static func exact(_ metres: Double) -> Double {
    [RaceDistance.half, RaceDistance.marathon].first { abs($0 - metres) < 60 } ?? metres
  }
}
