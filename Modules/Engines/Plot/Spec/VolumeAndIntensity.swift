internal import Platform

/// A training plan by weeks: volume as bars, intensity as a line, recovery and race weeks marked.
public struct VolumeAndIntensity: ChartContent {
  public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    case recovery, race
  }

  public struct Week: Sendable, Hashable, Codable {
    public var title: String
    public var start: Day?
    public var volume: Double?
    public var intensity: Double?
    public var mark: Mark?

    public init(_ title: String, start: Day? = nil, volume: Double?, intensity: Double?, mark: Mark? = nil) {
      self.title = title
      self.start = start
      self.volume = volume
      self.intensity = intensity
      self.mark = mark
    }
  }

  public var weeks: [Week]
  public var volume: Axis
  public var intensity: Axis

  public init(
    _ weeks: [Week], volume: Axis = Axis(title: "Volume"), intensity: Axis = Axis(title: "Intensity", unit: "%")
  ) {
    self.weeks = weeks
    self.volume = volume
    self.intensity = intensity
  }

  var seriesCount: Int { 2 }
  var pointCount: Int { weeks.count * 2 }

  func check(_ findings: inout Findings) {
    volume.check("volume", &findings)
    intensity.check("intensity", &findings)
    var previous: Day?
    for (index, week) in weeks.enumerated() {
      if findings.isFull { return }
      findings.named(week.title, "weeks[\(index)].title")
      for (value, name) in [(week.volume, "volume"), (week.intensity, "intensity")] {
        findings.finite(value, "weeks[\(index)].\(name)")
        if let value, value < 0 {
          findings.add("chart-range", "weeks[\(index)].\(name)", "is below zero.", remedy: "Give zero or more.")
        }
      }
      if let start = week.start {
        if let previous, start <= previous {
          findings.add(
            "chart-order", "weeks[\(index)].start", "does not come after the week before it.",
            remedy: "Put the weeks in order.")
        }
        previous = start
      }
    }
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    let volumes = weeks.filter { $0.volume?.isFinite == true }
    guard let first = volumes.first?.volume, let last = volumes.last?.volume else { return nil }
    var greatest = volumes[0]
    for week in volumes where (week.volume ?? 0) > (greatest.volume ?? 0) { greatest = week }
    var text = "\(volume.title ?? "Volume") \(SeriesSummary.trend(from: first, to: last, unit: volume.unit, writing)) "
    text += "over \(NumberFormat.count(weeks.count, "week")). "
    text += "Greatest \(writing.plain(greatest.volume ?? 0, volume.unit)) in \(greatest.title)"
    let hardness = weeks.compactMap(\.intensity).filter(\.isFinite)
    if let least = hardness.min(), let most = hardness.max() {
      text += ", \((intensity.title ?? "Intensity").lowercased()) "
      text += "\(writing.plain(least, intensity.unit)) to \(writing.plain(most, intensity.unit))"
    }
    for mark in Mark.allCases {
      let titles = weeks.filter { $0.mark == mark }.map(\.title)
      if !titles.isEmpty { text += "; \(mark.rawValue) in \(titles.joined(separator: ", "))" }
    }
    return text + SeriesSummary.gaps(weeks.count - volumes.count)
  }

  private enum CodingKeys: String, CodingKey { case weeks, volume, intensity }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode([Week].self, forKey: .weeks))
    volume = try container.decodeIfPresent(Axis.self, forKey: .volume) ?? volume
    intensity = try container.decodeIfPresent(Axis.self, forKey: .intensity) ?? intensity
  }
}
