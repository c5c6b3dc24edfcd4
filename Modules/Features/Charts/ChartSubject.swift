internal import Interface
internal import Plot

/// The description of a chart before its values are loaded: its title, its kind, and whether it has selectable time
/// ranges.
public struct ChartSubject: Sendable, Hashable {
  public let title: String
  /// The kind, spelled as `ChartSpec.Kind.name`.
  public let kind: String
  /// False for charts that cover one fixed time, such as a profile or a week.
  public let hasRanges: Bool

  public init(_ title: String, kind: String, hasRanges: Bool = true) {
    self.title = title
    self.kind = kind
    self.hasRanges = hasRanges
  }

  /// Whether the chart is shown in Deep mode only.
  var isAdvanced: Bool { ["heatmap", "scatter"].contains(kind) }
}

/// A chart specification as loaded, with the chart built from it once for all frames; nil when it cannot be drawn.
struct Drawn: Sendable, Equatable {
  let spec: ChartSpec
  let chart: Chart?

  init(_ spec: ChartSpec) {
    self.spec = spec
    chart = try? Chart(spec)
  }

  static func == (left: Drawn, right: Drawn) -> Bool { left.spec == right.spec }
}

/// A scene and the inputs that it was laid out from.
struct Laid: Sendable, Equatable {
  let plan: ChartView
  let drawn: Drawn?
  let scene: Scene

  /// Compares only the inputs: the scene follows from them.
  static func == (left: Laid, right: Laid) -> Bool { left.plan == right.plan && left.drawn == right.drawn }
}
