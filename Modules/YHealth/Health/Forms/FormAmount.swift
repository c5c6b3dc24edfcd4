internal import Forms
internal import Kernel
internal import Numbers
internal import Units

/// A field of a form that holds an amount. The form shows and reads it in the units of its locale; the record stays in the
/// stored unit.
struct FormAmount: Sendable, Hashable {
  let field: FormField
  let quantity: Quantity
  /// The hidden field with the stored amount of an opened record, which a form that shows it in another unit keeps.
  let exact: FormField
  /// An example, as a stored amount.
  var example: Double?

  /// The question in the unit of a notation.
  func asked(_ question: FormInput<FormField>, in notation: AmountNotation) -> FormInput<FormField> {
    FormInput(question.field, question.title, .number(notation.unit(of: quantity).symbol)) {
      $0 = question.about
      if let example { $0.example = notation.field(example, quantity) }
    }
  }

  /// Puts a stored amount, which is in plain notation, in the notation of a form.
  func fill(_ values: inout FormValues<FormField>, in notation: AmountNotation) {
    guard let stored = Double(values[field]) else { return }
    if notation.unit(of: quantity) == quantity.stored {
      values[field] = notation.numbers.text(stored)
    } else {
      values[exact] = values[field]
      values[field] = notation.field(stored, quantity)
    }
  }
}

extension FormReader<FormField> {
  /// The units and the notation of the form.
  var amounts: AmountNotation { AmountNotation(of: now.locale) }

  /// The stored amount of a field in whole units; nil when it is blank or not within the range.
  mutating func wholeStored(_ amount: FormAmount, in range: ClosedRange<Int>) -> Int? {
    let unit = amounts.unit(of: amount.quantity)
    guard unit != amount.quantity.stored else { return whole(amount.field, in: range, unit: unit.symbol) }
    return stored(amount, in: range).map { min(max(Int($0.rounded()), range.lowerBound), range.upperBound) }
  }

  /// The stored amount of a field; nil when it is blank or not within the range, which is in stored units. What still
  /// stands as it was shown is the stored amount unchanged.
  mutating func stored(_ amount: FormAmount, in range: ClosedRange<Int>) -> Double? {
    let (notation, quantity) = (amounts, amount.quantity)
    let unit = notation.unit(of: quantity)
    let least = Int(unit.amount(of: Double(range.lowerBound)).rounded(.up))
    let most = Int(unit.amount(of: Double(range.upperBound)).rounded(.down))
    return fraction(amount.field, in: least...max(least, most), unit: unit.symbol).map {
      notation.stored($0, quantity, known: Double(values[amount.exact]))
    }
  }
}
