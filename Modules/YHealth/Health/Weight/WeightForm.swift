internal import Forms
internal import FoundationEssentials
internal import Kernel
internal import Numbers

extension WeightEntry: Logged {
  static let kind = LogKind.weight

  static let questions: [FormInput<FormField>] = [
    FormInput(.kilograms, "Weight", .number("kg")) {
      $0.isRequired = true
      $0.example = "72.4"
    }
  ]

  init(_ id: ID<WeightEntry>, reading form: inout FormReader<FormField>) {
    let kilograms = form.fraction(.kilograms, in: 1...700)
    if kilograms == nil { form.complain(.kilograms, "Enter your weight, such as 72.4.", isOfMissing: true) }
    self.init(id: id, grams: Int(((kilograms ?? 1) * 1000).rounded()), weighedAt: form.instant())
  }

  var answers: FormValues<FormField> { FormValues<FormField>([.kilograms: kilograms.plain]) }
  var entry: LogEntry { .weight(self) }
  func words(in numbers: NumberNotation) -> String { "Weight \(numbers.text(kilograms)) kg" }
}
