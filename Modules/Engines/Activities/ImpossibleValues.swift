internal import Platform

/// Kinds of values of a file that cannot be.
public struct ImpossibleValues: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let start = ImpossibleValues(rawValue: 1)
  public static let length = ImpossibleValues(rawValue: 1 << 1)
  public static let distance = ImpossibleValues(rawValue: 1 << 2)
  public static let calories = ImpossibleValues(rawValue: 1 << 3)
  public static let laps = ImpossibleValues(rawValue: 1 << 4)
  public static let times = ImpossibleValues(rawValue: 1 << 5)
  public static let places = ImpossibleValues(rawValue: 1 << 6)
  public static let distances = ImpossibleValues(rawValue: 1 << 7)
  public static let altitudes = ImpossibleValues(rawValue: 1 << 8)
  public static let speeds = ImpossibleValues(rawValue: 1 << 9)
  public static let heartRates = ImpossibleValues(rawValue: 1 << 10)
  public static let cadences = ImpossibleValues(rawValue: 1 << 11)
  public static let powers = ImpossibleValues(rawValue: 1 << 12)
  public static let temperatures = ImpossibleValues(rawValue: 1 << 13)

  private static let words: [(ImpossibleValues, String)] = [
    (.start, "start"), (.length, "length"), (.distance, "distance"), (.calories, "calories"), (.laps, "laps"),
    (.times, "times of points"), (.places, "places"), (.distances, "distances of points"), (.altitudes, "altitudes"),
    (.speeds, "speeds"), (.heartRates, "heart rates"), (.cadences, "cadences"), (.powers, "powers"),
    (.temperatures, "temperatures"),
  ]

  /// "Impossible values are left out: start, distance."; nil without any.
  public var sentence: String? {
    let named = ImpossibleValues.words.filter { contains($0.0) }.map(\.1)
    return named.isEmpty ? nil : "Impossible values are left out: \(named.joined(separator: ", "))."
  }
}

/// The bounds of what a recording can have, the same for every format.
enum Possible {
  /// From 1980 to the end of 2100, in seconds since 1970.
  static let times = 315_532_800.0..<4_133_980_800
  /// 31 days in seconds.
  static let lengths = 0.0...2_678_400
  /// 100,000 km in metres.
  static let distances = 0.0...100_000_000
  static let altitudes: ClosedRange<Float> = -12_000...100_000
  static let speeds: ClosedRange<Float> = 0...1_000
  static let heartRates = 0...300
  static let calories = 0...1_000_000
  static let temperatures = -200.0...200

  static func heartRate(_ number: Double) -> Int16? { whole(number, in: 0...300) }
  static func cadence(_ number: Double) -> Int16? { whole(number, in: 0...32_000) }
  static func power(_ number: Double) -> Int16? { whole(number, in: 0...32_767) }
  static func temperature(_ number: Double) -> Int16? { whole(number, in: temperatures) }

  private static func whole(_ number: Double, in range: ClosedRange<Double>) -> Int16? {
    range.contains(number) ? Int16(exactly: number.rounded()) : nil
  }
}

/// Replaces a value that cannot be by the one that stands for an unknown one, and notes its kind.
private func drop<Value: FloatingPoint>(
  _ value: inout Value, outside range: some RangeExpression<Value>, to unknown: Value, _ kind: ImpossibleValues,
  _ found: inout ImpossibleValues
) {
  guard !range.contains(value) else { return }
  value = unknown
  found.insert(kind)
}

extension Activity {
  /// Makes values unknown that cannot be, and notes their kinds.
  mutating func dropImpossible() {
    if let start, !Possible.times.contains(start.timeIntervalSince1970) {
      self.start = nil
      impossible.insert(.start)
    }
    if let calories, !Possible.calories.contains(calories) {
      self.calories = nil
      impossible.insert(.calories)
    }
    averageHeartRate = rate(averageHeartRate)
    greatestHeartRate = rate(greatestHeartRate)
    dropImpossibleSums()
    var found = impossible
    for index in laps.indices { laps[index].dropImpossible(&found) }
    for index in track.indices where !track[index].isPossible { track[index].dropImpossible(&found) }
    impossible = found
  }

  mutating func dropImpossibleSums() {
    drop(&elapsed, outside: Possible.lengths, to: 0, .length, &impossible)
    drop(&moving, outside: Possible.lengths, to: 0, .length, &impossible)
    drop(&distance, outside: Possible.distances, to: 0, .distance, &impossible)
  }

  private mutating func rate(_ rate: Int?) -> Int? {
    guard let rate, rate != 0 else { return nil }
    if Possible.heartRates.contains(rate) { return rate }
    impossible.insert(.heartRates)
    return nil
  }
}

extension Activity.Lap {
  fileprivate mutating func dropImpossible(_ found: inout ImpossibleValues) {
    if let start, !Possible.times.contains(start.timeIntervalSince1970) {
      self.start = nil
      found.insert(.laps)
    }
    drop(&duration, outside: Possible.lengths, to: 0, .laps, &found)
    drop(&distance, outside: Possible.distances, to: 0, .laps, &found)
  }
}

extension TrackPoint {
  /// Whether all that is known of it can be.
  fileprivate var isPossible: Bool {
    (time.isNaN || Possible.times.contains(time)) && hasPossiblePlace
      && (distance.isNaN || Possible.distances.contains(distance))
      && (altitude.isNaN || Possible.altitudes.contains(altitude)) && (speed.isNaN || Possible.speeds.contains(speed))
      && heartRate <= 300
  }

  /// A place has both, or neither.
  private var hasPossiblePlace: Bool {
    latitude.isNaN && longitude.isNaN || abs(latitude) <= 90 && abs(longitude) <= 180
  }

  fileprivate mutating func dropImpossible(_ found: inout ImpossibleValues) {
    if !time.isNaN { drop(&time, outside: Possible.times, to: .nan, .times, &found) }
    if !hasPossiblePlace {
      // Half a place is none, and nothing impossible.
      if abs(latitude) > 90 || abs(longitude) > 180 { found.insert(.places) }
      (latitude, longitude) = (.nan, .nan)
    }
    if !distance.isNaN { drop(&distance, outside: Possible.distances, to: .nan, .distances, &found) }
    if !altitude.isNaN { drop(&altitude, outside: Possible.altitudes, to: .nan, .altitudes, &found) }
    if !speed.isNaN { drop(&speed, outside: Possible.speeds, to: .nan, .speeds, &found) }
    if heartRate > 300 {
      heartRate = -1
      found.insert(.heartRates)
    }
  }
}
