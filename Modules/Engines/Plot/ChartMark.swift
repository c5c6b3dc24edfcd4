/// The visual identity of one part of a chart: its hue and, where its kind has them, the dash or shape that distinguish
/// it without colour.
public struct ChartMark: Sendable, Hashable {
  public let name: String
  public let hue: Hue
  public let dash: Series.Dash?
  public let shape: Series.Shape?
}

extension ChartSpec {
  /// The overlapping parts in the order of the legend, and every other part with its own hue. Bars, rings and entries
  /// do not overlap and are labelled in place, so they need no dash or shape.
  public var marks: [ChartMark] {
    switch kind {
    case .line(let lines): lines.series.map { $0.mark(dash: $0.dash, shape: $0.shape) }
    case .scatter(let scatter): scatter.series.map { $0.mark(shape: $0.shape) }
    case .radar(let radar): radar.outlines.map { ChartMark(name: $0.name, hue: $0.hue, dash: $0.dash, shape: nil) }
    case .bar(let bars), .groupedBar(let bars): bars.series.map { $0.mark() }
    case .sparkline(let sparkline): [sparkline.series.mark()]
    case .ring(let rings): rings.rings.map { ChartMark(name: $0.name, hue: $0.hue, dash: nil, shape: nil) }
    case .heatmap(let heatmap): [ChartMark(name: title, hue: heatmap.hue, dash: nil, shape: nil)]
    case .week(let week):
      week.days.flatMap(\.entries).compactMap { entry in
        entry.hue.map { ChartMark(name: entry.title, hue: $0, dash: nil, shape: nil) }
      }
    case .volume: [ChartMark(name: title, hue: .accent, dash: nil, shape: nil)]
    }
  }
}

extension Series {
  fileprivate func mark(dash: Dash? = nil, shape: Shape? = nil) -> ChartMark {
    ChartMark(name: name, hue: hue, dash: dash, shape: shape)
  }
}
