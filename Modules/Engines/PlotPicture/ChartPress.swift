public import Interface
public import Kernel
public import Plot

/// Exports charts to files, locally: no chart data leaves the machine. It keeps the fonts, which are expensive to open,
/// and draws one chart at a time. `Painter` draws a PNG with Cairo, and `Modules/Libraries/CPicture/png.c` encodes its
/// bytes; `Plot` writes the other formats.
public actor ChartPress {
  private var painter: Painter?

  public init() {}

  /// The complete file, with title, legend and date.
  public func bytes(
    of spec: ChartSpec, _ view: ChartView, as format: ChartFormat, _ palette: Palette
  ) throws(Problem) -> [UInt8] {
    let chart = try Chart(spec)
    var viewport = view.viewport(ChartPress.size(of: spec), dress: .export)
    // A table for other programs is written the same everywhere.
    if format == .csv { viewport.writing = .english }
    switch format {
    case .png: return try opened().png(of: chart.scene(in: viewport), palette, scale: 2)
    case .svg: return Array(chart.scene(in: viewport).svg(palette).utf8)
    case .csv: return Array(chart.csv(in: viewport).utf8)
    case .wav: return chart.sound(in: viewport).wav
    }
  }

  private func opened() throws(Problem) -> Painter {
    if let painter { return painter }
    let opened = try Painter()
    painter = opened
    return opened
  }

  /// Sized for a page or a message, independent of the screen.
  private static func size(of spec: ChartSpec) -> Size {
    switch spec.kind {
    case .ring, .radar: Size(720, 720)
    case .sparkline: Size(720, 240)
    default: Size(1_080, 640)
    }
  }
}
