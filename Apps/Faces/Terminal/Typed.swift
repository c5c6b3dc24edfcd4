internal import Glibc
public import Shell

/// One line or one key of input, an event of the terminal, or the reason why a line was rejected.
public enum Typed: Sendable, Hashable {
  case line(String)
  case tooLong
  case notText
  case key(KeyPress)
  /// The terminal has another size.
  case resized
  /// The process was suspended, and the terminal may show something else.
  case resumed
  /// Ctrl-C.
  case interrupted
  /// The process has been asked to end.
  case ended

  /// The longest line accepted, in bytes.
  public static let longest = 1 << 16

  public init(_ line: LineReader.Line) {
    guard let bytes = line.bytes else {
      self = .tooLong
      return
    }
    self = String(validating: bytes, as: UTF8.self).map { .line($0) } ?? .notText
  }

  /// The lines of standard input, from a terminal or a pipe.
  public static func ofProcess() -> AsyncMapSequence<AsyncStream<LineReader.Line>, Typed> {
    LineReader.from(STDIN_FILENO, longest: longest).map { Typed($0) }
  }
}
