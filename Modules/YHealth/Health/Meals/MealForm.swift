internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Platform
internal import Units

extension Meal: Logged {
  static let kind = LogKind.meal
  static let longestDescription = 2000

  static let questions: [FormInput<FormField>] = [
    FormInput(.course, "Kind", .one(.words(Course.allCases.map(\.rawValue))) { Course.usual(at: $0.clock).rawValue }),
    FormInput(.description, "Description", .text(longest: longestDescription, isLong: true)) {
      $0.isRequired = true
      $0.example = "Porridge with a banana"
    },
    FormInput(.calories, "Calories", .number("kcal")) { $0.isDeepOnly = true },
    FormInput(.protein, "Protein", .number("g")) { $0.isDeepOnly = true },
    FormInput(.carbohydrate, "Carbohydrate", .number("g")) { $0.isDeepOnly = true },
    FormInput(.fat, "Fat", .number("g")) { $0.isDeepOnly = true },
    FormInput(.fibre, "Fibre", .number("g")) { $0.isDeepOnly = true },
  ]

  static let amount = FormAmount(field: .calories, quantity: .energy, exact: .exactKilocalories)
  static let amounts = [amount]

  init(_ id: ID<Meal>, reading form: inout FormReader<FormField>) {
    let eatenAt = form.instant()
    let typed = form.one(.course, of: Course.allCases.map(\.rawValue)).flatMap(Course.init(rawValue:))
    self.init(
      id: id, kind: typed ?? .usual(at: form.moment(eatenAt).clock),
      description: form.required(
        .description, longest: Meal.longestDescription, else: "Describe what you had, in a few words."),
      calories: form.wholeStored(Meal.amount, in: 0...20_000), protein: form.fraction(.protein, in: 0...5000),
      carbohydrate: form.fraction(.carbohydrate, in: 0...5000), fat: form.fraction(.fat, in: 0...5000),
      fibre: form.fraction(.fibre, in: 0...5000), photoPath: form.text(.photo, longest: 1000), eatenAt: eatenAt)
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([
      .course: kind.rawValue, .description: description, .calories: calories.map(String.init) ?? "",
      .protein: protein.map(\.plain) ?? "", .carbohydrate: carbohydrate.map(\.plain) ?? "",
      .fat: fat.map(\.plain) ?? "", .fibre: fibre.map(\.plain) ?? "", .photo: photoPath ?? "",
    ])
  }

  var entry: LogEntry { .meal(self) }

  func words(in amounts: AmountNotation) -> String {
    "\(kind.rawValue.capitalisedFirst): \(description.brief())"
      + (calories.map { ", \(Meal.energy($0, in: amounts))" } ?? "")
  }
}

extension Meal {
  /// "540 kcal", "2,259 kJ". Kilocalories stand as they were typed.
  static func energy(_ kilocalories: Int, in amounts: AmountNotation) -> String {
    amounts.unit(of: .energy) == Quantity.energy.stored
      ? "\(kilocalories) kcal" : amounts.text(Double(kilocalories), .energy)
  }
}

extension Meal.Course {
  /// The usual meal at a time of day.
  static func usual(at time: TimeOfDay) -> Meal.Course {
    switch time {
    case TimeOfDay.at(5)..<TimeOfDay.at(11): .breakfast
    case TimeOfDay.at(11)..<TimeOfDay.at(15): .lunch
    case TimeOfDay.at(17)..<TimeOfDay.at(22): .dinner
    default: .snack
    }
  }
}
