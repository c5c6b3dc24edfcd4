internal import Platform

// Skeletons: the layout of a chart with bars for text and grey for colours, shown while data is loading.
extension Scene {
  /// The skeleton of this scene, shown while its values are replaced.
  public var skeleton: Scene {
    var bare = self
    bare.state = .skeleton
    bare.marks = []
    bare.legend = []
    bare.ticks = []
    bare.text = "Loading \(title)."
    bare.shapes = shapes.compactMap(\.bare)
    return bare
  }

  /// The skeleton of a kind, shown before the first data; nil for an unknown kind.
  public static func skeleton(of kind: String, title: String, in view: Viewport = Viewport()) -> Scene? {
    guard let spec = ChartSpec.Kind.sample(kind).map({ ChartSpec(title: title, kind: $0) }),
      let chart = try? Chart(spec)
    else { return nil }
    return chart.scene(in: view).skeleton
  }
}

extension Shape {
  /// The shape in grey; nil for details.
  fileprivate var bare: Shape? {
    var shape = self
    shape.series = nil
    switch role {
    case .pattern, .anomaly, .reference, .trend, .gap, .area, .annotation: return nil
    default: break
    }
    if case .letters(let letters) = form {
      let box = letters.box
      shape.form = .box(Box(box.x, box.y + box.height * 0.15, box.width, box.height * 0.7), corner: box.height * 0.3)
      shape.fill = .empty
      return shape
    }
    if fill != nil, role != .ground { shape.fill = role == .band ? Paint(.gridLine, 0.28) : .empty }
    if let stroke { shape.stroke = .init(role == .grid ? stroke.paint : .empty, stroke.width) }
    return shape
  }
}

extension ChartSpec.Kind {
  /// A simple chart of each kind, of which only the layout is used.
  fileprivate static func sample(_ name: String) -> ChartSpec.Kind? {
    let values = [4.0, 5, 4.5, 6, 5.5, 7, 6.5]
    func series(_ id: String) -> Series {
      Series(id: id, name: "Series", points: values.enumerated().map { Point(.number(Double($0.offset)), $0.element) })
    }
    func labelled(_ id: String) -> Series {
      Series(id: id, name: "Series", points: values.enumerated().map { Point(.label("\($0.offset) ..."), $0.element) })
    }
    switch name {
    case "line": return .line(Lines(series: [series("a")], smooth: true))
    case "bar": return .bar(Bars(series: [labelled("a")]))
    case "grouped-bar": return .groupedBar(Bars(series: [labelled("a"), labelled("b")]))
    case "ring": return .ring(Rings([.init(id: "a", name: "Goal", value: 0, of: 100)]))
    case "sparkline": return .sparkline(Sparkline(series("a")))
    case "heatmap": return .heatmap(Heatmap(Weekday.allCases.map { Heatmap.Cell($0, hour: 0, 0) }))
    case "scatter": return .scatter(Scatter(series: [series("a")], x: Axis(), y: Axis()))
    case "radar":
      let spokes = (0..<6).map { _ in Radar.Spoke("Measure") }
      return .radar(Radar(spokes: spokes, outlines: [.init(id: "a", name: "A", values: spokes.map { _ in 60 })]))
    case "volume":
      return .volume(
        VolumeAndIntensity(values.enumerated().map { .init("Week \($0.offset)", volume: $0.element, intensity: 50) }))
    case "week":
      return .week(WeekCalendar(Weekday.allCases.map { .init($0, [.init(id: "\($0)", title: "Run", kind: "run")]) }))
    default: return nil
    }
  }
}
