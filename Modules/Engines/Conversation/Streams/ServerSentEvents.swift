public import Kernel
internal import Platform

/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Hashable {
  /// `message` unless the stream names it.
  public var name: String
  public var data: String
  public var id: String

  public init(_ data: String, name: String = "message", id: String = "") {
    self.name = name
    self.data = data
    self.id = id
  }
}

/// Parses a `text/event-stream` by the HTML standard, in parts of any size: a part may end within a character.
///
/// It is stricter than the standard in two respects: bytes that are not UTF-8 are refused instead of replaced, and lines,
/// events and the whole stream have a longest length. After a problem it takes nothing more.
public struct ServerSentEvents: Sendable {
  /// Limits in bytes.
  public struct Limits: Sendable, Hashable {
    public var line = 1 << 18
    public var event = 1 << 20
    public var stream = 16 << 20

    public init() {}
  }

  private let limits: Limits
  private var line: [UInt8] = []
  private var data: String?
  private var name = ""
  private var id = ""
  private var total = 0
  private var isFirst = true
  /// Whether the last byte was a carriage return, so that a line feed next belongs to it.
  private var wasReturn = false
  private var problem: Problem?

  public init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Takes the next part and returns the events that it completes. Throws when the stream is malformed or too long.
  public mutating func take(_ bytes: [UInt8]) throws(Problem) -> [ServerSentEvent] {
    if let problem { throw problem }
    do throws(Problem) { return try read(bytes) } catch {
      problem = error
      throw error
    }
  }

  /// Whether the stream stopped within a line or an event, which is then lost.
  public var isWithinEvent: Bool { !line.isEmpty || data != nil }

  private mutating func read(_ bytes: [UInt8]) throws(Problem) -> [ServerSentEvent] {
    total += bytes.count
    guard total <= limits.stream else { throw .streamTooLong }
    var events: [ServerSentEvent] = []
    events.reserveCapacity(bytes.count / 64)
    try bytes.withUnsafeBufferPointer { bytes throws(Problem) in
      var start = 0
      if wasReturn, bytes.first == 0x0A { start = 1 }
      if !bytes.isEmpty { wasReturn = false }
      var ends = LineEnds(bytes)
      while let end = ends.next(from: start) {
        if let event = try endLine(with: UnsafeBufferPointer(rebasing: bytes[start..<end])) { events.append(event) }
        start = end + 1
        if bytes[end] == 0x0D {
          if start < bytes.count { if bytes[start] == 0x0A { start += 1 } } else { wasReturn = true }
        }
      }
      try hold(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    return events
  }

  private mutating func hold(_ part: UnsafeBufferPointer<UInt8>) throws(Problem) {
    guard line.count + part.count <= limits.line else { throw .streamTooLong }
    line.append(contentsOf: part)
  }

  /// Reads the line that ends with `part`. Most lines come whole, and are not copied.
  private mutating func endLine(with part: UnsafeBufferPointer<UInt8>) throws(Problem) -> ServerSentEvent? {
    if line.isEmpty {
      guard part.count <= limits.line else { throw .streamTooLong }
      return try read(part)
    }
    try hold(part)
    let whole = line
    line = []
    return try whole.withUnsafeBufferPointer { whole throws(Problem) in try read(whole) }
  }

  /// Reads a line; returns the event when it is the blank line after one.
  private mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(Problem) -> ServerSentEvent? {
    var line = line
    if isFirst {
      isFirst = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = UnsafeBufferPointer(rebasing: line[3...]) }
    }
    guard !line.isEmpty else {
      guard let data else {
        name = ""
        return nil
      }
      let event = ServerSentEvent(data, name: name.isEmpty ? "message" : name, id: id)
      (self.data, name) = (nil, "")
      return event
    }
    if let value = ServerSentEvents.data(in: line) {
      try add(try text(value))
      return nil
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var first = min(colon + 1, line.endIndex)
    if first < line.endIndex, line[first] == UInt8(ascii: " ") { first += 1 }
    let value = UnsafeBufferPointer(rebasing: line[first...])
    let field = line[..<colon]
    if field.elementsEqual("event".utf8) {
      name = try text(value)
    } else if field.elementsEqual("id".utf8) {
      let text = try text(value)
      if !value.contains(0) { id = text }
    } else {
      _ = try text(line)
    }
    return nil
  }

  /// Returns the value when the line is one of the field `data`, as most are.
  private static func data(in line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard line.starts(with: "data".utf8) else { return nil }
    var first = 4
    if first < line.count {
      guard line[first] == UInt8(ascii: ":") else { return nil }
      first += 1
    }
    if first < line.count, line[first] == UInt8(ascii: " ") { first += 1 }
    return UnsafeBufferPointer(rebasing: line[first...])
  }

  private mutating func add(_ text: String) throws(Problem) {
    let count = data.map { $0.utf8.count + 1 } ?? 0
    guard count + text.utf8.count <= limits.event else { throw .streamTooLong }
    // In place: an event may have a million lines.
    if data == nil { data = text } else { data?.append("\n" + text) }
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> String {
    // Most parts are ASCII, which needs no second look.
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .streamUnreadable("It is not UTF-8.") }
    return text
  }
}

/// The ends of lines in a part of a stream, found by the C library, which looks at many bytes at a time.
private struct LineEnds {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The places of the next line feed and the next carriage return; the count where there is none.
  private var feed = -1
  private var carriage = -1

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the place of the first line end from `start` on. Calls must not go backwards.
  mutating func next(from start: Int) -> Int? {
    if feed < start { feed = place(of: 0x0A, from: start) }
    if carriage < start { carriage = place(of: 0x0D, from: start) }
    let end = min(feed, carriage)
    return end < bytes.count ? end : nil
  }

  private func place(of byte: Int32, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, byte, bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

extension Problem {
  static let streamTooLong = Problem(
    "stream-too-long", "The answer is longer than is allowed.", safe: "What you typed is kept.", remedy: "Try again.")

  static func streamUnreadable(_ why: String) -> Problem {
    Problem(
      "stream-unreadable", "The answer cannot be read. \(why)", safe: "What you typed is kept.", remedy: "Try again.")
  }

  /// The answer ended before it was whole.
  static let streamCut = Problem(
    "stream-cut", "The answer ended before it was whole.", safe: "What you typed is kept.", remedy: "Try again.")
}
