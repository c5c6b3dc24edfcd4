/// How far a device has heard of a collection. To the device it is text without a meaning.
struct Cursor: Equatable {
  /// The revision up to which it knows everything.
  let revision: Int64
  /// Where the collection stood when the device began at its beginning: it needs no deletion from before that.
  let start: Int64

  init(_ revision: Int64, start: Int64) {
    self.revision = revision
    self.start = max(revision, start)
  }

  /// Nil for a text that is no cursor.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64($0) : nil }
    guard numbers.count == parts.count, let first = numbers.first else { return nil }
    self.init(first, start: numbers.count > 1 ? numbers[1] : first)
  }

  var text: String { start == revision ? "\(revision)" : "\(revision).\(start)" }
}
