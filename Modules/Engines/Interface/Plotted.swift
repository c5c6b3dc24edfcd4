internal import Plot

/// A chart and its visible part. By reference, since hardly any node of a screen has one, and within a node the two take
/// more room than everything else.
final class Plotted: Sendable, Hashable {
  let chart: ChartSpec?
  let view: ChartView?

  private init(chart: ChartSpec?, view: ChartView?) {
    self.chart = chart
    self.view = view
  }

  /// Nil without a chart or a view.
  static func of(_ chart: ChartSpec?, _ view: ChartView?) -> Plotted? {
    chart == nil && view == nil ? nil : Plotted(chart: chart, view: view)
  }

  static func == (one: Plotted, other: Plotted) -> Bool {
    one === other || (one.chart == other.chart && one.view == other.view)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(chart)
    hasher.combine(view)
  }
}
