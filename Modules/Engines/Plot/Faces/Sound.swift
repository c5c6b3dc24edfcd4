/// One value as a tone.
public struct ChartNote: Sendable, Hashable {
  public var series: String
  public var index: Int
  /// Seconds from the start.
  public var start: Double
  public var duration: Double
  /// Hertz; rises with the value.
  public var pitch: Double
  public var isUnusual: Bool
}

/// A chart as sound: x is time, y is pitch, a gap is silence, and an unusual value sounds twice.
public struct ChartSound: Sendable, Hashable {
  public var notes: [ChartNote]
  /// In seconds.
  public var duration: Double

  static let lowest = 220.0
  static let highest = 880.0
  /// The duration of one series, followed by a pause.
  static let stretch = 4.0
  static let pause = 0.5
  /// Maximum number of tones per series, beyond which they blur; more are thinned to local minima and maxima.
  static let most = 160
}

extension Chart {
  /// Plays one series after the other, all on the same scale.
  public func sound(in view: Viewport = Viewport()) -> ChartSound { VisiblePart(self, view).sound }
}

extension VisiblePart {
  var sound: ChartSound {
    let drawn = parts.prefix(ChartSpec.Limit.drawableSeries)
    // Volume and intensity have different scales; every other chart compares its series on one.
    let isShared = if case .volume = chart.spec.kind { false } else { true }
    let all = drawn.map { ChartSound.Reach(of: $0) }
    let whole = all.reduce(ChartSound.Reach()) { $0.joined(with: $1) }
    var notes: [ChartNote] = []
    var start = 0.0
    for (part, own) in zip(drawn, all) where own.isKnown {
      let kept = ChartSound.kept(part)
      let length = min(ChartSound.stretch, max(0.6, Double(kept.count) * 0.25))
      let (from, to) = (part.track.xs[part.range.lowerBound], part.track.xs[part.range.upperBound - 1])
      let each = min(0.2, length / Double(max(kept.count, 1)))
      // Entries of the same day have the same place and are played one after another.
      let isSpread = from < to && Set(kept.map { part.track.xs[$0] }).count == kept.count
      for (order, index) in kept.enumerated() where !part.track.ys[index].isNaN {
        let share =
          isSpread ? (part.track.xs[index] - from) / (to - from) : Double(order) / Double(max(kept.count - 1, 1))
        notes.append(
          ChartNote(
            series: part.track.id, index: index, start: start + share * (length - each), duration: each,
            pitch: (isShared ? whole : own).pitch(part.track.ys[index]),
            isUnusual: part.track.anomalies[index] != nil))
      }
      start += length + ChartSound.pause
    }
    notes.sort { ($0.start, $0.pitch) < ($1.start, $1.pitch) }
    return ChartSound(notes: notes, duration: max(0, start - ChartSound.pause))
  }
}

extension ChartSound {
  struct Reach {
    var least = Double.infinity
    var greatest = -Double.infinity
    var isKnown: Bool { least <= greatest }

    init() {}

    init(of part: VisiblePart.Part) {
      for index in part.range where !part.track.ys[index].isNaN {
        least = min(least, part.track.ys[index])
        greatest = max(greatest, part.track.ys[index])
      }
    }

    func joined(with other: Reach) -> Reach {
      var reach = self
      reach.least = min(least, other.least)
      reach.greatest = max(greatest, other.greatest)
      return reach
    }

    /// Equal differences in value are equal musical intervals.
    func pitch(_ value: Double) -> Double {
      let whole = greatest / 2 - least / 2
      let share = whole > 0 ? (value / 2 - least / 2) / whole : 0.5
      return ChartSound.lowest * power(ChartSound.highest / ChartSound.lowest, share)
    }
  }

  static func kept(_ part: VisiblePart.Part) -> [Int] {
    guard part.range.count > most else { return Array(part.range) }
    let scale = ValueScale(
      from: Double(part.range.lowerBound), to: Double(part.range.upperBound - 1), start: 0, end: Double(most / 4))
    let places = Track(
      id: "", name: "", unit: nil, look: part.track.look, xs: part.track.xs.indices.map { Double($0) },
      ys: part.track.ys)
    let unusual = part.range.filter { part.track.anomalies[$0] != nil }.prefix(most)
    return Set(Thinning.kept(places, part.range, scale)).union(unusual).sorted()
  }
}
