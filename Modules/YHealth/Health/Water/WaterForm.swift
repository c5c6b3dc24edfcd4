internal import Forms
internal import FoundationEssentials
internal import Kernel
internal import Units

extension WaterEntry: Logged {
  static let kind = LogKind.water

  static let questions: [FormInput<FormField>] = [
    FormInput(.millilitres, "How much", .number("ml")) {
      $0.isRequired = true
      $0.example = "250"
    },
    FormInput(.drink, "Drink", .text(longest: 100)) {
      $0.isDeepOnly = true
      $0.hint = "Water if left empty."
      $0.example = "Herbal tea"
    },
  ]

  init(_ id: ID<WaterEntry>, reading form: inout FormReader<FormField>) {
    let millilitres = form.whole(.millilitres, in: 1...10_000)
    if millilitres == nil { form.complain(.millilitres, "Enter the amount.", isOfMissing: true) }
    self.init(
      id: id, millilitres: millilitres ?? 1, drink: form.text(.drink, longest: 100), drunkAt: form.instant())
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([.millilitres: String(millilitres), .drink: drink ?? ""])
  }
  var entry: LogEntry { .water(self) }
  func words(in amounts: AmountNotation) -> String {
    "\((drink ?? "water").brief(40).capitalisedFirst), \(millilitres) ml"
  }
}
