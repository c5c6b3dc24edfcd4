internal import Forms
internal import Kernel
internal import Numbers
internal import Platform
internal import Units

extension WeightEntry: Logged {
  static let kind = LogKind.weight

  static let questions: [FormInput<FormField>] = [
    FormInput(.kilograms, "Weight", .number("kg")) {
      $0.isRequired = true
      $0.example = "72.4"
    }
  ]

  private static let example = 72.4
  private static let amount = FormAmount(
    field: .kilograms, quantity: .bodyWeight, exact: .exactKilograms, example: example)
  static let amounts = [amount]

  init(_ id: ID<WeightEntry>, reading form: inout FormReader<FormField>) {
    let kilograms = form.stored(WeightEntry.amount, in: 1...700)
    if kilograms == nil {
      let example = form.amounts.field(WeightEntry.example, .bodyWeight)
      form.complain(.kilograms, "Enter your weight, such as \(example).", isOfMissing: true)
    }
    self.init(id: id, grams: Int(((kilograms ?? 1) * 1000).rounded()), weighedAt: form.instant())
  }

  var answers: FormValues<FormField> { FormValues<FormField>([.kilograms: kilograms.plain]) }
  var entry: LogEntry { .weight(self) }

  /// In kilograms to the gram, as they are stored.
  func words(in amounts: AmountNotation) -> String {
    let isStored = amounts.unit(of: .bodyWeight) == Quantity.bodyWeight.stored
    return "Weight \(isStored ? amounts.numbers.text(kilograms) + " kg" : amounts.text(kilograms, .bodyWeight))"
  }
}
