internal import Days

/// Writes distances, paces and times of a plan in the units of the runner, with a reader's decimal sign.
public struct PlanWords: Sendable {
  private let isMiles: Bool
  private let decimal: Character

  public init(_ units: PlanRunner.RunUnit, decimal: Character = ".") {
    isMiles = units == .miles
    self.decimal = decimal
  }

  /// "12.4 km".
  public func distance(_ metres: Int) -> String {
    let tenths = isMiles ? Int((Double(metres) / 160.9344).rounded()) : (metres + 50) / 100
    return "\(self.tenths(tenths)) \(isMiles ? "mi" : "km")"
  }

  /// "80 km", for figures that are no more exact than that.
  func whole(_ metres: Double) -> String {
    "\(Int((metres / (isMiles ? 1609.344 : 1000)).rounded())) \(isMiles ? "mi" : "km")"
  }

  /// "400 m" below a kilometre; such lengths are those of a track in every country.
  public func short(_ metres: Int) -> String { metres < 1000 ? "\(metres) m" : distance(metres) }

  /// "5:07 to 5:38 /km".
  public func pace(_ seconds: ClosedRange<Int>) -> String {
    func one(_ seconds: Int) -> String {
      let whole = isMiles ? Int((Double(seconds) * 1.609344).rounded()) : seconds
      return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
    let unit = isMiles ? "/mi" : "/km"
    return seconds.lowerBound == seconds.upperBound
      ? "\(one(seconds.lowerBound)) \(unit)" : "\(one(seconds.lowerBound)) to \(one(seconds.upperBound)) \(unit)"
  }

  /// "3:55:14", or "24:34" below an hour.
  public func time(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = (seconds / 3600, seconds % 3600)
    return hours > 0 ? "\(hours):\(two(rest / 60)):\(two(rest % 60))" : "\(rest / 60):\(two(rest % 60))"
  }

  /// "1 week", "12 weeks".
  static func weeks(_ count: Int) -> String { count == 1 ? "1 week" : "\(count) weeks" }

  public func tenths(_ tenths: Int) -> String { "\(tenths / 10)\(decimal)\(tenths % 10)" }

  func goal(_ goal: PlanRunner.RunningGoal) -> String {
    switch goal {
    case .race(let metres, let day, let seconds):
      let wanted = seconds.map { " in \(time(Int($0)))" } ?? ""
      return "\(distance(Int(metres.rounded()))) on \(day.long)\(wanted)"
    case .open(let weeks): return "open training for \(weeks) weeks"
    case .comeback: return "a comeback"
    }
  }

  private static let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  static func weekday(_ number: Int) -> String { names[(number % 7 + 7) % 7] }

  static func weekdays(_ days: Set<Int>) -> String {
    (1...7).filter { days.contains($0 % 7) }.map { weekday($0) }.joined(separator: ", ")
  }
}
