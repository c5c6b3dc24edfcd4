/// The byte range of a `Range` header (RFC 9110, 14.2).
enum ByteRange: Sendable, Hashable {
  /// The whole file: no range was requested, or one that may be ignored.
  case whole
  case part(Range<Int>)
  /// The range is not satisfiable.
  case beyond

  init(_ field: String?, of size: Int) {
    guard let field, field.utf8.count <= 100, field.lowercased().hasPrefix("bytes=") else {
      self = .whole
      return
    }
    let text = field.dropFirst(6)
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    // Several ranges would need a multipart response; clients must accept the whole file instead.
    guard ends.count == 2, !text.contains(","), let first = ByteRange.number(ends[0]),
      let last = ByteRange.number(ends[1])
    else {
      self = .whole
      return
    }
    switch (first, last) {
    case (nil, nil): self = .whole
    case (nil, let count?): self = count == 0 || size == 0 ? .beyond : .part(max(0, size - count)..<size)
    case (let start?, nil): self = start < size ? .part(start..<size) : .beyond
    case (let start?, let end?):
      if end < start {
        self = .whole
      } else {
        self = start < size ? .part(start..<min(size - 1, end) + 1) : .beyond
      }
    }
  }

  /// Returns nil for an invalid number, and a nested nil for an empty text.
  private static func number(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    // Larger than any file.
    return .some(Int(text) ?? Int.max)
  }
}
