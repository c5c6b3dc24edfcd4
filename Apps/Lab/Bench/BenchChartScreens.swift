internal import Interface
internal import Kernel
internal import Plot
internal import Previews
internal import Shell

// Chart screens against the limits of the specification, for every kind in use.
extension Benchmark {
  static let chartScreens = chartScreens(touches: 100)

  static func chartScreens(touches: Int) -> Benchmark {
    Benchmark(
      name: "chart-screens", summary: "charts in use: opened, shown over 90 days, touched, zoomed, taken away",
      measure: { () throws(Problem) in
        guard let product = Preview.named("Charts") else { throw Problem.unmeasured("there is no stage of charts") }
        let charts = ChartOperator(await (try await Person.open(product, home: .memory)).window())
        let routes = product.places.map(\.pattern).filter { $0.examples.first?.path.first == "charts" }
          .compactMap(\.examples.first).filter { $0.path.count == 2 }
        var (shapes, draws, ranges, exports): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        var plans: [Double] = []
        for route in routes {
          let (shape, whole) = try await charts.open(route)
          shapes.append(shape)
          draws.append(whole)
          if let kind = route.path.last, ["radar", "volume", "week"].contains(kind) { plans.append(whole) }
          guard await charts.hasRanges else { continue }
          ranges.append(try await charts.show("90 days"))
          draws.append(try await charts.drawing())
          exports.append(try await charts.export())
        }
        let (holds, zooms) = try await charts.touched(touches, at: Route(["charts", "line"]))
        return [
          figure("chart-shape", shapes, 300), figure("chart-drawn", draws, 2000), figure("chart-plan", plans, 1000),
          figure("chart-range", ranges, 1000),
          figure("chart-export", exports, 3000), figure("chart-touch", holds, 100),
          // One frame at 60 Hz.
          figure("chart-zoom", zooms, 1000.0 / 60),
        ]
      })
  }
}

/// Operates charts in a window and renders each frame as for a browser.
private struct ChartOperator {
  private let window: Window

  init(_ window: Window) { self.window = window }

  private func chart(in frame: Frame) -> Element? { frame.everything.first { $0.role == .chart && $0.chart != nil } }

  var hasRanges: Bool { get async { await window.settled().everything.contains { $0.label == "Time range" } } }

  private func draw(_ frame: Frame) throws(Problem) {
    guard let element = chart(in: frame), let spec = element.chart else {
      throw Problem.unmeasured("\(frame.route.text) shows no chart")
    }
    let view = element.view ?? ChartView()
    _ = try Chart(spec).scene(in: view.viewport(Size(720, 400))).svg(.light)
  }

  /// Renders the current chart and returns the time in milliseconds.
  func drawing() async throws(Problem) -> Double {
    let frame = await window.settled()
    let start = ContinuousClock.now
    try draw(frame)
    return (ContinuousClock.now - start).milliseconds
  }

  /// Opens a route and returns the times until the chart's shape is shown and until it is drawn, in milliseconds.
  func open(_ route: Route) async throws(Problem) -> (shape: Double, whole: Double) {
    let frames = window.frames.listen()
    let start = ContinuousClock.now
    let shown = Task {
      for await frame in frames where frame.route == route && frame.everything.contains(where: { $0.isOfAChart }) {
        return (ContinuousClock.now - start).milliseconds
      }
      return Double.infinity
    }
    let frame = try await window.perform(.open(route))
    try draw(frame)
    let whole = (ContinuousClock.now - start).milliseconds
    return (await shown.value, whole)
  }

  func show(_ range: String) async throws(Problem) -> Double {
    let start = ContinuousClock.now
    try draw(try await window.perform(.choose(.label("Time range"), .text(range))))
    return (ContinuousClock.now - start).milliseconds
  }

  /// Exports the chart and returns the time until the file can be saved, in milliseconds.
  func export() async throws(Problem) -> Double {
    let start = ContinuousClock.now
    let frame = try await window.perform(.tap(.label("Export")))
    let took = (ContinuousClock.now - start).milliseconds
    guard frame.everything.contains(where: { $0.label == "Save" }) else {
      throw Problem.unmeasured("\(frame.route.text) made no file")
    }
    try await window.perform(.tap(.label("Close")))
    return took
  }

  /// Selects points and zooms in and out, and returns the time of each step in milliseconds.
  func touched(_ count: Int, at route: Route) async throws(Problem) -> (holds: [Double], zooms: [Double]) {
    try await window.perform(.open(route))
    var (holds, zooms): ([Double], [Double]) = ([], [])
    for number in 0..<count {
      var start = ContinuousClock.now
      try draw(try await window.perform(.act(.id("chart"), .hold, .pair(Double(number % 10) / 10, 0.5))))
      holds.append((ContinuousClock.now - start).milliseconds)
      start = ContinuousClock.now
      try draw(try await window.perform(.act(.id("chart"), .zoom, .pair(number.isMultiple(of: 2) ? 2 : 0.5, 0.5))))
      zooms.append((ContinuousClock.now - start).milliseconds)
    }
    return (holds, zooms)
  }
}

extension Element {
  fileprivate var isOfAChart: Bool { role == .chart || view?.skeleton != nil }
}

extension Duration {
  fileprivate var milliseconds: Double { microseconds / 1000 }
}
