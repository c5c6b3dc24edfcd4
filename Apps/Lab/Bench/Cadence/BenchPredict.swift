internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import TrainingPlan

extension Benchmark {
  /// The time over a distance from a fitness. Peer: scipy's `brentq` on the same formula.
  static let predict = Benchmark(
    name: "predict", summary: "the time over a distance from a fitness, against scipy's brentq on the same formula",
    measure: { () throws(Problem) in
      guard let path = getenv("TROUPE_BENCH_PYTHON"), access(path, X_OK) == 0 else {
        throw Problem(
          "no-peer", "Predictions are measured beside scipy, and there is no Python that has it.",
          safe: "Nothing was measured.", remedy: "Run Scripts/bench predict, which installs it.")
      }
      let said = try SystemTool.output(of: String(cString: path), ["-c", script])
      let words = said.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard words.count == 2 else { throw .unmeasured("scipy answered “\(said.prefix(80))”") }
      var (times, sum): ([Double], Double) = ([], 0)
      for _ in 0..<15 {
        sum = 0
        times.append(
          timedNow {
            for number in 0..<count { sum += VDOT(fitness(number)).seconds(over: distance(number)) }
          } / Double(count))
      }
      guard abs(sum - words[1]) < 0.01 * Double(count) else {
        throw .unmeasured("the two disagree: \(sum), \(words[1])")
      }
      return [
        Figure(
          "predict-time", here: 1_000_000 / Times(times).median, peer: 1_000_000 / words[0], peerName: "brentq",
          unit: "a second", better: .higher, limit: 50)
      ]
    })

  private static let count = 2_000
  private static func fitness(_ number: Int) -> Double { 30 + Double(number % 40) }
  private static func distance(_ number: Int) -> Double { [5000, 10_000, 21_097.5, 42_195][number % 4] }

  /// Prints microseconds for each prediction, and the sum of all in seconds.
  private static let script = """
    import math, statistics, time
    from scipy.optimize import brentq
    def vdot(metres, seconds):
        minutes = seconds / 60
        speed = metres / minutes
        uptake = -4.60 + 0.182258 * speed + 0.000104 * speed * speed
        return uptake / (0.8 + 0.1894393 * math.exp(-0.012778 * minutes) + 0.2989558 * math.exp(-0.1932605 * minutes))
    def seconds(value, metres):
        return brentq(lambda s: vdot(metres, s) - value, metres / 10, metres / 0.5, xtol=0.001)
    distances = [5000, 10000, 21097.5, 42195]
    times = []
    for _ in range(7):
        start, total = time.perf_counter(), 0
        for number in range(2000):
            total += seconds(30 + number % 40, distances[number % 4])
        times.append((time.perf_counter() - start) / 2000 * 1e6)
    print(statistics.median(times), total)
    """
}
