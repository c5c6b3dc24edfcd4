internal import Glibc
public import Shell

/// What comes in from a person: a line, or why it could not be taken as one.
public enum Typed: Sendable, Hashable {
  case line(String)
  case tooLong
  case notText

  /// More than anybody types, less than would hurt.
  public static let longest = 1 << 16

  public init(_ line: Lines.Line) {
    guard let bytes = line.bytes else {
      self = .tooLong
      return
    }
    self = String(validating: bytes, as: UTF8.self).map { .line($0) } ?? .notText
  }

  /// The lines of standard input, whether a person or a pipe is behind it.
  public static func ofProcess() -> AsyncMapSequence<AsyncStream<Lines.Line>, Typed> {
    Lines.from(STDIN_FILENO, longest: longest).map { Typed($0) }
  }
}
