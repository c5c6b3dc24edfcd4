internal import Days
internal import Forms
internal import Hours
internal import Interface
internal import Kernel
internal import Numbers
internal import Platform

/// An entry as a form has it.
public struct OwnReadingContent: Sendable, Equatable {
  let value: Double?
  let second: Double?
  let isTaken: Bool
  let note: String?
  let measuredAt: Date

  // MARK: The measure of the form

  /// The fields that say what the entry is of.
  static func definition(_ measure: OwnMeasure) -> FormValues<OwnField> {
    FormValues([
      .ofName: measure.name, .ofKind: measure.kind.rawValue, .ofUnit: measure.unit ?? "",
      .ofLowest: measure.least.map { "\($0)" } ?? "", .ofHighest: measure.most.map { "\($0)" } ?? "",
      .ofDose: measure.dose.map { "\($0)" } ?? "",
    ])
  }

  static let ofMeasure: [OwnField] = [.ofName, .ofKind, .ofUnit, .ofLowest, .ofHighest, .ofDose]

  /// The definition that a form was opened with; nil while it has none.
  static func measure(_ values: FormValues<OwnField>, id: ID<OwnMeasure>, at now: Date) -> OwnMeasure? {
    guard let kind = OwnMeasure.Kind(rawValue: values[.ofKind]) else { return nil }
    return OwnMeasure(
      id: id, name: values[.ofName], kind: kind, unit: values[.ofUnit].isEmpty ? nil : values[.ofUnit],
      least: Double(values[.ofLowest]), most: Double(values[.ofHighest]), dose: Double(values[.ofDose]),
      createdAt: now)
  }

  private static func measure(_ values: FormValues<OwnField>) -> OwnMeasure {
    measure(values, id: ID(nobody), at: .distantPast)
      ?? OwnMeasure(id: ID(nobody), name: "", kind: .number, createdAt: .distantPast)
  }

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  // MARK: Fields

  static func inputs(_ values: FormValues<OwnField>) -> [FormInput<OwnField>] {
    let measure = measure(values)
    let note = FormInput<OwnField>(.note, "Note", .text(longest: OwnReading.longestNote, isLong: true)) {
      $0.isDeepOnly = true
    }
    return fields(of: measure, isTaken: values[.taken] != "no") + [note]
  }

  private static func fields(of measure: OwnMeasure, isTaken: Bool) -> [FormInput<OwnField>] {
    switch measure.kind {
    case .scale:
      return [
        FormInput(.value, "How strong", .scale(OwnMeasure.scale, usual: 5) { "\($0) of 10" }) {
          $0.isOptional = true
          $0.isRequired = true
        }
      ]
    case .medicine:
      let choice = FormInput<OwnField>(
        .taken, "Taken", .one([FormOption("yes", "Taken"), FormOption("no", "Not taken")]) { _ in "yes" })
      let dose = FormInput<OwnField>(.value, "Dose", .number(measure.unit)) {
        $0.purpose = .amount
        $0.example = "400"
      }
      return [choice] + (isTaken ? [dose] : [])
    case .pressure:
      return [
        FormInput(.value, "Upper value", .number("mmHg", isWhole: true)) {
          $0.isRequired = true
          $0.hint = "Systolic, in mmHg."
          $0.example = "120"
          $0.missing = "Enter the upper value, such as 120."
          $0.purpose = .amount
        },
        FormInput(.second, "Lower value", .number("mmHg", isWhole: true)) {
          $0.isRequired = true
          $0.hint = "Diastolic, in mmHg."
          $0.example = "80"
          $0.missing = "Enter the lower value, such as 80."
          $0.purpose = .amount
        },
      ]
    case .number:
      return [
        FormInput(.value, "Value", .number(measure.unit)) {
          $0.isRequired = true
          $0.missing = "Enter the value."
          $0.purpose = .amount
        }
      ]
    }
  }

  static func values(
    of reading: OwnReading, _ measure: OwnMeasure?, in numbers: NumberNotation, at now: Moment
  ) -> FormValues<OwnField> {
    var values = measure.map(definition) ?? FormValues()
    let moment = Moment(reading.measuredAt, in: now.zone)
    values[.value] = reading.value.map(numbers.text) ?? ""
    values[.second] = reading.second.map(numbers.text) ?? ""
    values[.taken] = measure?.kind == .medicine ? (reading.isTaken ? "yes" : "no") : ""
    values[.note] = reading.note ?? ""
    values[.date] = moment.day.text
    values[.time] = moment.clock.text
    return values
  }

  // MARK: Reading

  init(reading form: inout FormReader<OwnField>, opened: OwnStored?) {
    let measure = OwnReadingContent.measure(form.values)
    isTaken = measure.kind != .medicine || form.values[.taken] != "no"
    switch measure.kind {
    case .scale:
      value = form.whole(.value, in: OwnMeasure.scale).map(Double.init)
      second = nil
      if form.values[.value].trimmed.isEmpty {
        form.complain(.value, "Choose a value from 0 to 10.", isOfMissing: true)
      }
    case .medicine:
      value = isTaken ? OwnReadingContent.dose(.value, &form) : nil
      second = nil
    case .pressure:
      value = form.whole(.value, in: OwnMeasure.systolic).map(Double.init)
      second = form.whole(.second, in: OwnMeasure.diastolic).map(Double.init)
      if let value, let second, second >= value {
        form.complain(.second, "The lower value must be less than the upper one. Check which is which.")
      }
    case .number:
      value = OwnReadingContent.number(.value, in: measure.bounds, &form)
      second = nil
    }
    note = form.text(.note, longest: OwnReading.longestNote)
    measuredAt = form.instant(day: .date, time: .time)
    guard let doubt = doubt(of: measure, in: form.numbers) else { return }
    // Nothing is asked about values that are stored already.
    if case .reading(let kept, _)? = opened, kept.reading.value == value, kept.reading.second == second { return }
    form.doubt(doubt)
  }

  func apply(to reading: inout OwnReading) {
    (reading.value, reading.second, reading.isTaken) = (value, second, isTaken)
    (reading.note, reading.measuredAt) = (note, measuredAt)
  }

  /// A sentence about values that are possible and hardly ever right; nil when nothing is.
  private func doubt(of measure: OwnMeasure, in numbers: NumberNotation) -> String? {
    switch measure.kind {
    case .pressure:
      guard let value, let second else { return nil }
      let isUnlikely = value > 200 || value < 75 || second > 130 || second < 40 || value - second < 15
      let said = "\(numbers.text(value)) over \(numbers.text(second)) mmHg"
      return isUnlikely ? "\(said) is a rare blood pressure. Compare both numbers with the device." : nil
    case .medicine:
      guard let value, let dose = measure.dose, dose > 0, value > 3 * dose else { return nil }
      return
        "\(measure.said(value, in: numbers)) is more than three times the usual dose of \(measure.said(dose, in: numbers))."
    case .scale, .number: return nil
    }
  }

  // MARK: Numbers

  /// The number of a field; nil when it is blank or not within the bounds.
  static func number(
    _ field: OwnField, in bounds: ClosedRange<Double>, _ form: inout FormReader<OwnField>
  ) -> Double? {
    let middle = bounds.contains(5.2) ? 5.2 : (bounds.lowerBound + bounds.upperBound) / 2
    return form.number(field) { numbers, text throws(NumberComplaint) in
      try numbers.fraction(text, in: bounds, such: "\(middle.thousandths)")
    }
  }

  static func dose(_ field: OwnField, _ form: inout FormReader<OwnField>) -> Double? {
    form.number(field) { numbers, text throws(NumberComplaint) in
      try numbers.fraction(text, in: 0...1_000_000, such: "400")
    }
  }
}
