internal import Platform

/// Lengths on the surface of the earth.
enum Earth {
  /// The mean radius in metres.
  private static let radius = 6_371_008.8
  /// Slower than this is standing, in metres a second.
  private static let standing = 1 / 3.6

  /// The great circle between two points in metres, by the haversine formula.
  static func distance(_ one: TrackPoint, _ other: TrackPoint) -> Double {
    let degree = Double.pi / 180
    let (from, to) = (one.latitude * degree, other.latitude * degree)
    let (north, east) = (sin((to - from) / 2), sin((other.longitude - one.longitude) * degree / 2))
    let part = north * north + cos(from) * cos(to) * east * east
    return 2 * radius * asin(min(1, part.squareRoot()))
  }

  /// The way between the points; none is added across a gap between segments.
  static func length(of track: [TrackPoint]) -> Double {
    var (sum, last): (Double, TrackPoint?) = (0, nil)
    for point in track {
      if point.beginsSegment { last = nil }
      guard point.hasPlace else { continue }
      if let last { sum += distance(last, point) }
      last = point
    }
    return sum
  }

  /// The time between points of a segment that were not standing; nil without times and places.
  static func movingTime(of track: [TrackPoint]) -> Double? {
    var (sum, last): (Double, TrackPoint?) = (0, nil)
    var isKnown = false
    for point in track {
      if point.beginsSegment { last = nil }
      guard point.hasPlace, !point.time.isNaN else { continue }
      if let last, point.time > last.time {
        isKnown = true
        let seconds = point.time - last.time
        if distance(last, point) / seconds > standing { sum += seconds }
      }
      last = point
    }
    return isKnown ? sum : nil
  }
}
