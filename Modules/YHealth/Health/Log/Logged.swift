internal import Forms
internal import Kernel
internal import Platform
internal import Storage
internal import Units

/// A kind of record entered by a form: the form's questions, parsing, and a one-line summary.
protocol Logged: Kept {
  static var kind: LogKind { get }
  /// The form's questions in order, without the time, which every form has.
  static var questions: [FormInput<FormField>] { get }

  /// The amounts among the fields, which a form shows in the person's units.
  static var amounts: [FormAmount] { get }

  /// Parses a form. Errors are reported to the reader, and the record is then not used.
  init(_ id: ID<Self>, reading form: inout FormReader<FormField>)
  /// The form's values, except those that depend on a time zone.
  var answers: FormValues<FormField> { get }
  /// The form's values, including those; without day and time, which every form has.
  func answers(in zone: TimeZone) -> FormValues<FormField>
  var entry: LogEntry { get }
  /// A one-line summary, with amounts in that notation.
  func words(in amounts: AmountNotation) -> String
  /// A sentence about an unlikely value of the record: the person is asked before it is saved. Nil when nothing is.
  var doubt: String? { get }
}

extension Logged {
  static var amounts: [FormAmount] { [] }

  /// The questions, with amounts in the units of that notation.
  static func questions(in notation: AmountNotation) -> [FormInput<FormField>] {
    questions.map { question in
      amounts.first { $0.field == question.field }.map { $0.asked(question, in: notation) } ?? question
    }
  }

  func answers(in zone: TimeZone) -> FormValues<FormField> { answers }

  var doubt: String? { nil }

  var name: EntryName { EntryName(Self.kind, id.uuid) }
}
