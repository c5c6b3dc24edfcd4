internal import Forms
internal import Interface
internal import Kernel
internal import Numbers
internal import Platform

/// The definition of a measure as a form has it.
public struct OwnMeasureContent: Sendable, Equatable {
  let name: String
  let kind: OwnMeasure.Kind
  let unit: String?
  let least: Double?
  let most: Double?
  let dose: Double?

  static func kind(_ values: FormValues<OwnField>) -> OwnMeasure.Kind {
    OwnMeasure.Kind(rawValue: values[.kind]) ?? .scale
  }

  // MARK: Fields

  static func inputs(_ values: FormValues<OwnField>, isNew: Bool) -> [FormInput<OwnField>] {
    let kind = kind(values)
    let kinds = OwnMeasure.Kind.allCases.map { FormOption($0.rawValue, $0.title) }
    let choice = FormInput<OwnField>(.kind, "Kind", .one(kinds) { _ in OwnMeasure.Kind.scale.rawValue })
    let name = FormInput<OwnField>(.name, "Name", .text(longest: OwnMeasure.longestName)) {
      $0.example = kind.example
      $0.isRequired = kind != .pressure
      $0.missing = "Give it a name, such as \(kind.example)."
      if kind == .pressure { $0.hint = "It is called Blood pressure if left empty." }
    }
    // The entries keep their meaning, so the kind is chosen once.
    return (isNew ? [choice] : []) + [name] + rest(of: kind)
  }

  private static func rest(of kind: OwnMeasure.Kind) -> [FormInput<OwnField>] {
    let unit = FormInput<OwnField>(
      .unit, kind == .medicine ? "Unit of the dose" : "Unit", .text(longest: OwnMeasure.longestUnit)
    ) { $0.example = kind == .medicine ? "mg" : "mmol/l" }
    switch kind {
    case .scale, .pressure: return []
    case .medicine:
      return [
        FormInput(.dose, "Usual dose", .number()) {
          $0.example = "400"
          $0.hint = "Filled in when you log it. You can change it each time."
          $0.purpose = .amount
        }, unit,
      ]
    case .number:
      return [
        unit,
        FormInput(.lowest, "Lowest possible value", .number()) {
          $0.hint = "A value below it is not accepted."
          $0.isDeepOnly = true
          $0.purpose = .amount
        },
        FormInput(.highest, "Highest possible value", .number()) {
          $0.hint = "A value above it is not accepted."
          $0.isDeepOnly = true
          $0.purpose = .amount
        },
      ]
    }
  }

  static func values(of measure: OwnMeasure, in numbers: NumberNotation) -> FormValues<OwnField> {
    FormValues([
      .name: measure.name, .kind: measure.kind.rawValue, .unit: measure.unit ?? "",
      .lowest: measure.least.map(numbers.text) ?? "", .highest: measure.most.map(numbers.text) ?? "",
      .dose: measure.dose.map(numbers.text) ?? "",
    ])
  }

  // MARK: Reading

  init(reading form: inout FormReader<OwnField>, others: [String: Bool]) {
    kind = OwnMeasureContent.kind(form.values)
    let typed = OwnMeasure.cleaned(form.text(.name) ?? "")
    name = typed.isEmpty && kind == .pressure ? OwnMeasure.Kind.pressure.title : typed
    if typed.isEmpty, kind != .pressure {
      form.complain(.name, "Give it a name, such as \(kind.example).", isOfMissing: form.values[.name].isEmpty)
    } else if !OwnMeasure.isReadable(name) {
      form.complain(.name, "This name cannot be read. Use letters or digits.")
    } else if let isArchived = others[OwnMeasure.key(name)] {
      let way = isArchived ? "It is archived: restore it under Your measures, or" : "Log it there, or"
      form.complain(.name, "You already have “\(name.brief(40))”. \(way) choose another name.")
    }
    let takesUnit = kind == .medicine || kind == .number
    let unit = takesUnit ? form.text(.unit, longest: OwnMeasure.longestUnit).map(OwnMeasure.cleaned) : nil
    self.unit = unit?.isEmpty == false ? unit : nil
    dose = kind == .medicine ? OwnReadingContent.dose(.dose, &form) : nil
    guard kind == .number else {
      (least, most) = (nil, nil)
      return
    }
    least = OwnReadingContent.number(.lowest, in: OwnMeasure.numbers, &form)
    most = OwnReadingContent.number(.highest, in: OwnMeasure.numbers, &form)
    if let least, let most, least >= most {
      form.complain(.highest, "This must be more than the lowest possible value.")
    }
  }

  func apply(to measure: inout OwnMeasure) {
    (measure.name, measure.unit, measure.dose) = (name, unit, dose)
    (measure.least, measure.most) = (least, most)
  }
}

extension OwnMeasure.Kind {
  /// The name of the kind.
  var title: String {
    switch self {
    case .scale: "Symptom, 0 to 10"
    case .medicine: "Medicine"
    case .pressure: "Blood pressure"
    case .number: "Number with a unit"
    }
  }

  var example: String {
    switch self {
    case .scale: "Headache"
    case .medicine: "Ibuprofen"
    case .pressure: "Blood pressure"
    case .number: "Blood sugar"
    }
  }
}
