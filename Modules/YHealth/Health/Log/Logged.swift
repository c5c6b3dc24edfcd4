internal import FoundationEssentials
internal import Kernel
internal import Storage

/// A kind of record that a person enters by a form: what its form asks, how it is read from what was typed, and how a
/// list tells of it.
protocol Logged: Kept {
  static var kind: LogKind { get }
  /// What its form asks, in order; the time, which every form asks, is not among them.
  static var questions: [Question] { get }

  /// What cannot be read is complained of to the reader, and the record is not used.
  init(_ id: ID<Self>, reading form: inout FormReader)
  /// As its form shows it, but for what depends on the clocks of a zone.
  var answers: FormValues { get }
  /// With that, too; the day and the time, which every form shows, are not among them.
  func answers(in zone: TimeZone) -> FormValues
  var entry: LogEntry { get }
  /// In one line.
  var words: String { get }
}

extension Logged {
  func answers(in zone: TimeZone) -> FormValues { answers }

  var name: EntryName { EntryName(Self.kind, id.uuid) }
}

extension String {
  /// The beginning of a text that may be long, in one line.
  func brief(_ longest: Int = 80) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count <= longest ? line : line.prefix(longest - 1) + "…"
  }

  /// "walking" as "Walking".
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
