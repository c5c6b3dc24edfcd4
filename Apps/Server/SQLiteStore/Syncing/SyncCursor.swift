/// A device's position in a collection. Opaque to the device.
struct SyncCursor: Equatable {
  /// The revision up to which the device has everything.
  let revision: Int64
  /// The collection's revision when the device began its first pull: it needs no older deletions.
  let start: Int64

  init(_ revision: Int64, start: Int64) {
    self.revision = revision
    self.start = max(revision, start)
  }

  /// Nil for a malformed text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64($0) : nil }
    guard numbers.count == parts.count, let first = numbers.first else { return nil }
    self.init(first, start: numbers.count > 1 ? numbers[1] : first)
  }

  var text: String { start == revision ? "\(revision)" : "\(revision).\(start)" }
}
