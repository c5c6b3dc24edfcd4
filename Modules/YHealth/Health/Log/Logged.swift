internal import FoundationEssentials
internal import Kernel
internal import Numbers
internal import Storage

/// A kind of record entered by a form: the form's questions, parsing, and a one-line summary.
protocol Logged: Kept {
  static var kind: LogKind { get }
  /// The form's questions in order, without the time, which every form has.
  static var questions: [FormInput] { get }

  /// Parses a form. Errors are reported to the reader, and the record is then not used.
  init(_ id: ID<Self>, reading form: inout FormReader)
  /// The form's values, except those that depend on a time zone.
  var answers: FormValues { get }
  /// The form's values, including those; without day and time, which every form has.
  func answers(in zone: TimeZone) -> FormValues
  var entry: LogEntry { get }
  /// A one-line summary, with numbers in that notation.
  func words(in numbers: NumberNotation) -> String
  /// A sentence about an unlikely value of the record: the person is asked before it is saved. Nil when nothing is.
  var doubt: String? { get }
}

extension Logged {
  func answers(in zone: TimeZone) -> FormValues { answers }

  var doubt: String? { nil }

  var name: EntryName { EntryName(Self.kind, id.uuid) }
}

extension String {
  /// The beginning of the text on one line, at most `longest` characters.
  func brief(_ longest: Int = 80) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count <= longest ? line : line.prefix(longest - 1) + "…"
  }

  /// "walking" as "Walking".
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
