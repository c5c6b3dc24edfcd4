/// What came and was not read yet. A line is looked for from where the last look ended, so a request that comes byte by
/// byte costs no more than one that comes whole.
struct Input: Sendable {
  private(set) var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next line, without its end, as a range of `bytes`; nil while it has not come whole. Never longer than `limit`,
  /// and the verdict does not depend on how the bytes were cut.
  mutating func line(limit: Int, orElse tooLong: Refusal) throws(Refusal) -> Range<Int>? {
    var index = max(searched, start)
    while index < bytes.count, bytes[index] != .lineFeed { index += 1 }
    searched = index
    guard index < bytes.count else {
      // One more for the carriage return that may be there already.
      guard count <= limit + 1 else { throw tooLong }
      return nil
    }
    // RFC 9112, 2.2 lets a bare line feed pass; whoever stands before us may not see a line's end there.
    guard index > start, bytes[index - 1] == .carriageReturn else {
      throw index - start > limit ? tooLong : .bad("a line ends without a carriage return")
    }
    let line = start..<(index - 1)
    guard line.count <= limit else { throw tooLong }
    start = index + 1
    searched = start
    return line
  }

  /// Up to that many bytes, as they are.
  mutating func take(upTo most: Int) -> ArraySlice<UInt8> {
    let end = start + min(most, count)
    defer { start = end }
    return bytes[start..<end]
  }

  /// Forgets what was read. Ranges given out before are worth nothing afterwards.
  mutating func compact() {
    if start == bytes.count {
      // An idle connection keeps no large buffer.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
      (start, searched) = (0, 0)
    } else if start > 65_536 {
      bytes.removeSubrange(..<start)
      searched -= min(start, searched)
      start = 0
    }
  }
}
