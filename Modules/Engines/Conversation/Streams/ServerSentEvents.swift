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
    var rest = bytes[...]
    if let first = rest.first {
      if wasReturn, first == 0x0A { rest = rest.dropFirst() }
      wasReturn = false
    }
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      if let event = try endLine(with: rest[..<end]) { events.append(event) }
      let isReturn = rest[end] == 0x0D
      rest = rest[(end + 1)...]
      guard isReturn else { continue }
      if rest.first == 0x0A { rest = rest.dropFirst() } else { wasReturn = rest.isEmpty }
    }
    try hold(rest)
    return events
  }

  private mutating func hold(_ part: ArraySlice<UInt8>) throws(Problem) {
    guard line.count + part.count <= limits.line else { throw .streamTooLong }
    line.append(contentsOf: part)
  }

  /// Reads the line that ends with `part`. Most lines come whole, and are not copied.
  private mutating func endLine(with part: ArraySlice<UInt8>) throws(Problem) -> ServerSentEvent? {
    if line.isEmpty {
      guard part.count <= limits.line else { throw .streamTooLong }
      return try read(part)
    }
    try hold(part)
    let whole = line
    line = []
    return try read(whole[...])
  }

  /// Reads a line; returns the event when it is the blank line after one.
  private mutating func read(_ line: ArraySlice<UInt8>) throws(Problem) -> ServerSentEvent? {
    var line = line
    if isFirst {
      isFirst = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    }
    guard !line.isEmpty else {
      defer { (data, name) = (nil, "") }
      return data.map { ServerSentEvent($0, name: name.isEmpty ? "message" : name, id: id) }
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let field = line[..<colon]
    if field.elementsEqual("data".utf8) {
      try add(try text(value))
    } else if field.elementsEqual("event".utf8) {
      name = try text(value)
    } else if field.elementsEqual("id".utf8) {
      let text = try text(value)
      if !value.contains(0) { id = text }
    } else {
      _ = try text(line)
    }
    return nil
  }

  private mutating func add(_ text: String) throws(Problem) {
    let count = data.map { $0.utf8.count + 1 } ?? 0
    guard count + text.utf8.count <= limits.event else { throw .streamTooLong }
    // In place: an event may have a million lines.
    if data == nil { data = text } else { data?.append("\n" + text) }
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(Problem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .streamUnreadable("It is not UTF-8.") }
    return text
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
