internal import Kernel
public import Plot

/// The visible part of a node's chart and how it is shown: everything a face needs besides the spec to draw it.
public struct ChartView: Sendable, Hashable {
  /// The data point that the pointer or keyboard selected.
  public struct Held: Sendable, Hashable, Codable {
    public let series: String
    /// The index of the point in its series.
    public let index: Int

    public init(_ series: String, _ index: Int) {
      self.series = series
      self.index = index
    }
  }

  public var period = Period.all
  /// The zoomed part of the period.
  public var window: ChartWindow?
  /// Ids of the series hidden through the legend.
  public var hidden: Set<String> = []
  /// False in `Mode.light`: a static picture without interaction or export.
  public var isDeep = true
  public var held: Held?
  /// A scheme that overrides the page's, to show the chart in the other one beside it.
  public var scheme: Scheme?
  /// Per cent of the usual size.
  public var textSize = 100
  /// Set while the chart is loading: the kind whose shape is shown as a placeholder.
  public var skeleton: String?
  /// The locale in which numbers and days are written; nil for British English. The words are English in every locale.
  public private(set) var locale: String?

  public init(_ change: (inout ChartView) -> Void = { _ in }) { change(&self) }

  /// The viewport from which every face and every exported file is made.
  public func viewport(_ size: Size, dress: Viewport.Dress = .plain) -> Viewport {
    Viewport(
      size, period: period, window: window, hidden: hidden, isDeep: isDeep, dress: dress,
      writing: locale.map { Writing(notationOf: $0) } ?? .english, textScale: Double(textSize) / 100)
  }

  /// Writes numbers and days as a locale does.
  public mutating func write(in locale: String) {
    self.locale = Writing.isEnglish(in: locale) ? nil : RegionalSettings.withoutUnits(locale)
  }
}

extension ChartView: Codable {
  private enum CodingKeys: String, CodingKey {
    case days, from, to, window, hidden, light, held, scheme, textSize, skeleton, locale
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let days = try container.decodeIfPresent(Int.self, forKey: .days) {
      period = .days(days)
    } else if let from = try container.decodeIfPresent(Day.self, forKey: .from) {
      period = .custom(from: from, to: try container.decode(Day.self, forKey: .to))
    }
    if let ends = try container.decodeIfPresent([Double].self, forKey: .window) {
      guard ends.count == 2 else {
        throw DecodingError.dataCorruptedError(forKey: .window, in: container, debugDescription: "needs two numbers")
      }
      window = ChartWindow(ends[0], ends[1])
    }
    hidden = Set(try container.decodeIfPresent([String].self, forKey: .hidden) ?? [])
    isDeep = try !(container.decodeIfPresent(Bool.self, forKey: .light) ?? false)
    held = try container.decodeIfPresent(Held.self, forKey: .held)
    scheme = try container.decodeIfPresent(Scheme.self, forKey: .scheme)
    textSize = try container.decodeIfPresent(Int.self, forKey: .textSize) ?? 100
    skeleton = try container.decodeIfPresent(String.self, forKey: .skeleton)
    if let locale = try container.decodeIfPresent(String.self, forKey: .locale) { write(in: locale) }
  }

  /// Writes only values that differ from their default.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch period {
    case .all: break
    case .days(let count): try container.encode(count, forKey: .days)
    case .custom(let from, let to):
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
    }
    if let window { try container.encode([window.from, window.to], forKey: .window) }
    if !hidden.isEmpty { try container.encode(hidden.sorted(), forKey: .hidden) }
    if !isDeep { try container.encode(true, forKey: .light) }
    try container.encodeIfPresent(held, forKey: .held)
    try container.encodeIfPresent(scheme, forKey: .scheme)
    if textSize != 100 { try container.encode(textSize, forKey: .textSize) }
    try container.encodeIfPresent(skeleton, forKey: .skeleton)
    try container.encodeIfPresent(locale, forKey: .locale)
  }
}

/// The file formats to which a chart can be exported.
public enum ChartFormat: String, Sendable, Hashable, Codable, CaseIterable {
  case png, svg, csv, wav

  public var title: String {
    switch self {
    case .png: "PNG picture"
    case .svg: "SVG picture"
    case .csv: "CSV table"
    case .wav: "WAV sound"
    }
  }

  /// The media type.
  public var type: String {
    switch self {
    case .png: "image/png"
    case .svg: "image/svg+xml"
    case .csv: "text/csv; charset=utf-8"
    case .wav: "audio/wav"
    }
  }

  /// The file name of an exported chart: its title and date, nothing about its owner.
  public func name(of spec: ChartSpec) -> String {
    let day = spec.asOf.flatMap { Day($0, in: spec.zone) }.map { "-\($0.text)" } ?? ""
    let title = spec.title.lowercased().unicodeScalars.map { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    let words = String(title.prefix(60)).split(separator: "-").joined(separator: "-")
    return "\(words.isEmpty ? "chart" : words)\(day).\(rawValue)"
  }
}
