internal import Forms
internal import Kernel
internal import Platform
internal import Units

extension Workout: Logged {
  static let kind = LogKind.workout
  static let scale = 1...10
  static let usual = 5
  static let mostSets = 100

  static let known = [
    "running", "cycling", "strength", "swimming", "yoga", "pilates", "rowing", "interval training", "hiking", "dancing",
    "team sport", "climbing", "other",
  ]

  static let questions: [FormInput<FormField>] = [
    FormInput(.workout, "Kind", .one(.words(known), isFolded: true) { _ in known[0] }),
    FormInput(.minutes, "Minutes", .number("min")) { $0.isRequired = true },
    FormInput(.effort, "Effort", .scale(scale, usual: usual) { Workout.said($0) }) { $0.isOptional = true },
    FormInput(.title, "Title", .text(longest: 500)) { $0.isDeepOnly = true },
    FormInput(.sets, "Sets", .text(longest: 7000, isLong: true)) {
      $0.isDeepOnly = true
      $0.hint = "One set or exercise a line."
      $0.example = "Squat 3x5, 60 kg"
    },
    FormInput(.note, "Note", .text(longest: 5000, isLong: true)) { $0.isDeepOnly = true },
  ]

  /// "7 of 10, hard".
  static func said(_ effort: Int) -> String {
    let word =
      switch effort {
      case ...2: "very easy"
      case 3...4: "easy"
      case 5...6: "moderate"
      case 7...8: "hard"
      default: "all out"
      }
    return "\(effort) of 10, \(word)"
  }

  init(_ id: ID<Workout>, reading form: inout FormReader<FormField>) {
    let minutes = form.whole(.minutes, in: 1...2880)
    if minutes == nil { form.complain(.minutes, "Enter the duration in minutes.", isOfMissing: true) }
    self.init(
      id: id,
      // An unknown kind of another device or a newer version is kept as it is.
      kind: form.text(.workout, longest: 100) ?? Workout.known[0], title: form.text(.title, longest: 500),
      minutes: minutes ?? 1, effort: form.whole(.effort, in: Workout.scale),
      sets: form.lines(.sets, most: Workout.mostSets), note: form.text(.note, longest: 5000), startedAt: form.instant())
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([
      .workout: kind, .title: title ?? "", .minutes: String(minutes), .effort: effort.map(String.init) ?? "",
      .sets: FormValues<FormField>.text(of: sets), .note: note ?? "",
    ])
  }

  var entry: LogEntry { .workout(self) }

  func words(in amounts: AmountNotation) -> String {
    // A title that only repeats the kind is said once.
    let own = title.flatMap { $0.lowercased() == kind.lowercased() ? nil : $0 }
    let named = own.map { "\($0.brief(60)), \(kind.brief(40))" } ?? kind.brief(40).capitalisedFirst
    return "Workout: \(named), \(minutes) min" + (effort.map { ", effort \($0) of 10" } ?? "")
  }
}
