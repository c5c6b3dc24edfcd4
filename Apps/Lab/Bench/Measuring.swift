internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// What this process has in memory.
func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Times over many runs, of which the middle and the tail are told.
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
  /// The slowest hundredth of these milliseconds beside a limit.
  static func figure(_ name: String, _ times: [Double], _ limit: Double) -> Figure {
    Figure(name, here: Times(times).p99, peer: limit, peerName: "the limit", unit: "ms", limit: 1)
  }
}

extension Duration {
  var microseconds: Double {
    Double(components.seconds) * 1_000_000 + Double(components.attoseconds) / 1_000_000_000_000
  }
}

/// Microseconds that the body takes.
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
  /// What was to be measured does not do what it should, so how long it takes says nothing.
  static func unmeasured(_ what: String) -> Problem {
    Problem(
      "wrong-measure", "It could not be measured: \(what).", safe: "No figure was written.",
      remedy: "Run the tests of what it speaks of.")
  }
}
