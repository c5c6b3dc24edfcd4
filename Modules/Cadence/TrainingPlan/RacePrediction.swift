internal import Platform

/// A race that was run: metres and seconds.
public struct RaceResult: Sendable, Hashable {
  public let metres: Double
  public let seconds: Double

  public init(metres: Double, seconds: Double) {
    self.metres = metres
    self.seconds = seconds
  }

  public var fitness: VDOT { VDOT(metres: metres, seconds: seconds) }
}

/// The time to expect over another distance, with the interval that half, and four of five, of such runners fall into.
///
/// Documentation/Prediction.md says what centre and width rest on, and what has not been shown.
public struct RacePrediction: Sendable, Hashable {
  /// Distances that can be predicted from and to.
  public static let metres = 1500.0...50_000.0

  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Equal VDOT, up to the half marathon.
    case equivalent
    /// Vickers and Vertosick's model of 2016 for the marathon, from one race and the weekly volume.
    case volume
    /// A power of the distance, for whoever has said no weekly volume.
    case power

    /// The method and its source in a sentence.
    public var sentence: String {
      switch self {
      case .equivalent: "By the time of the same VDOT (Daniels and Gilbert 1979)."
      case .volume: "By the model of one race and the weekly volume (Vickers and Vertosick 2016)."
      case .power:
        "By a power of 1.12 of the distance beyond the half marathon (from the bias in Vickers and Vertosick 2016)."
      }
    }
  }

  public let from: RaceResult
  public let metres: Double
  public let weeklyMetres: Double?
  public let method: Method
  public let seconds: Double
  /// The standard deviation of the logarithm of the time.
  public let spread: Double

  public init(from: RaceResult, to metres: Double, weeklyMetres: Double? = nil) {
    self.from = from
    self.metres = metres
    self.weeklyMetres = weeklyMetres
    let isLong = metres > RaceDistance.half * 1.001 && metres > from.metres
    method = !isLong ? .equivalent : weeklyMetres == nil || from.metres > RaceDistance.half * 1.001 ? .power : .volume
    seconds = RacePrediction.centre(from, metres, weeklyMetres, method)
    spread = RacePrediction.spread(from, metres, method)
  }

  // MARK: Centre

  /// The exponent beyond the half marathon without a weekly volume. Riegel's 1.06 is 10 minutes too fast for the median
  /// recreational marathon of about 3:50 (Vickers 2016): 1.06 + ln(240 / 230) / ln 2.
  static let power = 1.12
  /// Exponents from the half marathon on that a prediction is held within.
  static let powers = 1.05...1.20

  private static func centre(
    _ from: RaceResult, _ metres: Double, _ weekly: Double?, _ method: Method
  ) -> Double {
    if metres == from.metres { return from.seconds }
    guard method != .equivalent else { return from.fitness.seconds(over: metres) }
    let isBeyond = from.metres > RaceDistance.half * 1.001
    let start = isBeyond ? from.metres : RaceDistance.half
    let seconds = isBeyond ? from.seconds : from.fitness.seconds(over: RaceDistance.half)
    let exponent = method == .volume ? exponent(from, seconds, weekly ?? 0) : power
    return seconds * pow(metres / start, exponent)
  }

  /// The exponent from the half marathon to the time that the model of one race gives for the marathon.
  private static func exponent(_ from: RaceResult, _ half: Double, _ weekly: Double) -> Double {
    let riegel = RaceDistance.marathon / (from.seconds * pow(RaceDistance.marathon / from.metres, 1.07))
    let speed = 0.16018617 + 0.83076202 * riegel + 0.06423826 * (weekly / 1609.344 / 10)
    let exponent = log(RaceDistance.marathon / speed / half) / log(RaceDistance.marathon / RaceDistance.half)
    return min(max(exponent, powers.lowerBound), powers.upperBound)
  }

  // MARK: Width

  /// Published errors of the marathon, as shares of a time of 240 minutes: the roots of a mean squared error of 228 with the
  /// volume, and of Riegel's 381 less the square of its median error of 10 minutes without.
  static let marathonSpread = (volume: 15.1 / 240, power: 16.8 / 240)
  /// The same runner's times over the same distance differ by about 2.5 %; each doubling of the distance adds to it.
  static let ownSpread = 0.025
  static let doublingSpread = 0.02

  private static func spread(_ from: RaceResult, _ metres: Double, _ method: Method) -> Double {
    let doublings = abs(log2(metres / from.metres))
    let own = (ownSpread * ownSpread + doublingSpread * doublingSpread * doublings * doublings).squareRoot()
    guard method != .equivalent else { return own }
    let published = method == .volume ? marathonSpread.volume : marathonSpread.power
    // In full from the double distance on; a race that is not much longer than the one that was run is nearer to it.
    let share = min(1, log2(metres / max(from.metres, RaceDistance.half)))
    let extra = max(0, doublings - 1) * doublingSpread
    return (own * own * (1 - share) + (published * published + extra * extra) * share).squareRoot()
  }

  /// The times between which the central share of runners is expected: 0.5 or 0.8 of a normal distribution.
  public func interval(_ share: Share) -> ClosedRange<Double> {
    seconds * exp(-share.deviations * spread)...seconds * exp(share.deviations * spread)
  }

  public enum Share: Int, Sendable, Hashable, CaseIterable {
    case half = 50
    case fourOfFive = 80

    var deviations: Double { self == .half ? 0.6744898 : 1.2815516 }
  }

  // MARK: Achievability

  public enum Achievability: String, Sendable, Hashable, CaseIterable {
    case likely, withinReach, ambitious, outOfReach

    public var words: String {
      switch self {
      case .likely: "likely"
      case .withinReach: "within reach"
      case .ambitious: "ambitious"
      case .outOfReach: "out of reach for now"
      }
    }
  }

  /// The word for a target time, by the place of the time in the intervals.
  public func achievability(of target: Double) -> Achievability {
    let (half, wide) = (interval(.half), interval(.fourOfFive))
    return switch target {
    case half.upperBound...: .likely
    case half.lowerBound...: .withinReach
    case wide.lowerBound...: .ambitious
    default: .outOfReach
    }
  }
}
