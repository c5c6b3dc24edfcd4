internal import Days
internal import Forms
internal import Kernel
internal import Money
internal import Numbers

// The fields of a rate between two currencies.
extension ExpenseForm {
  func rateInputs(_ currency: FormInput<ExpenseField>, at now: Moment) -> [FormInput<ExpenseField>] {
    let rate = FormInput<ExpenseField>(.rate, "Rate", .number()) {
      $0.isRequired = true
      $0.missing = "Enter the rate, such as \(NumberNotation(locale: now.locale).text(1.08))."
      $0.hint = "Units of the second currency for one of the first."
      $0.example = "1.08"
    }
    guard isNew else { return [rate] }
    return [
      FormInput(.currency, "From", currency.control) { $0.isRequired = true },
      FormInput(.other, "To", .one(ExpenseForm.currencies, isFolded: true) { _ in "" }) {
        $0.isRequired = true
        $0.missing = "Choose the currency to convert to."
      }, rate,
      FormInput(.day, "Valid from", .day) { $0.isRequired = true },
    ]
  }
}

extension FormReader<ExpenseField> {
  /// The rate as typed; nil when something is missing or was complained about. A changed one keeps its currencies and day.
  mutating func rate(isNew: Bool) -> SpendingRate? {
    guard let from = Currency(values[.currency]), let to = Currency(values[.other]) else { return nil }
    if isNew, from == to {
      complain(.other, "Choose another currency than the first.")
      return nil
    }
    let typed = fraction(.rate, in: 0...1_000_000)
    guard let day = isNew ? spentOn() : CalendarDay(values[.day]), let typed else { return nil }
    let millionths = Int((typed * 1_000_000).rounded())
    guard (1...SpendingRate.most).contains(millionths) else {
      complain(.rate, "Enter a rate above zero.")
      return nil
    }
    return SpendingRate(from: from, to: to, millionths: millionths, day: day)
  }
}
