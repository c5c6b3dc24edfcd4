internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// Returns the resident memory of this process in bytes.
func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Returns a line of a process's memory in MiB, such as `RssAnon:`; of this process by default.
func residentMebibytes(_ field: String, of process: pid_t = getpid()) -> Double {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
    let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) }),
    let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
  else { return 0 }
  return kibibytes / 1024
}

/// Times of many runs, with median and percentiles.
struct Times {
  private var sorted: [Double]

  init(_ microseconds: [Double]) { sorted = microseconds.sorted() }

  var median: Double { at(0.5) }
  var p99: Double { at(0.99) }

  private func at(_ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}

extension Benchmark {
  /// Returns the 99th percentile of times in milliseconds, against a limit.
  static func figure(_ name: String, _ times: [Double], _ limit: Double) -> Figure {
    Figure(name, here: Times(times).p99, peer: limit, peerName: "the limit", unit: "ms", limit: 1)
  }
}

extension Duration {
  var microseconds: Double {
    Double(components.seconds) * 1_000_000 + Double(components.attoseconds) / 1_000_000_000_000
  }
}

/// Returns the duration of `body` in microseconds.
func timed(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start).microseconds
}

func timedNow(_ body: () -> Void) -> Double {
  let start = ContinuousClock.now
  body()
  return (ContinuousClock.now - start).microseconds
}

extension Problem {
  /// Thrown when the measured operation gives a wrong result, so that its duration means nothing.
  static func unmeasured(_ what: String) -> Problem {
    Problem(
      "wrong-measure", "It could not be measured: \(what).", safe: "No figure was written.",
      remedy: "Run the tests of what it speaks of.")
  }
}
