/// A buffer of received bytes that are not parsed yet. The search for a line resumes where it last stopped, so a
/// request that arrives byte by byte costs no more than one that arrives whole.
struct Input: Sendable {
  private(set) var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Returns the next line, without its ending, as a range of `bytes`; nil while it is incomplete. It is never longer
  /// than `limit`, and the outcome does not depend on how the bytes were split.
  mutating func line(limit: Int, orElse tooLong: RequestRefusal) throws(RequestRefusal) -> Range<Int>? {
    var index = max(searched, start)
    while index < bytes.count, bytes[index] != .lineFeed { index += 1 }
    searched = index
    guard index < bytes.count else {
      // One more for a carriage return that may have arrived.
      guard count <= limit + 1 else { throw tooLong }
      return nil
    }
    // RFC 9112, 2.2 permits a bare line feed, but a proxy in front may not see a line ending there.
    guard index > start, bytes[index - 1] == .carriageReturn else {
      throw index - start > limit ? tooLong : .bad("a line ends without a carriage return")
    }
    let line = start..<(index - 1)
    guard line.count <= limit else { throw tooLong }
    start = index + 1
    searched = start
    return line
  }

  /// Consumes up to `most` bytes.
  mutating func take(upTo most: Int) -> ArraySlice<UInt8> {
    let end = start + min(most, count)
    defer { start = end }
    return bytes[start..<end]
  }

  /// Discards consumed bytes. Invalidates ranges returned before.
  mutating func compact() {
    if start == bytes.count {
      // Frees a large buffer when a connection is idle.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
      (start, searched) = (0, 0)
    } else if start > 65_536 {
      bytes.removeSubrange(..<start)
      searched -= min(start, searched)
      start = 0
    }
  }
}
