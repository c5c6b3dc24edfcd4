internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Measures
internal import Platform
internal import Units

extension SleepEntry: Logged {
  static let kind = LogKind.sleep
  static let scale = 1...10

  static let questions: [FormInput<FormField>] = [
    FormInput(.fellAsleep, "Fell asleep", .time) {
      $0.isRequired = true
      $0.example = "23:00"
    },
    FormInput(.quality, "Sleep quality", .scale(scale, usual: 6) { "\($0) of 10" }) { $0.isOptional = true },
    FormInput(.note, "Note", .text(longest: 5000, isLong: true)) { $0.isDeepOnly = true },
  ]

  init(_ id: ID<SleepEntry>, reading form: inout FormReader<FormField>) {
    let wokeAt = form.instant()
    self.init(
      id: id, fellAsleepAt: form.before(wokeAt, at: .fellAsleep, exactly: .fellAsleepAt), wokeAt: wokeAt,
      quality: form.whole(.quality, in: SleepEntry.scale), note: form.text(.note, longest: 5000))
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([
      .fellAsleepAt: Moment(fellAsleepAt).text, .quality: quality.map(String.init) ?? "", .note: note ?? "",
    ])
  }

  func answers(in zone: TimeZone) -> FormValues<FormField> {
    var values = answers
    values[.fellAsleep] = Moment(fellAsleepAt, in: zone).clock.text
    return values
  }

  var entry: LogEntry { .sleep(self) }

  /// Longer than this is more often a mistyped time than a sleep.
  static let likely = 16 * 60

  var doubt: String? {
    guard minutes > SleepEntry.likely else { return nil }
    return "This is \(Measure.sleepMinutes.said(Double(minutes))) of sleep. Check the day and both times."
  }

  func words(in amounts: AmountNotation) -> String {
    "Sleep: \(Measure.sleepMinutes.said(Double(minutes)))" + (quality.map { ", quality \($0) of 10" } ?? "")
  }
}

extension FormReader<FormField> {
  /// The last instant before `instant` at which the clock showed the typed time. An unedited time stays as it was, to
  /// the fraction of a second.
  mutating func before(_ instant: Date, at field: FormField, exactly kept: FormField) -> Date {
    let typed = values[field].trimmed
    let isUntouched = [field, .date, .time].allSatisfy { values[$0].trimmed == before[$0] }
    if isUntouched, let exact = Moment.date(values[kept]), exact < instant { return exact }
    let evening = instant.addingTimeInterval(-8 * 3600)
    guard !typed.isEmpty else {
      complain(field, "Enter when you fell asleep, such as 23:00.", isOfMissing: true)
      return evening
    }
    guard let time = TimeOfDay(typed: typed) else {
      complain(field, "Enter a time, such as 23:00.")
      return evening
    }
    let day = CalendarDay(of: moment(instant))
    for candidate in [day, day.following(-1)] {
      if let found = candidate.instant(at: time, in: now.zone), found < instant { return found }
    }
    return evening
  }
}
