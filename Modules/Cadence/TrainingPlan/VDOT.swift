internal import Platform

/// Running fitness on the scale of Daniels and Gilbert (Oxygen Power, 1979): the oxygen uptake, in ml per kg and minute,
/// that a race result stands for.
public struct VDOT: Sendable, Hashable, Comparable {
  public let value: Double

  /// The values that the formulas are used for; a faster result would be no human one.
  public static let known = 10.0...88.0

  public init(_ value: Double) { self.value = value }

  /// The fitness that a race of this distance and time stands for.
  public init(metres: Double, seconds: Double) {
    let minutes = seconds / 60
    value = VDOT.uptake(at: metres / minutes) / VDOT.share(over: minutes)
  }

  public static func < (left: VDOT, right: VDOT) -> Bool { left.value < right.value }

  /// The time over that distance by a runner of this fitness, in seconds.
  ///
  /// Newton's method between speeds of 0.5 and 10 m/s, from the time at nine tenths of the greatest uptake. What a distance
  /// takes out of a runner falls with the time, and ever more slowly, so every step from below ends nearer to the one root.
  public func seconds(over metres: Double) -> Double {
    let (low, high) = (metres / 600, metres / 30)
    var minutes = min(max(metres * secondsPerKilometre(at: 0.9) / 60_000, low), high)
    for _ in 0..<20 {
      let (slow, fast) = VDOT.fading(over: minutes)
      let speed = metres / minutes
      let excess = VDOT.uptake(at: speed) - value * (0.8 + slow + fast)
      let slope = value * (0.012778 * slow + 0.1932605 * fast) - (0.182258 + 0.000208 * speed) * speed / minutes
      let next = min(max(minutes - excess / slope, low), high)
      let isFound = abs(next - minutes) < 1e-7
      minutes = next
      if isFound { break }
    }
    return minutes * 60
  }

  /// Seconds for a kilometre at that share of the greatest uptake.
  func secondsPerKilometre(at share: Double) -> Double {
    // The positive root of 0.000104 v² + 0.182258 v − (4.60 + uptake) = 0, in metres a minute.
    let speed = (-0.182258 + (0.182258 * 0.182258 + 4 * 0.000104 * (4.60 + share * value)).squareRoot()) / 0.000208
    return 60_000 / speed
  }

  /// Oxygen uptake at a speed in metres a minute.
  static func uptake(at speed: Double) -> Double { -4.60 + 0.182258 * speed + 0.000104 * speed * speed }

  /// The share of the greatest uptake that can be held for that many minutes.
  private static func share(over minutes: Double) -> Double {
    let (slow, fast) = fading(over: minutes)
    return 0.8 + slow + fast
  }

  /// The two parts of that share that fade with time.
  private static func fading(over minutes: Double) -> (slow: Double, fast: Double) {
    (0.1894393 * exp(-0.012778 * minutes), 0.2989558 * exp(-0.1932605 * minutes))
  }
}

/// The kinds of effort of a training session, the slowest first.
public enum Effort: String, Sendable, Hashable, CaseIterable, Codable {
  case easy, marathon, threshold, interval, repetition

  /// The effort in words, for whoever runs without a pace.
  public var words: String {
    switch self {
    case .easy: "you can talk in whole sentences"
    case .marathon: "steady; you can say a sentence"
    case .threshold: "comfortably hard; a few words at a time"
    case .interval: "hard; you could hold it for ten minutes"
    case .repetition: "fast and relaxed, with full recovery"
    }
  }
}

/// Standard distances in metres.
public enum RaceDistance {
  public static let half = 21_097.5
  public static let marathon = 42_195.0
}
