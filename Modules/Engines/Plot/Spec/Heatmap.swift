internal import Platform

/// Values by hour of the week, seven rows of 24; hours without a cell are empty.
public struct Heatmap: ChartContent {
  public struct Cell: Sendable, Hashable, Codable {
    /// From 1, Monday, to 7. An `Int` rather than a `Weekday`, so that the error for a wrong one names it.
    public var day: Int
    /// From 0 to 23.
    public var hour: Int
    public var value: Double?

    public init(_ day: Weekday, hour: Int, _ value: Double?) {
      self.init(day: day.rawValue, hour: hour, value: value)
    }

    public init(day: Int, hour: Int, value: Double?) {
      self.day = day
      self.hour = hour
      self.value = value
    }
  }

  public var cells: [Cell]
  public var unit: String?
  public var hue: Hue

  public init(_ cells: [Cell], unit: String? = nil, hue: Hue = .accent) {
    self.cells = cells
    self.unit = unit
    self.hue = hue
  }

  var seriesCount: Int { 1 }
  var pointCount: Int { cells.count }

  func check(_ findings: inout Findings) {
    findings.hue(hue, "hue")
    var seen: Set<Int> = []
    for (index, cell) in cells.enumerated() {
      if findings.isFull { return }
      guard (1...7).contains(cell.day), (0...23).contains(cell.hour) else {
        findings.add(
          "chart-range", "cells[\(index)]", "is day \(cell.day), hour \(cell.hour), outside the week.",
          remedy: "Give a day from 1, Monday, to 7 and an hour from 0 to 23.")
        continue
      }
      findings.finite(cell.value, "cells[\(index)].value")
      if !seen.insert(cell.day * 24 + cell.hour).inserted {
        findings.add(
          "chart-duplicate", "cells[\(index)]", "is an hour that is there already.",
          remedy: "Give one value an hour of the week.")
      }
    }
  }

  func reading(in zone: TimeZone, _ writing: Writing) -> String? {
    let known = cells.filter { $0.value?.isFinite == true }.sorted { ($0.day, $0.hour) < ($1.day, $1.hour) }
    guard let first = known.first else { return nil }
    var (least, greatest) = (first, first)
    for cell in known {
      if (cell.value ?? 0) < (least.value ?? 0) { least = cell }
      if (cell.value ?? 0) > (greatest.value ?? 0) { greatest = cell }
    }
    func text(_ cell: Cell) -> String {
      let day = Weekday(rawValue: cell.day)?.title ?? "day \(cell.day)"
      return "\(writing.plain(cell.value ?? 0, unit)) on \(day) at \(Day.padded(cell.hour, to: 2)):00"
    }
    let count = "\(known.count) of 168 hours of the week"
    return known.count == 1 ? "\(count): \(text(first))" : "\(count): greatest \(text(greatest)), least \(text(least))"
  }

  private enum CodingKeys: String, CodingKey { case cells, unit, hue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cells = try container.decode([Cell].self, forKey: .cells)
    unit = try container.decodeIfPresent(String.self, forKey: .unit)
    hue = try container.decodeIfPresent(Hue.self, forKey: .hue) ?? .accent
  }
}
