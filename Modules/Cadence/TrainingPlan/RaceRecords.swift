internal import Platform

/// The fastest times of men over usual distances, by which a time is refused that nobody has run.
enum RaceRecords {
  /// Metres and seconds: world records and, for half marathon and 50 km, the fastest times run, as of 2025.
  static let fastest: [(metres: Double, seconds: Double)] = [
    (1500, 206), (1609.344, 223.13), (3000, 437.55), (5000, 755.36), (10_000, 1571), (RaceDistance.half, 3402),
    (RaceDistance.marathon, 7235), (50_000, 9523),
  ]

  /// Seconds over any distance: a power of the distance between two of these, as between the nearest two beyond them.
  static func seconds(over metres: Double) -> Double {
    let next = min(max(fastest.firstIndex { $0.metres >= metres } ?? fastest.count - 1, 1), fastest.count - 1)
    let (near, far) = (fastest[next - 1], fastest[next])
    let power = log(far.seconds / near.seconds) / log(far.metres / near.metres)
    return near.seconds * pow(metres / near.metres, power)
  }
}

extension RaceResult {
  /// True for a time that is faster than the world record, between the distances of records too.
  public var isFasterThanRecord: Bool { seconds < (RaceRecords.seconds(over: metres) * 10).rounded(.down) / 10 }

  /// True for a time that is slower than a walk.
  public var isSlowerThanWalk: Bool { fitness.value < VDOT.known.lowerBound }
}
