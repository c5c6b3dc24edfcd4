/// A chart as rows and columns, with every value in the viewport, not thinned.
public struct ChartTable: Sendable, Hashable {
  public struct Cell: Sendable, Hashable {
    /// Formatted for people.
    public var text: String
    /// Machine-readable; empty for a gap.
    public var plain: String
    public var value: Double?
  }

  public var columns: [String]
  /// The columns of a file, whose values are plain numbers: a duration's has its unit.
  public var plainColumns: [String]
  public var rows: [[Cell]]
}

extension Chart {
  public func table(in view: Viewport = Viewport()) -> ChartTable { VisiblePart(self, view).table }
}

extension VisiblePart {
  var table: ChartTable {
    switch chart.spec.kind {
    case .week, .scatter: return long
    default: return isDense ? wide : long
    }
  }

  /// True if one row per place and one column per series leaves few cells empty.
  private var isDense: Bool {
    guard let first = parts.first else { return true }
    let places = Set(parts.flatMap { part in part.track.xs[part.range] })
    return parts.count == 1 ? places.count == first.range.count : places.count * parts.count <= max(points * 2, 64)
  }

  private var placeTitle: String {
    switch chart.spec.kind {
    case .line(let lines): lines.x.title ?? axisTitle
    case .bar(let bars), .groupedBar(let bars): bars.x.title ?? axisTitle
    case .scatter(let scatter): scatter.x.title ?? axisTitle
    case .heatmap: "Hour"
    case .radar: "Axis"
    case .ring: "Goal"
    case .volume: "Week"
    case .week: "Day"
    case .sparkline: axisTitle
    }
  }

  private var axisTitle: String {
    switch along {
    case .days: "Date"
    case .time: "Time"
    case .numbers: "X"
    case .labels: "Label"
    }
  }

  private func heading(_ track: Track, isPlain: Bool = false) -> String {
    let name = track.name.isEmpty ? chart.spec.title : track.name
    guard let unit = track.unit, !unit.isEmpty, isPlain || !track.isDuration else { return name }
    return "\(name) (\(unit))"
  }

  private func place(_ x: Double) -> ChartTable.Cell {
    .init(text: along.words(x, writing), plain: along.plain(x), value: nil)
  }

  private func cell(_ part: Part, _ index: Int) -> ChartTable.Cell {
    let value = part.track.ys[index]
    return .init(
      text: part.track.words(index, writing), plain: value.isNaN ? "" : Numeral.plain(value),
      value: value.isNaN ? nil : value)
  }

  private func remark(_ part: Part, _ index: Int) -> String? {
    let words = [part.track.anomalies[index].map { "Unusually \($0.rawValue) value." }, part.track.notes[index]]
    let said = words.compactMap(\.self)
    return said.isEmpty ? nil : said.joined(separator: " ")
  }

  private var hasRemarks: Bool {
    parts.contains { part in
      part.track.notes.keys.contains { part.range.contains($0) }
        || part.track.anomalies.keys.contains { part.range.contains($0) }
    }
  }

  private var wide: ChartTable {
    var rows: [Double: [ChartTable.Cell]] = [:]
    var remarks: [Double: [String]] = [:]
    let empty = ChartTable.Cell(text: "no value", plain: "", value: nil)
    for (column, part) in parts.enumerated() {
      for index in part.range {
        let x = part.track.xs[index]
        rows[x, default: Array(repeating: empty, count: parts.count)][column] = cell(part, index)
        if let remark = remark(part, index) {
          remarks[x, default: []].append(parts.count > 1 ? "\(part.track.name): \(remark)" : remark)
        }
      }
    }
    let noted = hasRemarks
    func columns(isPlain: Bool) -> [String] {
      [placeTitle] + parts.map { heading($0.track, isPlain: isPlain) } + (noted ? ["Remark"] : [])
    }
    return ChartTable(
      columns: columns(isPlain: false), plainColumns: columns(isPlain: true),
      rows: rows.keys.sorted().map { x in
        let words = (remarks[x] ?? []).joined(separator: " ")
        return [place(x)] + (rows[x] ?? []) + (noted ? [.init(text: words, plain: words, value: nil)] : [])
      })
  }

  /// One row per value.
  private var long: ChartTable {
    let isNamed = chart.tracks.count > 1, noted = hasRemarks
    let isWorded = chart.tracks.contains { $0.words != nil }
    var rows: [[ChartTable.Cell]] = []
    rows.reserveCapacity(points)
    for part in parts {
      for index in part.range {
        var row = isNamed ? [ChartTable.Cell(text: part.track.name, plain: part.track.name, value: nil)] : []
        row.append(place(part.track.xs[index]))
        if isWorded {
          let words = part.track.words(index, writing)
          row.append(.init(text: words, plain: words, value: nil))
        }
        row.append(cell(part, index))
        if noted {
          let words = remark(part, index) ?? ""
          row.append(.init(text: words, plain: words, value: nil))
        }
        rows.append(row)
      }
    }
    func columns(isPlain: Bool) -> [String] {
      let value = parts.first.map { part in
        guard isNamed else { return heading(part.track, isPlain: isPlain) }
        let unit = isPlain || !part.track.isDuration ? part.track.unit : nil
        return unit.map { "Value (\($0))" } ?? "Value"
      }
      return (isNamed ? ["Series"] : []) + [placeTitle] + (isWorded ? ["What"] : []) + [value ?? "Value"]
        + (noted ? ["Remark"] : [])
    }
    return ChartTable(columns: columns(isPlain: false), plainColumns: columns(isPlain: true), rows: rows)
  }
}
