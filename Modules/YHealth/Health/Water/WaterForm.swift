internal import Forms
internal import Kernel
internal import Platform
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

  static let amount = FormAmount(field: .millilitres, quantity: .volume, exact: .exactMillilitres, example: 250)
  static let amounts = [amount]

  init(_ id: ID<WaterEntry>, reading form: inout FormReader<FormField>) {
    let millilitres = form.wholeStored(WaterEntry.amount, in: 1...10_000)
    if millilitres == nil { form.complain(.millilitres, "Enter the amount.", isOfMissing: true) }
    self.init(
      id: id, millilitres: millilitres ?? 1, drink: form.text(.drink, longest: 100), drunkAt: form.instant())
  }

  var answers: FormValues<FormField> {
    FormValues<FormField>([.millilitres: String(millilitres), .drink: drink ?? ""])
  }
  var entry: LogEntry { .water(self) }
  func words(in amounts: AmountNotation) -> String {
    "\((drink ?? "water").brief(40).capitalisedFirst), \(WaterEntry.said(millilitres, in: amounts))"
  }

  /// "250 ml", "8 fl oz". Millilitres stand as they were typed.
  static func said(_ millilitres: Int, in amounts: AmountNotation) -> String {
    amounts.unit(of: .volume) == Quantity.volume.stored
      ? "\(millilitres) ml" : amounts.text(Double(millilitres), .volume)
  }

  /// The two glasses that are offered first: round amounts in the person's unit.
  static func glasses(in amounts: AmountNotation) -> [Int] {
    let unit = amounts.unit(of: .volume)
    return unit == Quantity.volume.stored ? [250, 500] : [8, 16].map { Int(unit.stored($0).rounded()) }
  }
}
