/// The title, unit and optional bounds of an axis. Without bounds it follows the values.
public struct Axis: Sendable, Hashable, Codable {
  public var title: String?
  public var unit: String?
  public var least: Double?
  public var greatest: Double?

  public init(title: String? = nil, unit: String? = nil, least: Double? = nil, greatest: Double? = nil) {
    self.title = title
    self.unit = unit
    self.least = least
    self.greatest = greatest
  }

  func check(_ path: String, _ findings: inout Findings) {
    findings.short(title, "\(path).title")
    findings.short(unit, "\(path).unit")
    findings.finite(least, "\(path).least")
    findings.finite(greatest, "\(path).greatest")
    if let least, let greatest, least.isFinite, greatest.isFinite, least >= greatest {
      findings.add(
        "chart-range", path, "has a least of \(NumberFormat.text(least)), which is not below its greatest.",
        remedy: "Give a least below the greatest, or leave both out.")
    }
  }
}

/// A horizontal reference line: a goal, a limit.
public struct Reference: Sendable, Hashable, Codable {
  public var value: Double
  public var title: String
  public var hue: Hue?

  public init(_ value: Double, title: String, hue: Hue? = nil) {
    self.value = value
    self.title = title
    self.hue = hue
  }
}
