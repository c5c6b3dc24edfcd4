internal import Platform
public import TrainingPlan

// Races that were run.
extension RunnerReading {
  /// A race such as "10 km in 48:20", "half marathon 1:45:30" or "5k in 24 minutes"; nil without a distance and a time that
  /// belong together.
  public static func race(_ said: String, miles isMiles: Bool = false) -> RaceResult? {
    guard let found = run(said, miles: isMiles), let seconds = found.seconds else { return nil }
    let race = RaceResult(metres: found.metres, seconds: Double(seconds))
    return RunnerField.race(RunnerField.text(of: race))
  }

  /// The distance of a run, and its time if that was said; nil without a distance.
  public static func run(_ said: String, miles isMiles: Bool = false) -> (metres: Double, seconds: Int?)? {
    let words = said.prefix(longestText).lowercased().replacing("-", with: " ").replacing(",", with: ".").split {
      !($0.isLetter || $0.isNumber || $0 == ":" || $0 == "." || $0 == "/")
    }.map { String($0.hasSuffix(".") ? $0.dropLast() : $0) }
    guard let metres = metres(words, isMiles) else { return nil }
    return (metres, seconds(words, isLong: metres > 15_000))
  }

  static func metres(_ words: [String], _ isMiles: Bool) -> Double? {
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      if word == "half" { return RaceDistance.half }
      if word == "marathon" { return RaceDistance.marathon }
      if word == "parkrun" { return 5000 }
      let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits), number > 0 else { continue }
      let unit = digits.count < word.count ? String(word.dropFirst(digits.count)) : next
      switch unit {
      case "k", "km", "kms", "kilometre", "kilometres", "kilometer", "kilometers": return number * 1000
      case "mi", "mile", "miles": return (number * 1609.344).rounded()
      case "m", "metres", "meters": if number >= 1500 { return number }
      default: break
      }
    }
    return nil
  }

  private static func seconds(_ words: [String], isLong: Bool) -> Int? {
    if let clock = words.lazy.compactMap({ $0.contains(":") ? RunnerReading.seconds($0, isLong: isLong) : nil }).first {
      return clock
    }
    var (hours, minutes): (Int?, Int?) = (nil, nil)
    for (index, word) in words.enumerated() {
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), number < 600 else { continue }
      let next = index + 1 < words.count ? words[index + 1] : ""
      let unit = digits.count < word.count ? String(word.dropFirst(digits.count)) : next
      switch unit {
      case "h", "hr", "hrs", "hour", "hours": hours = number
      case "min", "mins", "minute", "minutes": minutes = number
      default:
        // "1h45".
        let rest = unit.hasPrefix("h") ? unit.dropFirst().prefix { $0.isASCII && $0.isNumber } : ""
        if let more = Int(rest), more < 60, digits.count < word.count { (hours, minutes) = (number, more) }
      }
    }
    let seconds = (hours ?? 0) * 3600 + (minutes ?? 0) * 60
    return seconds > 0 ? seconds : nil
  }
}
