internal import JSON
internal import Relational

/// A trigger's notification of one statement: the batch of the versions that it wrote.
struct Told: Sendable {
  var table = ""
  var kind = RowChange.Kind.update
  /// Whether the rows appear or disappear for their viewers alone.
  var isForViewersOnly = false
  var batch = 0

  /// Nil for a malformed message.
  init?(_ message: [UInt8]) {
    guard let json = try? JSON(bytes: message), let table = json["table"]?.string, let word = json["kind"]?.string,
      let kind = RowChange.Kind(rawValue: word) ?? Told.looks[word],
      let batch = (json["batch"]?.number).flatMap({ Int(exactly: $0) })
    else { return nil }
    self.table = table
    self.kind = kind
    self.batch = batch
    isForViewersOnly = Told.looks[word] != nil
  }

  /// The words for rows that appear or disappear for somebody.
  private static let looks: [String: RowChange.Kind] = ["SHOWN": .insert, "HIDDEN": .delete]
}
