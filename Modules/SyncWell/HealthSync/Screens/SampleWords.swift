internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Samples
internal import Units

/// Writes amounts and times of samples as the person reads them.
struct SampleWords: Sendable {
  let dates: DateWords
  private let amounts: AmountNotation

  init(_ now: Moment) {
    dates = DateWords(now)
    amounts = AmountNotation(of: now.locale)
  }

  /// "8,412", "5.2 km", "7 h 32 min".
  func amount(_ amount: Double, of kind: SampleKind) -> String {
    switch kind {
    case .steps, .floors: amounts.number(amount)
    case .distance: amounts.text(amount / 1000, .distance)
    case .activeEnergy: amounts.text(amount, .energy)
    case .weight: amounts.text(amount, .bodyWeight)
    case .heartRate, .restingHeartRate: "\(amounts.number(amount)) bpm"
    case .heartRateVariability: "\(amounts.number(amount)) ms"
    case .sleep, .workout: length(amount)
    }
  }

  /// "7 h 32 min", "45 s".
  func length(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "unknown" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    let (hours, minutes, rest) = (whole / 3600, whole % 3600 / 60, whole % 60)
    if hours > 0 { return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h" }
    return rest > 0 ? "\(minutes) min \(rest) s" : "\(minutes) min"
  }

  func number(_ number: Int) -> String { amounts.number(Double(number)) }

  func distance(_ metres: Double) -> String { amounts.text(metres / 1000, .distance) }

  /// "running" from "trail_running" and the like.
  static func sport(_ sport: String) -> String {
    let words = sport.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
