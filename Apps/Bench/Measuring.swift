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
