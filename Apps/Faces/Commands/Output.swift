internal import Glibc
public import Kernel

/// Writes results to standard output and remarks to standard error.
///
/// Text for people has no signs that control a terminal, and is reduced to ASCII where the environment asks for the locale
/// C. Documents, such as JSON and the lines of a protocol, stay as they are.
public enum Output {
  /// The error that ended writing to the standard output of this process; nil while all was written.
  private static let failure = Locked<Int32?>(nil)
  private static let isDocument = Locked(false)
  private static let isPlain = Locked(PlainText.isAsked { name in getenv(name).map { String(cString: $0) } })

  /// Keeps what follows on standard output as it is: a tool was asked for a document.
  static func keepAll() {
    isPlain.withLock { $0 = false }
    isDocument.withLock { $0 = true }
  }

  public static func line(_ text: String) { Output.text(text + "\n") }
  public static func text(_ text: String) {
    write(isDocument.withLock { $0 } ? text : readable(clean(text)), to: STDOUT_FILENO)
  }

  /// Writes lines that have words of a file: each stays one line.
  public static func lines(_ lines: [String]) { for line in lines { Output.line(line.harmless) } }

  /// Writes a remark, which may have words of a file or of the command line.
  public static func remark(_ text: String) { write(readable(clean(text)) + "\n", to: STDERR_FILENO) }

  /// Writes what was drawn for a terminal, with its colours. Whoever drew it has cleaned the text in it.
  public static func drawing(_ text: String) { write(readable(text), to: STDOUT_FILENO) }

  private static func clean(_ text: String) -> String { text.harmlessLines.joined(separator: "\n") }

  private static func readable(_ text: String) -> String {
    isPlain.withLock { $0 } ? PlainText.of(text) : text
  }

  /// Writes a document or a line of a protocol, as it is, with a line end.
  public static func document(_ text: String) {
    write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO)
  }

  /// Throws when the results could not be written. Nobody is told of a reader that has gone, as `head` does.
  public static func check() throws(Problem) {
    guard let failure = failure.withLock({ $0 }), failure != EPIPE else { return }
    throw Problem(
      "not-written", "The output could not be written: \(String(cString: strerror(failure))).",
      remedy: "Make room, or write it elsewhere.")
  }

  /// Writes all of the text, or stops at the first error, such as a closed pipe.
  private static func write(_ text: String, to file: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = errno
        if file == STDOUT_FILENO { failure.withLock { $0 = $0 ?? error } }
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}
