internal import Interface
internal import Plot

/// What a chart is of, known before there is any value: its title, its kind, and whether it is looked at by ranges of time.
public struct ChartSubject: Sendable, Hashable {
  public let title: String
  /// As `ChartSpec.Kind.name` has it.
  public let kind: String
  /// A profile or a week has one time only.
  public let hasRanges: Bool

  public init(_ title: String, kind: String, hasRanges: Bool = true) {
    self.title = title
    self.kind = kind
    self.hasRanges = hasRanges
  }

  /// Kept for those who want to see more.
  var isAdvanced: Bool { ["heatmap", "scatter"].contains(kind) }
}

/// A spec as it came, and the chart made of it once for all frames; nil when it cannot be drawn.
struct Drawn: Sendable, Equatable {
  let spec: ChartSpec
  let chart: Chart?

  init(_ spec: ChartSpec) {
    self.spec = spec
    chart = try? Chart(spec)
  }

  static func == (left: Drawn, right: Drawn) -> Bool { left.spec == right.spec }
}

/// A scene, and what it was laid out for.
struct Laid: Sendable, Equatable {
  let plan: ChartView
  let drawn: Drawn?
  let scene: Scene

  /// The scene follows from the rest.
  static func == (left: Laid, right: Laid) -> Bool { left.plan == right.plan && left.drawn == right.drawn }
}
