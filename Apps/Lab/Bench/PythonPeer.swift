internal import Glibc
internal import Kernel

/// The Python whose packages are peers; `Scripts/bench` installs them in a venv of its own.
enum PythonPeer {
  /// Returns the interpreter, or throws and says what installs the package.
  static func path(with package: String, for benchmark: String) throws(Problem) -> String {
    guard let path = getenv("TROUPE_BENCH_PYTHON"), access(path, X_OK) == 0 else {
      throw missing(package, benchmark)
    }
    return String(cString: path)
  }

  /// Runs a script and returns the lines that it prints.
  static func lines(
    of script: String, _ arguments: [String] = [], with package: String, for benchmark: String
  ) throws(Problem) -> [String] {
    let path = try path(with: package, for: benchmark)
    let said = try SystemTool.output(of: path, ["-c", script] + arguments)
    // An import that fails prints nothing here.
    guard !said.isEmpty else { throw missing(package, benchmark) }
    return said.split(separator: "\n").map(String.init)
  }

  private static func missing(_ package: String, _ benchmark: String) -> Problem {
    Problem(
      "no-peer", "This is measured beside \(package), and there is no Python that has it.",
      safe: "Nothing was measured.", remedy: "Run Scripts/bench \(benchmark), which installs it.")
  }
}
