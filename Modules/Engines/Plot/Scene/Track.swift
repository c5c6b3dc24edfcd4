/// One series prepared for every face: its values, their positions and its look.
struct Track: Sendable, Hashable {
  let id: String
  let name: String
  let unit: String?
  let look: Look
  /// In x axis units, ascending except in scatter plots.
  let xs: [Double]
  /// NaN for a gap.
  let ys: [Double]
  /// Texts to use instead of the numbers, if a value is more than its number: "Tempo 45 min, key".
  var words: [String]?
  /// Whether these texts are numbers, which a reader has in their own notation.
  var hasNumbers = false
  /// Notes on single points.
  var notes: [Int: String] = [:]
  /// Whether the values are minutes that are written as hours and minutes.
  let isDuration: Bool
  let anomalies: [Int: Anomaly]
  /// Statistics of all values, independent of the visible range.
  let whole: Statistics

  init(
    id: String, name: String, unit: String?, look: Look, xs: [Double], ys: [Double], words: [String]? = nil,
    hasNumbers: Bool = false, notes: [Int: String] = [:], isDuration: Bool = false, findsAnomalies: Bool = false
  ) {
    self.id = id
    self.name = name
    self.unit = unit
    self.look = look
    self.xs = xs
    self.ys = ys
    self.words = words
    self.hasNumbers = hasNumbers
    self.notes = notes
    self.isDuration = isDuration
    whole = Statistics(of: ys[...])
    anomalies = findsAnomalies ? whole.anomalies(in: ys) : [:]
  }

  func words(_ index: Int, _ writing: Writing) -> String {
    if let words { return hasNumbers ? writing.respelled(words[index]) : words[index] }
    return ys[index].isNaN ? "no value" : value(ys[index], writing)
  }

  func value(_ value: Double, _ writing: Writing) -> String {
    if isDuration { return Writing.duration(value) }
    guard let unit, !unit.isEmpty else { return writing.exact(value) }
    return "\(writing.exact(value)) \(unit)"
  }

  /// The points within a window, for ascending tracks.
  func range(in window: ChartWindow?) -> Range<Int> {
    guard let window else { return 0..<xs.count }
    let first = bound { $0 >= window.from }
    return first..<max(first, bound { $0 > window.to })
  }

  private func bound(_ isThere: (Double) -> Bool) -> Int {
    var (low, high) = (0, xs.count)
    while low < high {
      let middle = (low + high) / 2
      if isThere(xs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The visual identity of a series: its hue, and a second feature that needs no colour.
public struct Look: Sendable, Hashable {
  public var hue: Hue
  public var dash: Series.Dash
  public var shape: Series.Shape
  public var pattern: Pattern

  /// The fill of a bar, in order of assignment.
  public enum Pattern: String, Sendable, Hashable, CaseIterable {
    case plain, rising, level, falling, upright, crossed
  }

  /// Resolves equal looks, so that no two of the first two dozen series share both dash and shape.
  static func apart(_ wished: [Look]) -> [Look] {
    var hues: Set<Hue> = []
    var signs: Set<String> = []
    // If several series have the default hue, none keeps it, since in some themes the accent resembles one of the
    // others.
    let isCrowded = wished.count { $0.hue == .accent } > 1
    if isCrowded { hues.insert(.accent) }
    return wished.enumerated().map { index, wish in
      var look = wish
      if !hues.insert(look.hue).inserted, let free = Hue.series.first(where: { !hues.contains($0) }) {
        look.hue = free
        hues.insert(free)
      }
      if !signs.insert(look.sign).inserted {
        search: for shape in Series.Shape.allCases {
          for dash in Series.Dash.allCases {
            let other = Look(hue: look.hue, dash: dash, shape: shape, pattern: look.pattern)
            // Among the first four series neither dash nor shape repeats.
            if signs.contains(other.sign)
              || (index < 4 && signs.contains { $0.hasPrefix("\(dash) ") || $0.hasSuffix(" \(shape)") })
            {
              continue
            }
            look = other
            signs.insert(other.sign)
            break search
          }
        }
      }
      look.pattern = Pattern.allCases[index % Pattern.allCases.count]
      return look
    }
  }

  private var sign: String { "\(dash) \(shape)" }
}

/// Summary statistics of a sequence of values.
struct Statistics: Sendable, Hashable {
  private(set) var count = 0
  private(set) var gaps = 0
  private(set) var first: Int?
  private(set) var last: Int?
  private(set) var least: Int?
  private(set) var greatest: Int?
  private(set) var mean = 0.0
  /// The standard deviation of the population, not of a sample.
  private(set) var deviation = 0.0

  init(of values: ArraySlice<Double>) {
    var squares = 0.0
    var (low, high) = (Double.nan, Double.nan)
    for index in values.indices {
      let value = values[index]
      guard !value.isNaN else {
        gaps += 1
        continue
      }
      count += 1
      if first == nil { first = index }
      last = index
      if !(value >= low) { (least, low) = (index, value) }
      if !(value <= high) { (greatest, high) = (index, value) }
      // Welford's algorithm, which neither overflows nor loses small deviations from large means.
      let off = value / 2 - mean / 2
      mean += off / Double(count) * 2
      squares += off * 2 * (value - mean)
    }
    if count > 0, squares.isFinite { deviation = (max(squares, 0) / Double(count)).squareRoot() }
  }

  func anomalies(in values: [Double]) -> [Int: Anomaly] {
    guard deviation > 0, deviation.isFinite, deviation > abs(mean) * 1e-12 else { return [:] }
    var found: [Int: Anomaly] = [:]
    for (index, value) in values.enumerated() where abs(value - mean) > 3 * deviation {
      found[index] = value > mean ? .high : .low
    }
    return found
  }
}
