public import Days
public import Forms
internal import Interface
public import Kernel
internal import Numbers
public import Platform
public import Storage
internal import TrainingPlan
internal import Units

/// The fields of the forms of Training.
public enum TrainingField: String, FormFieldName, CaseIterable {
  case experience, weekly, longest, days, goal, distance, date, weeks, pain, injury
  case otherDistance = "other-distance"
  case target
  case raceDistance = "race-distance"
  case raceTime = "race-time"
  case longDay = "long-day"
  case day, activity, ran, time, effort, note

  public static let standing: Set<TrainingField> = [.day]
}

/// The forms: for the runner by hand, and for a run that was done.
public enum TrainingForm: Sendable, Hashable {
  case runner
  /// Marks the run of a day.
  case mark(CalendarDay)
  case add
  case edit(UUID)

  var isOfRun: Bool { self != .runner }

  /// The record that is changed.
  var record: UUID? { if case .edit(let id) = self { id } else { nil } }

  /// Nil for a route that shows no form.
  init?(_ route: Route) {
    switch route.path {
    case TrainingPlaces.runner.path: self = .runner
    case TrainingPlaces.runForm.path:
      if let day = TrainingPlaces.day(route) {
        self = .mark(day)
      } else {
        self = TrainingPlaces.id(route).map { .edit($0) } ?? .add
      }
    default: return nil
    }
  }

  var route: Route {
    switch self {
    case .runner: TrainingPlaces.runner
    case .mark(let day): TrainingPlaces.mark(day)
    case .add: TrainingPlaces.runForm
    case .edit(let id): TrainingPlaces.edit(id)
    }
  }
}

extension TrainingForm: FormIdentity {
  public typealias Field = TrainingField
  public typealias Stored = Opened<RunDone>

  public static let drafts = "training_drafts"
  public static let columns = ["form", "day", "editing"]

  public init?(columns: [String: String]) {
    switch columns["form"] {
    case "runner": self = .runner
    case "add": self = .add
    case "mark":
      guard let day = columns["day"].flatMap({ CalendarDay($0) }) else { return nil }
      self = .mark(day)
    case "edit":
      guard let id = columns["editing"].flatMap({ UUID(uuidString: $0) }) else { return nil }
      self = .edit(id)
    default: return nil
    }
  }

  public var columns: [String: String] {
    switch self {
    case .runner: ["form": "runner"]
    case .add: ["form": "add"]
    case .mark(let day): ["form": "mark", "day": day.text]
    case .edit(let id): ["form": "edit", "editing": id.uuidString.lowercased()]
    }
  }

  public var isNew: Bool { record == nil }

  public func inputs(_ values: FormValues<TrainingField>, at now: Moment) -> [FormInput<TrainingField>] {
    isOfRun ? TrainingForm.runInputs(values, RunWords(now)) : TrainingForm.runnerInputs(values, RunWords(now))
  }

  public func check(_ form: Form<TrainingForm>, _ reader: inout FormReader<TrainingField>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
    if isOfRun { _ = reader.run(nil) } else { _ = reader.runner() }
  }

  // MARK: Runs

  private static func runInputs(
    _ values: FormValues<TrainingField>, _ words: RunWords
  ) -> [FormInput<TrainingField>] {
    let activity = RunDone.Activity(rawValue: values[.activity]) ?? .run
    var inputs: [FormInput<TrainingField>] = [
      FormInput(.day, "Day", .day) { $0.isRequired = true },
      FormInput(
        .activity, "Activity",
        .one(RunDone.Activity.allCases.map { FormOption($0.rawValue, $0.title) }) { _ in RunDone.Activity.run.rawValue }
      ),
    ]
    if activity != .strength {
      inputs.append(
        FormInput(.ran, "Distance", .number(words.unit, in: 0...310)) {
          $0.isRequired = activity.isRunning
          $0.missing = "Enter the distance in \(words.unit)."
          $0.purpose = .distance
        })
    }
    return inputs + [
      FormInput(.time, "Time", .text(longest: 8)) {
        $0.hint = "Hours, minutes and seconds, such as 52:10 or 1:45:00. Optional."
        $0.example = "52:10"
      },
      FormInput(.effort, "Effort", .scale(1...10, usual: 4) { "\($0) of 10, \(TrainingForm.effort($0))" }),
      FormInput(.pain, "Pain", .scale(0...10, usual: 0) { TrainingForm.pain($0) }),
      FormInput(.note, "Note", .text(longest: RunDone.longestNote, isLong: true)),
    ]
  }

  static func effort(_ number: Int) -> String {
    switch number {
    case ...2: "very easy"
    case 3...4: "easy"
    case 5...6: "moderate"
    case 7...8: "hard"
    default: "as hard as possible"
    }
  }

  static func pain(_ number: Int) -> String {
    switch number {
    case ...0: "none"
    case 1...3: "\(number) of 10, slight"
    case 4...6: "\(number) of 10, clear"
    default: "\(number) of 10, strong"
    }
  }

  // MARK: Stored records

  public func version(of stored: Opened<RunDone>) -> Version? { stored.version }

  public func values(of stored: Opened<RunDone>, at moment: Moment) -> FormValues<TrainingField> {
    let (run, words) = (stored.record, RunWords(moment))
    let numbers = NumberNotation(locale: moment.locale)
    return FormValues([
      .day: run.day.text, .activity: run.activity.rawValue,
      .ran: run.metres > 0 ? numbers.text(words.number(run.metres)) : "",
      .time: run.seconds.map { RaceClock.text($0) } ?? "", .effort: "\(run.effort)", .pain: "\(run.pain)",
      .note: run.note ?? "",
    ])
  }
}

/// The values of a run before it has an identifier.
struct RunValues: Sendable, Equatable {
  var id: ID<RunDone>?
  let day: CalendarDay
  let activity: RunDone.Activity
  let metres: Int
  let seconds: Int?
  let effort: Int
  let pain: Int
  let note: String?
  var plannedMetres: Int?
  var plannedKind: String?

  func run(_ id: ID<RunDone>) -> RunDone {
    RunDone(
      id: id, day: day, activity: activity, metres: metres, seconds: seconds, effort: effort, pain: pain, note: note,
      plannedMetres: plannedMetres, plannedKind: plannedKind)
  }
}

extension FormReader<TrainingField> {
  /// The run; nil when something is missing or was complained about. `known` is the stored one, whose metres stay exact while the
  /// shown number is the same.
  mutating func run(_ known: RunDone?) -> RunValues? {
    let words = RunWords(now)
    let activity = RunDone.Activity(rawValue: values[.activity]) ?? .run
    guard let day = values[.day].trimmed.isEmpty && !values.isEmptied(.day) ? now.day : day(.day) else { return nil }
    if day > now.day { complain(.day, "This day is in the future. Choose today or an earlier day.") }
    if day.days(since: now.day) < -3660 { complain(.day, "This is too long ago. Choose a day of the last ten years.") }
    let typed = activity == .strength ? nil : fraction(.ran, in: 0...310)
    var metres = Int(((typed ?? 0) * words.size).rounded())
    if let known, words.number(known.metres) == typed { metres = known.metres }
    if activity.isRunning, typed != nil, metres < 50 {
      complain(.ran, "Enter a distance of at least 0.1 \(words.unit).")
    }
    let seconds = clock(.time)
    if let seconds, seconds > RunDone.mostSeconds { complain(.time, "The longest time is 48:00:00. Check the time.") }
    if activity.isRunning, let seconds, metres > 0 {
      let pace = Double(seconds) * 1000 / Double(metres)
      if pace < 140 { complain(.time, "This is faster than any world record. Check time and distance.") }
      if pace > 1500 { doubt("\(words.time(seconds)) for \(words.distance(metres)) is very slow. Is that right?") }
    }
    guard complaints.isEmpty, typed != nil || !activity.isRunning else { return nil }
    return RunValues(
      day: day, activity: activity, metres: metres, seconds: seconds, effort: Int(values[.effort]) ?? 4,
      pain: Int(values[.pain]) ?? 0, note: text(.note, longest: RunDone.longestNote))
  }

  /// The seconds of a time such as 52:10; nil when it is blank or was complained about.
  mutating func clock(_ field: TrainingField) -> Int? {
    guard let text = text(field) else { return nil }
    let seconds = RaceClock.seconds(text)
    if seconds == nil { complain(field, "Write the time as 52:10, or 1:45:00 with hours.") }
    return seconds
  }
}
