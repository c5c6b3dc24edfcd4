public import Interface
public import Kernel

extension ChartsState {
  /// An export in progress.
  public struct Export: Sendable, Equatable {
    public enum Stage: Sendable, Equatable {
      case drawing
      case ready(ChartFile)
      /// Offered to the person, and not known to be saved or shared yet.
      case handing(ChartFile, Delivery.Way)
      /// Handed over in the way that was asked for, or in another that the face reported.
      case handed(ChartFile, asked: Delivery.Way, done: Delivery.Way, name: String)
      case notDrawn(Problem)
      case notHanded(ChartFile, Delivery.Way, Problem)
    }

    public internal(set) var format = ChartFormat.png
    public internal(set) var stage = Stage.drawing

    /// The file, once it is drawn.
    public var file: ChartFile? {
      switch stage {
      case .ready(let file), .handing(let file, _), .handed(let file, _, _, _),
        .notHanded(let file, _, _):
        file
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
      guard let now = export, now.format != format || now.file == nil else { return [] }
      export?.format = format
      return draw()
    case .hand(let way):
      guard let now = export, let file = now.file, !now.isHanding else { return [] }
      export?.stage = .handing(file, way)
      return [.run(.hand(file, way), .inOrder("hand"))]
    case .stopHanding: if case .handing(let file, _) = export?.stage { export?.stage = .ready(file) }
    case .closeExport:
      export = nil
      return [.stop(.latest("draw"))]
    case .drawn(let file):
      if export?.stage == .drawing, export?.format == file.format { export?.stage = .ready(file) }
    case .notDrawn(let problem): if export?.stage == .drawing { export?.stage = .notDrawn(problem) }
    case .answered(let file, let way, let outcome): return answered(file, way, outcome)
    default: break
    }
    return []
  }

  /// The sheet may show another file by then, or be closed.
  private mutating func answered(_ file: ChartFile, _ way: Delivery.Way, _ outcome: Delivery.Outcome) -> Steps {
    let isShown = export?.file == file
    switch outcome {
    case .saved(let name): return handed(file, asked: way, done: .save, name: name, isShown: isShown)
    case .shared(let name): return handed(file, asked: way, done: .share, name: name, isShown: isShown)
    case .declined:
      if isShown { export?.stage = .ready(file) }
      return []
    case .failed(let problem):
      guard isShown else { return [] }
      export?.stage = .notHanded(file, way, problem)
      return [.say(.felt(.error))]
    }
  }

  private mutating func handed(
    _ file: ChartFile, asked: Delivery.Way, done: Delivery.Way, name: String, isShown: Bool
  ) -> Steps {
    if isShown { export?.stage = .handed(file, asked: asked, done: done, name: name) }
    return [.say(.felt(.success)), .say(.handed(file.format, done))]
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
