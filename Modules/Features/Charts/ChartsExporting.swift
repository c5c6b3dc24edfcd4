public import Interface
public import Kernel

extension ChartsState {
  /// An export in progress.
  public struct Export: Sendable, Equatable {
    public enum Stage: Sendable, Equatable {
      case drawing
      case ready(ChartFile)
      case handing(ChartFile, ChartFile.Way)
      case handed(ChartFile, ChartFile.Way)
      case notDrawn(Problem)
      case notHanded(ChartFile, ChartFile.Way, Problem)
    }

    public internal(set) var format = ChartFormat.png
    public internal(set) var stage = Stage.drawing

    /// The file, once it is drawn.
    public var file: ChartFile? {
      switch stage {
      case .ready(let file), .handing(let file, _), .handed(let file, _), .notHanded(let file, _, _): file
      case .drawing, .notDrawn: nil
      }
    }
  }

  /// Starts only by the user's action, only in Deep mode, and only while a chart is visible.
  mutating func decideExport(_ action: ChartsAction) -> Steps {
    switch action {
    case .export:
      guard isDeep, chart != nil, export == nil else { return [] }
      export = Export()
      return draw()
    case .choose(let format):
      guard let now = export, now.format != format || now.file == nil, !now.isHanding else { return [] }
      export?.format = format
      return draw()
    case .hand(let way):
      guard let now = export, let file = now.file, !now.isHanding else { return [] }
      export?.stage = .handing(file, way)
      return [.run(.hand(file, way), .inOrder("hand"))]
    case .closeExport:
      export = nil
      return [.stop(.latest("draw"))]
    case .drawn(let file):
      if export?.stage == .drawing, export?.format == file.format { export?.stage = .ready(file) }
    case .notDrawn(let problem): if export?.stage == .drawing { export?.stage = .notDrawn(problem) }
    case .handed(let way):
      let format = export?.format ?? .png
      if case .handing(let file, way) = export?.stage { export?.stage = .handed(file, way) }
      return [.say(.felt(.success)), .say(.handed(format, way))]
    case .notHanded(let way, let problem):
      guard case .handing(let file, way) = export?.stage else { return [] }
      export?.stage = .notHanded(file, way, problem)
      return [.say(.felt(.error))]
    default: break
    }
    return []
  }

  private mutating func draw() -> Steps {
    guard let drawn, let format = export?.format else { return [] }
    export?.stage = .drawing
    var view = view
    // The selection is not part of an exported picture.
    view.held = nil
    return [.run(.draw(ChartOrder(drawn.spec, view, as: format)), .latest("draw"))]
  }
}

extension ChartsState.Export {
  var isHanding: Bool { if case .handing = stage { true } else { false } }
}
