internal import Platform

/// Compares series of two recordings whose clocks may differ.
enum Alignment {
  /// The greatest difference of clocks that is looked for, in seconds.
  static let most = 120
  /// The least time that both cover, in seconds.
  static let least = 120

  struct Match: Sendable, Hashable {
    /// Seconds to add to the times of the second series.
    var offset: Int
    /// A correlation from -1 to 1, or a median separation in metres.
    var value: Double
  }

  /// The offset at which two heart rates correlate best; nil if too little is common, or one hardly changes.
  static func hearts(_ one: HeartSeries, _ other: HeartSeries, shift: Double) -> Match? {
    guard one.beats.count >= least, other.beats.count >= least else { return nil }
    let base = Int((other.start + shift - one.start).rounded())
    // Every fifth offset, of every fifth second; then each second around the best.
    var best: Match?
    for offset in stride(from: -most, through: most, by: 5) {
      guard let value = correlation(one.beats, other.beats, at: base + offset, step: 5) else { continue }
      if value > best?.value ?? -2 { best = Match(offset: offset, value: value) }
    }
    guard let near = best else { return nil }
    best = nil
    for offset in max(-most, near.offset - 5)...min(most, near.offset + 5) {
      guard let value = correlation(one.beats, other.beats, at: base + offset, step: 1) else { continue }
      if value > best?.value ?? -2 { best = Match(offset: offset, value: value) }
    }
    return best
  }

  /// The correlation where the second series begins `start` seconds after the first.
  private static func correlation(_ one: [Int16], _ other: [Int16], at start: Int, step: Int) -> Double? {
    let range = max(0, start)..<max(max(0, start), min(one.count, start + other.count))
    guard range.count >= least else { return nil }
    var (count, sumX, sumY, sumXX, sumYY, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for index in stride(from: range.lowerBound, to: range.upperBound, by: step) {
          let (x, y) = (Double(one[index]), Double(other[index - start]))
          guard x > 0, y > 0 else { continue }
          count += 1
          sumX += x
          sumY += y
          sumXX += x * x
          sumYY += y * y
          sumXY += x * y
        }
      }
    }
    guard count * Double(step) >= Double(least) else { return nil }
    let (varianceX, varianceY) = (sumXX - sumX * sumX / count, sumYY - sumY * sumY / count)
    // A heart that beats evenly says nothing.
    guard varianceX > 4 * count, varianceY > 4 * count else { return nil }
    return (sumXY - sumX * sumY / count) / (varianceX * varianceY).squareRoot()
  }

  /// The offset at which two tracks are nearest, with the median of their separation in metres.
  static func places(_ one: PlaceSeries, _ other: PlaceSeries, shift: Double) -> Match? {
    guard one.places.count >= 10, other.places.count >= 10 else { return nil }
    var best: Match?
    for offset in coarse {
      guard let value = separation(one.places, other.places, shift: shift + Double(offset), most: 64) else { continue }
      if value < best?.value ?? .infinity { best = Match(offset: offset, value: value) }
    }
    guard let near = best else { return nil }
    best = nil
    for offset in max(-most, near.offset - 9)...min(most, near.offset + 9) {
      guard let value = separation(one.places, other.places, shift: shift + Double(offset), most: 256) else { continue }
      if value < best?.value ?? .infinity { best = Match(offset: offset, value: value) }
    }
    return best
  }

  private static let coarse = stride(from: -most, through: most, by: 10)

  /// The median of the separations at some moments that both cover; nil if these are few.
  private static func separation(
    _ one: [PlaceSeries.Place], _ other: [PlaceSeries.Place], shift: Double, most: Int
  ) -> Double? {
    let (from, to) = (
      max(one[0].time, other[0].time + shift), min(one[one.count - 1].time, other[other.count - 1].time + shift)
    )
    guard to - from >= Double(least) else { return nil }
    var found: [Double] = []
    let strided = max(1, one.count / most)
    var index = 0
    for position in stride(from: 0, to: one.count, by: strided) {
      let place = one[position]
      guard place.time >= from, place.time <= to else { continue }
      while index + 1 < other.count, other[index + 1].time + shift < place.time { index += 1 }
      guard index + 1 < other.count else { break }
      let (left, right) = (other[index], other[index + 1])
      let gap = right.time - left.time
      // Nobody knows where a person was in a long pause.
      guard gap <= 60 else { continue }
      let part = gap > 0 ? min(max((place.time - left.time - shift) / gap, 0), 1) : 0
      found.append(
        metres(
          place, left.latitude + part * (right.latitude - left.latitude),
          left.longitude + part * (right.longitude - left.longitude)))
    }
    guard found.count >= 8 else { return nil }
    found.sort()
    return found[found.count / 2]
  }

  /// The distance of near places; far ones are far.
  private static func metres(_ place: PlaceSeries.Place, _ latitude: Double, _ longitude: Double) -> Double {
    let degree = Double.pi / 180 * 6_371_009
    let north = (latitude - place.latitude) * degree
    let east = (longitude - place.longitude) * degree * cos(place.latitude * .pi / 180)
    let length = (north * north + east * east).squareRoot()
    return length.isFinite ? length : .infinity
  }
}
