public import Forms

/// The fields of all forms.
public enum FormField: String, FormFieldName, CaseIterable {
  case mood, feelings, note
  case course, description, calories, photo
  case activity, minutes, steps, distance
  case title, body, tags
  case protein, carbohydrate, fat, fibre
  case workout, effort, sets
  case millilitres, drink
  case energy, stress
  case fellAsleep = "fell_asleep"
  /// The instant with its fraction of a second; not shown in any form.
  case fellAsleepAt = "fell_asleep_at"
  case quality
  case kilograms
  // The stored amounts of a form that shows them in other units; not shown in any form.
  case exactKilograms = "exact_kilograms"
  case exactKilometres = "exact_kilometres"
  case exactMillilitres = "exact_millilitres"
  case exactKilocalories = "exact_kilocalories"
  case date, time

  public static let standing: Set<FormField> = [.date, .time]
}
