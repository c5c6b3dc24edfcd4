/// The title, unit and optional bounds of an axis. Without bounds it follows the values.
public struct Axis: Sendable, Hashable, Codable {
  /// The notation of the values.
  public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
    /// Steps at whole numbers only.
    case whole
    /// Minutes, written as hours and minutes: "7 h 22 min".
    case duration
  }

  public var title: String?
  public var unit: String?
  public var least: Double?
  public var greatest: Double?
  /// Nil for plain numbers.
  public var style: Style?

  public init(
    title: String? = nil, unit: String? = nil, least: Double? = nil, greatest: Double? = nil,
    style: Style? = nil
  ) {
    self.title = title
    self.unit = unit
    self.least = least
    self.greatest = greatest
    self.style = style
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
