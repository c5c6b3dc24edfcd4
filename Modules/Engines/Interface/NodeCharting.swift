public import Plot

/// A position on a chart: fractions of the plot area from its left and top, or a step from the selected value.
public enum ChartReach: Sendable, Hashable {
  case at(x: Double, y: Double?)
  case step(Step)

  public enum Step: String, Sendable, Hashable, CaseIterable {
    case next, previous, above, below, first, last
  }
}

/// The actions that gestures on a chart map to.
public struct ChartGestures<Action: Sendable>: Sendable {
  let hold: @Sendable (ChartReach) -> Action
  let clear: Action
  let looking: Looking?

  /// The actions for zooming and panning, for charts whose period supports both.
  public struct Looking: Sendable {
    let zoom: @Sendable (_ factor: Double, _ at: Double) -> Action
    let pan: @Sendable (_ share: Double) -> Action

    /// `zoom` receives a factor and its centre as a fraction of the width; `pan` a fraction of the visible range,
    /// positive towards later.
    public init(
      zoom: @escaping @Sendable (_ factor: Double, _ at: Double) -> Action,
      pan: @escaping @Sendable (_ share: Double) -> Action
    ) {
      self.zoom = zoom
      self.pan = pan
    }
  }

  public init(hold: @escaping @Sendable (ChartReach) -> Action, clear: Action, looking: Looking? = nil) {
    self.hold = hold
    self.clear = clear
    self.looking = looking
  }

  var offers: [Offer<Action>] {
    var offers = [
      Offer<Action>(.hold) { [hold] entry in ChartReach(entry).map(hold) },
      Offer<Action>(.dismiss) { [clear] _ in clear },
    ]
    if let looking {
      offers.append(
        Offer(.zoom) { entry in
          let (factor, at) = entry.pair ?? (entry.number ?? .nan, 0.5)
          return (0.01...100).contains(factor) && (0...1).contains(at) ? looking.zoom(factor, at) : nil
        })
      offers.append(
        Offer(.pan) { entry in entry.number.flatMap { (-10...10).contains($0) ? looking.pan($0) : nil } })
    }
    return offers
  }
}

extension ChartReach {
  /// Accepts a fraction of the width, a fraction of the width and one of the height, or the name of a step; nil for
  /// anything else.
  init?(_ entry: Entry) {
    switch entry {
    case .number(let x) where (0...1).contains(x): self = .at(x: x, y: nil)
    case .pair(let x, let y) where (0...1).contains(x) && (0...1).contains(y): self = .at(x: x, y: y)
    case .text(let word):
      guard let step = Step(rawValue: word) else { return nil }
      self = .step(step)
    default: return nil
    }
  }
}

extension Node {
  /// An interactive chart: its visible part, its text, its gestures, and the children that a screen reader walks.
  public static func chart(
    _ spec: ChartSpec, id: String? = nil, in view: ChartView, says text: String,
    gestures: ChartGestures<Action>? = nil, _ children: [Node] = []
  ) -> Node {
    var node = Node(
      .chart, spec.title, id: id, value: text, offers: gestures?.offers ?? [], chart: spec, children: children)
    node.view = view
    return node
  }

  /// The values of a chart as a list, for screen readers and keys: one row for each value, or for each stretch of many, with
  /// a summary. Nil for a chart that cannot be drawn, and for one of a single value, which its text tells.
  public static func values(of spec: ChartSpec, in view: ChartView = ChartView()) -> Node? {
    guard let chart = try? Chart(spec) else { return nil }
    let series = chart.parts(in: view.viewport(Node.pageSize))
    guard series.reduce(0, { $0 + $1.points.count }) > 1 else { return nil }
    func rows(_ parts: [ChartPart]) -> [Node] {
      parts.enumerated().map { index, part in
        // A stretch tells its summary; the table has its values.
        let inside = part.sort == .series ? [Node.list(part.label, id: "in", rows(part.children))] : []
        return .row(part.label, id: "\(index + 1)", value: part.value, inside)
      }
    }
    return .list("Values", id: "values", rows(series.count == 1 ? series[0].children : series))
  }

  /// The size of a chart that is as wide as a page.
  private static var pageSize: Size { Size(720, 400) }

  /// A placeholder in the shape of a chart that is loading.
  public static func chartSkeleton(_ label: String, of kind: String, id: String? = nil, in view: ChartView) -> Node {
    var node = skeleton(label, id: id)
    node.view = view
    node.view?.skeleton = kind
    return node
  }
}
