internal import Platform

/// Two-sided tail probabilities and their inverses.
public enum Tail {
  /// For the normal distribution.
  public static func normal(beyond z: Double) -> Double { z.isNaN ? 1 : erfc(z.magnitude / 2.0.squareRoot()) }

  /// For Student's t with `freedom` degrees of freedom.
  public static func t(beyond t: Double, freedom: Double) -> Double {
    guard freedom > 0, !t.isNaN, freedom.isFinite else { return 1 }
    guard t.isFinite else { return 0 }
    return beta(freedom / (freedom + t * t), freedom / 2, 0.5)
  }

  /// The inverse: the t with that two-sided tail probability.
  public static func t(asRareAs chance: Double, freedom: Double) -> Double {
    guard freedom > 0, freedom.isFinite, chance < 1, !chance.isNaN else { return 0 }
    guard chance > 0 else { return .infinity }
    var low = 0.0
    var high = 1.0
    while t(beyond: high, freedom: freedom) > chance, high < 1e150 { high *= 2 }
    for _ in 0..<200 where high - low > high * 1e-13 {
      let middle = (low + high) / 2
      if t(beyond: middle, freedom: freedom) > chance { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The correlation of `pairs` independent pairs with that two-sided tail probability.
  public static func correlation(asRareAs chance: Double, pairs: Int) -> Double {
    let freedom = Double(pairs - 2)
    guard freedom > 0 else { return 1 }
    let far = t(asRareAs: chance, freedom: freedom)
    return far.isFinite ? far / (freedom + far * far).squareRoot() : 1
  }

  /// The regularized incomplete beta function, by its continued fraction (Lentz).
  static func beta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The fraction converges quickly only on this side.
    if x > (a + 1) / (a + b + 2) { return 1 - beta(1 - x, b, a) }
    let front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    let least = 1e-300
    var c = 1.0
    var d = 1 - (a + b) * x / (a + 1)
    d = 1 / (d.magnitude < least ? least : d)
    var value = d
    for step in 1...300 {
      let m = Double(step)
      var term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      var half = 0
      while half < 2 {
        d = 1 + term * d
        d = 1 / (d.magnitude < least ? least : d)
        c = 1 + term / c
        c = c.magnitude < least ? least : c
        value *= d * c
        term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        half += 1
      }
      if (d * c - 1).magnitude < 1e-15 { break }
    }
    return min(1, max(0, front * value))
  }
}

/// The 95 % confidence interval of a rank correlation over an effective number of independent days (Fisher; the
/// variance for ranks after Fieller, Hartley and Pearson, 1957).
public func interval(of rho: Double, days: Double) -> ClosedRange<Double> {
  guard rho.isFinite, days > 3, days.isFinite else { return -1...1 }
  let middle = atanh(min(0.999_999_999, max(-0.999_999_999, rho)))
  let reach = 1.959_963_984_540_054 * (1.06 / (days - 3)).squareRoot()
  return tanh(middle - reach)...tanh(middle + reach)
}
