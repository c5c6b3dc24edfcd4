public import Kernel

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
    var start = 0
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else { continue }
      let isRest = byte == 0x0A && wasReturn && start == index && line.isEmpty
      wasReturn = byte == 0x0D
      if isRest {
        start = index + 1
        continue
      }
      try hold(bytes[start..<index])
      start = index + 1
      if let event = try endLine() { events.append(event) }
    }
    if start < bytes.count { wasReturn = false }
    try hold(bytes[start...])
    return events
  }

  private mutating func hold(_ part: ArraySlice<UInt8>) throws(Problem) {
    guard line.count + part.count <= limits.line else { throw .streamTooLong }
    line.append(contentsOf: part)
  }

  /// Reads the line that has ended; returns the event when it was the blank line after one.
  private mutating func endLine() throws(Problem) -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirst {
      isFirst = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else {
      defer { (data, name) = (nil, "") }
      return data.map { ServerSentEvent($0, name: name.isEmpty ? "message" : name, id: id) }
    }
    guard let text = String(validating: line, as: UTF8.self) else { throw .streamUnreadable("It is not UTF-8.") }
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    var value = colon.map { text[text.utf8.index(after: $0)...] } ?? ""
    if value.utf8.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch text[..<(colon ?? text.endIndex)] {
    case "data":
      let all = data.map { $0 + "\n" + value } ?? String(value)
      guard all.utf8.count <= limits.event else { throw .streamTooLong }
      data = all
    case "event": name = String(value)
    case "id": if !value.utf8.contains(0) { id = String(value) }
    default: break
    }
    return nil
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
