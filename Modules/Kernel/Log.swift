/// A log for operators. It never contains what a person entered.
public struct Log: Sendable {
  public enum Level: Int, Sendable, Comparable {
    case debug, info, warning, error

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// One entry of the log.
  public struct Line: Sendable, Equatable {
    public let level: Level
    public let source: String
    public let text: String
  }

  private let source: String
  private let write: @Sendable (Line) -> Void

  public init(source: String = "troupe", write: @escaping @Sendable (Line) -> Void) {
    self.source = source
    self.write = write
  }

  public static let silent = Log { _ in }

  /// The same log with the name of one module as its source.
  public func from(_ source: String) -> Log { Log(source: source, write: write) }

  public func debug(_ message: LogMessage) { note(.debug, message) }
  public func info(_ message: LogMessage) { note(.info, message) }
  public func warning(_ message: LogMessage) { note(.warning, message) }
  public func error(_ message: LogMessage) { note(.error, message) }

  private func note(_ level: Level, _ message: LogMessage) {
    write(Line(level: level, source: source, text: message.text))
  }
}

/// A log message: literals of the program, numbers, identifiers, and strings declared public. A string of unknown
/// origin and a `Redacted` value do not compile.
public struct LogMessage: Sendable, ExpressibleByStringInterpolation {
  let text: String

  public init(stringLiteral words: StaticString) { text = words.description }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ words: StaticString) { text += words.description }
    public mutating func appendInterpolation(_ words: StaticString) { text += words.description }
    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    public mutating func appendInterpolation(_ number: Double) { text += String(number) }
    public mutating func appendInterpolation(_ flag: Bool) { text += String(flag) }
    public mutating func appendInterpolation(_ duration: Duration) { text += String(describing: duration) }
    public mutating func appendInterpolation(_ moment: Moment) { text += moment.text }
    public mutating func appendInterpolation<Of>(_ id: ID<Of>) { text += id.description }
    public mutating func appendInterpolation(code problem: Problem) { text += problem.code }

    /// A string known not to be private: a route's pattern, a collection's name.
    public mutating func appendInterpolation(open words: String) { text += words }

    @available(*, unavailable, message: "a redacted value is not for the log")
    public mutating func appendInterpolation<Value>(_ value: Redacted<Value>) {}
  }
}
