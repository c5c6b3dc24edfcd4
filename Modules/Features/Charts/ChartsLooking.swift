internal import Interface
internal import Kernel
internal import Plot

// Zoom, panning and selection.
extension ChartsState {
  /// The nominal size for which a chart is laid out when deciding; renderers draw it at their own size.
  static let size = Size(720, 400)

  var scene: Scene? {
    guard let chart else { return nil }
    if let laid, laid.plan == plan, laid.drawn == drawn { return laid.scene }
    return chart.scene(in: plan.viewport(ChartsState.size))
  }

  /// The view without its selection: everything that the layout depends on. The selection is drawn over it.
  var plan: ChartView {
    var plan = view
    plan.held = nil
    return plan
  }

  /// The visible window along the axis; nil for charts without a continuous axis.
  var inSight: ChartWindow? {
    guard let chart, chart.hasStretch else { return nil }
    return chart.window(in: view.viewport(ChartsState.size)) ?? chart.bounds
  }

  /// The window of the whole period.
  private var whole: ChartWindow? {
    guard let chart, chart.hasStretch else { return nil }
    return chart.window(of: view.period) ?? chart.bounds
  }

  mutating func zoom(_ factor: Double, _ at: Double) -> Steps {
    guard let now = inSight, factor.isFinite, factor > 0, at.isFinite else { return [] }
    return look(at: now.zoomed(by: factor, around: now.from + now.length * min(max(at, 0), 1)))
  }

  mutating func pan(_ share: Double) -> Steps {
    guard let now = inSight, share.isFinite else { return [] }
    return look(at: now.panned(by: now.length * share))
  }

  /// Moves to the wished window, snapped to the data; a move that changes nothing gives the haptic of a refusal.
  mutating func look(at wished: ChartWindow?, feeling felt: Haptic? = nil) -> Steps {
    let before = inSight
    window = wished
    // The chart snaps the wish; the snapped window is stored.
    window = wished == nil ? nil : inSight
    if let window, let whole, window.length >= whole.length { self.window = nil }
    let isMoved = inSight != before
    if isMoved {
      keepHeldInSight()
      page = 0
    }
    guard isMoved, let chart else {
      let words = window == nil ? "The whole range is visible." : "There is no more data on that side."
      return [.say(.felt(felt ?? .warning)), .say(.announced(Announcement(words)))]
    }
    let words = chart.summary(in: view.viewport(ChartsState.size))
    return [.say(.felt(.selection)), .say(.announced(Announcement(words)))]
  }

  mutating func toggle(_ series: String) -> Steps {
    guard let chart, chart.series.contains(where: { $0.id == series }) else { return [] }
    if hidden.remove(series) == nil { hidden.insert(series) }
    keepHeldInSight()
    page = 0
    return [.say(.felt(.selection))]
  }

  private mutating func keepHeldInSight() {
    guard let held, !(scene?.marks.contains { $0.series == held.series && $0.index == held.index } ?? false) else {
      return
    }
    self.held = nil
  }

  // MARK: Selected value

  mutating func hold(_ held: ChartView.Held) -> Steps {
    guard let marks = scene?.marks, marks.contains(where: { $0.series == held.series && $0.index == held.index }) else {
      return []
    }
    guard held != self.held else { return [] }
    self.held = held
    return [.say(.felt(.selection))]
  }

  mutating func hold(_ reach: ChartReach) -> Steps {
    guard let scene, !scene.marks.isEmpty else { return [] }
    let mark: Scene.Mark? =
      switch reach {
      case .at(let x, let y): self.mark(in: scene, x, y)
      case .step(let step): self.mark(in: scene, step)
      }
    guard let mark else { return [] }
    return hold(ChartView.Held(mark.series, mark.index))
  }

  /// On a continuous axis the column decides, and the height only chooses between series; elsewhere the nearest mark.
  private func mark(in scene: Scene, _ x: Double, _ y: Double?) -> Scene.Mark? {
    let plot = scene.plot
    let spot = Spot(plot.x + plot.width * x, plot.y + plot.height * (y ?? 0.5))
    guard chart?.hasStretch ?? false else { return scene.nearest(to: spot, within: 48) }
    let column = scene.column(at: spot.x)
    guard y != nil else { return column.first }
    return column.min { abs($0.at.y - spot.y) < abs($1.at.y - spot.y) }
  }

  private func mark(in scene: Scene, _ step: ChartReach.Step) -> Scene.Mark? {
    guard let now = scene.marks.first(where: { $0.series == held?.series && $0.index == held?.index }) else {
      return step == .last || step == .previous ? scene.marks.last : scene.marks.first
    }
    let own = scene.marks.filter { $0.series == now.series }
    let at = own.firstIndex(of: now) ?? 0
    switch step {
    case .next: return at + 1 < own.count ? own[at + 1] : now
    case .previous: return at > 0 ? own[at - 1] : now
    case .first: return own.first
    case .last: return own.last
    case .above, .below:
      // Marks in the same column; where marks fill an area, the nearest one in that direction.
      let sign = step == .above ? -1.0 : 1.0
      let others = scene.marks.filter {
        ($0.at.y - now.at.y) * sign > 0.5 || ($0.place == now.place && $0.series != now.series)
      }
      let there = others.filter { $0.place == now.place && ($0.at.y - now.at.y) * sign >= 0 }
      if chart?.hasStretch ?? false { return there.min { abs($0.at.y - now.at.y) < abs($1.at.y - now.at.y) } ?? now }
      func off(_ mark: Scene.Mark) -> Double { abs(mark.at.x - now.at.x) * 3 + abs(mark.at.y - now.at.y) }
      return others.min { off($0) < off($1) } ?? now
    }
  }

  /// The tooltip of the selected value: its exact value, the other series at the same place, and any anomaly.
  var tooltip: String? {
    guard let held, let scene,
      let mark = scene.marks.first(where: { $0.series == held.series && $0.index == held.index })
    else { return nil }
    let others = chart?.hasStretch ?? false ? scene.column(at: mark.at.x).filter { $0.series != mark.series } : []
    let values = ["\(mark.place): \(mark.words)"] + others.map { "\($0.name): \($0.words)" }
    let said = (mark.name.isEmpty ? "" : "\(mark.name), ") + values.joined(separator: "; ")
    return [said, mark.anomaly?.sentence(on: mark.place), mark.note].compactMap(\.self).joined(separator: ". ")
  }

  /// The values flagged as anomalies, in axis order.
  var unusual: [Scene.Mark] { scene?.marks.filter { $0.anomaly != nil } ?? [] }
}
