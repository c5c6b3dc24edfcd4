internal import Glibc

/// Writes results to standard output and remarks to standard error.
public enum Output {
  public static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  public static func text(_ text: String) { write(text, to: STDOUT_FILENO) }
  public static func remark(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Writes all of the text, or stops at the first error, such as a closed pipe.
  private static func write(_ text: String, to file: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
