internal import Forms
internal import Kernel
internal import Numbers
internal import Platform
internal import Units

extension Activity: Logged {
  static let kind = LogKind.activity

  static let known = [
    "walking", "running", "cycling", "swimming", "strength", "yoga", "dancing", "team sport", "gardening", "other",
  ]

  static let questions: [FormInput<FormField>] = [
    FormInput(.activity, "Activity", .one(.words(known), isFolded: true) { _ in known[0] }),
    FormInput(.minutes, "Minutes", .number("min")),
    FormInput(.distance, "Distance", .number("km")) { $0.example = "5.2" },
    FormInput(.steps, "Steps", .number("steps")) { $0.isDeepOnly = true },
    FormInput(.calories, "Calories", .number("kcal")) { $0.isDeepOnly = true },
    FormInput(.note, "Note", .text(longest: 5000, isLong: true)) { $0.isDeepOnly = true },
  ]

  private static let amount = FormAmount(
    field: .distance, quantity: .distance, exact: .exactKilometres, example: 5.2)
  private static let burned = FormAmount(field: .calories, quantity: .energy, exact: .exactKilocalories)
  static let amounts = [amount, burned]

  init(_ id: ID<Activity>, reading form: inout FormReader<FormField>) {
    self.init(
      // An unknown kind of another device or a newer version is kept as it is.
      id: id, kind: form.text(.activity, longest: 100) ?? Activity.known[0],
      minutes: form.whole(.minutes, in: 0...2880), steps: form.whole(.steps, in: 0...300_000),
      metres: form.stored(Activity.amount, in: 0...2000).map { ($0 * 1000).rounded() },
      calories: form.wholeStored(Activity.burned, in: 0...20_000), note: form.text(.note, longest: 5000),
      startedAt: form.instant())
    if minutes == nil, steps == nil, metres == nil {
      form.complain(.minutes, "Enter minutes, distance or steps.", isOfMissing: true)
    }
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([
      .activity: kind, .minutes: minutes.map(String.init) ?? "", .steps: steps.map(String.init) ?? "",
      .distance: metres.map(Activity.kilometres) ?? "", .calories: calories.map(String.init) ?? "",
      .note: note ?? "",
    ])
  }

  var entry: LogEntry { .activity(self) }

  func words(in amounts: AmountNotation) -> String {
    let isStored = amounts.unit(of: .distance) == Quantity.distance.stored
    let distance = metres.map { metres in
      isStored
        ? "\(amounts.numbers.respelled(Activity.kilometres(metres))) km" : amounts.text(metres / 1000, .distance)
    }
    let measures = [
      minutes.map { "\($0) min" }, distance,
      steps.map { "\($0) steps" },
    ]
    return "\(kind.brief(40).capitalisedFirst): " + measures.compactMap(\.self).joined(separator: ", ")
  }

  /// 5200 metres as "5.2".
  static func kilometres(_ metres: Double) -> String { (metres.rounded() / 1000).plain }
}

extension Double {
  /// 3 rather than 3.0.
  var plain: String { Int(exactly: self).map(String.init) ?? String(self) }
}
