internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Plot
internal import PlotPicture

extension Benchmark {
  /// Renders one chart from the same file as a PNG of the same size with Troupe, matplotlib and Vega: warm, in a
  /// running process, and cold, in a new one.
  static let charts = Benchmark(
    name: "charts", summary: "charts as PNG, warm and cold, beside matplotlib and Vega; zooming, memory",
    measure: { () throws(Problem) in
      let ground = try ChartGround()
      var figures: [Figure] = []
      for sample in ChartSample.all { figures += try ground.compare(sample) }
      figures += try ground.zoom()
      figures.append(try ground.memory())
      return figures
    })
}

/// A chart used as a benchmark input.
struct ChartSample {
  let name: String
  let series: Int
  let points: Int
  /// Number of runs; a few are enough for slow peers.
  let runs: Int

  static let all = [
    ChartSample(name: "90x3", series: 3, points: 90, runs: 15),
    ChartSample(name: "365x3", series: 3, points: 365, runs: 15),
    ChartSample(name: "100k", series: 1, points: 100_000, runs: 5),
  ]

  /// A deterministic noisy wave with one point per day, or per minute where there are very many.
  var spec: ChartSpec {
    var unrest: UInt64 = 42
    let start = Day(2025, 1, 1)?.number ?? 0
    let all = (0..<series).map { number in
      var level = 50.0 + Double(number) * 12
      let values = (0..<points).map { index -> Point in
        unrest = unrest &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        level += (Double(unrest >> 40) / Double(1 << 24) - 0.5) * 4
        let minute = Date(timeIntervalSince1970: Double(start) * 86_400 + Double(index) * 60)
        let day = points > 10_000 ? nil : Day(number: start + index)
        return Point(day.map { .day($0) } ?? .instant(minute), (level * 100).rounded() / 100)
      }
      return Series(id: "s\(number)", name: "Series \(number + 1)", points: values)
    }
    return ChartSpec(
      title: "Three series", kind: .line(Lines(series: all, x: Axis(title: "Day"), y: Axis(title: "Value"))))
  }
}

/// A temporary folder with the specs as files and the script of the peers; removed at deinitialization.
final class ChartGround {
  private let folder: String
  private let python: String
  private let own: String

  init() throws(Problem) {
    guard let path = getenv("TROUPE_BENCH_PYTHON"), access(path, X_OK) == 0 else {
      throw Problem(
        "no-peer", "Charts are measured beside matplotlib and Vega, and there is no Python that has them.",
        safe: "Nothing was measured.",
        remedy: "Run Scripts/bench charts, which installs them; or name a Python in TROUPE_BENCH_PYTHON.")
    }
    python = String(cString: path)
    own = try Program.shipped()
    folder = "/tmp/troupe-bench-charts-\(getpid())"
    guard mkdir(folder, 0o700) == 0, SystemTool.write(ChartGround.script, to: "\(folder)/peer.py") else {
      throw Problem("no-folder", "\(folder) cannot be written.", remedy: "Remove it and try again.")
    }
  }

  deinit { Program.remove(folder) }

  private func file(_ sample: ChartSample) throws(Problem) -> String {
    let path = "\(folder)/\(sample.name).json"
    if access(path, R_OK) != 0 {
      let json = try sample.spec.json()
      do { try json.write(to: URL(filePath: path)) } catch {
        throw Problem("no-folder", "\(path) cannot be written.", remedy: "Make room and try again.")
      }
    }
    return path
  }

  func compare(_ sample: ChartSample) throws(Problem) -> [Figure] {
    let path = try file(sample)
    let spec = sample.spec
    let painter = try Painter()
    var warm: [Double] = []
    for _ in 0..<(sample.runs * 2) {
      let start = ContinuousClock.now
      let scene = try Chart(spec).scene(in: ChartGround.view)
      _ = try painter.png(of: scene, .light, scale: 2)
      warm.append((ContinuousClock.now - start).microseconds / 1_000)
    }
    // The first run loads the fonts and is dropped.
    let ours = Times(Array(warm.dropFirst()))
    var cold: [Double] = []
    var peerCold: [String: [Double]] = [:]
    let peers = ["matplotlib", "vega"]
    let turns = sample.points > 10_000 ? 3 : 7
    for _ in 0..<turns {
      let words = ["chart", path, "-o", "\(folder)/own.png", "--width", "800", "--height", "480", "--scale", "2"]
      cold.append(try run(own, words))
      for peer in peers {
        let words = ["\(folder)/peer.py", peer, path, "1", "\(folder)/\(peer).png"]
        peerCold[peer, default: []].append(try run(python, words))
      }
    }
    var figures: [Figure] = []
    for peer in peers {
      let said = try SystemTool.output(
        of: python, ["\(folder)/peer.py", peer, path, String(sample.runs), "\(folder)/\(peer).png"])
      guard let median = said.split(separator: "\n").last.flatMap({ Double($0) }) else {
        throw Problem("wrong-measure", "\(peer) drew nothing.", remedy: "Try \(python) by hand.")
      }
      figures.append(
        Figure(
          "charts-warm-\(sample.name)-\(peer)", here: ours.median, peer: median, peerName: peer, unit: "ms",
          limit: 1.0 / 8))
      figures.append(
        Figure(
          "charts-cold-\(sample.name)-\(peer)", here: Times(cold).median, peer: Times(peerCold[peer] ?? []).median,
          peerName: peer, unit: "ms", limit: 1.0 / 15))
    }
    if sample.points == 90 {
      figures.append(
        Figure("charts-budget", here: ours.p99, peer: 30, peerName: "the budget", unit: "ms", limit: 1))
    }
    return figures
  }

  private static let view = Viewport(Size(800, 480), dress: .export)

  private func run(_ path: String, _ arguments: [String]) throws(Problem) -> Double {
    let start = ContinuousClock.now
    _ = try SystemTool.output(of: path, arguments)
    return (ContinuousClock.now - start).microseconds / 1_000
  }

  /// Measures one frame of a pinch gesture: a new range, its scene and its SVG.
  func zoom() throws(Problem) -> [Figure] {
    let chart = try Chart(ChartSample.all[1].spec)
    let bounds = chart.bounds ?? ChartWindow(0, 1)
    var times: [Double] = []
    for turn in 0..<400 {
      let factor = 1 + Double(turn % 40) / 10
      let view = Viewport(
        Size(800, 480), window: bounds.zoomed(by: factor, around: bounds.from + bounds.length * 0.4))
      times.append(timedNow { _ = chart.scene(in: view).svg(.light) } / 1_000)
    }
    let frames = Times(times)
    return [
      Figure("charts-zoom-p50", here: frames.median, peer: 4, peerName: "the budget", unit: "ms", limit: 1),
      Figure("charts-zoom-p99", here: frames.p99, peer: 4, peerName: "the budget", unit: "ms", limit: 1),
    ]
  }

  /// Measures peak memory of a process that draws a hundred thousand points from a file.
  func memory() throws(Problem) -> Figure {
    let path = try file(ChartSample.all[2])
    // Measured by a small parent process: for a direct child the system would count memory of this process before exec.
    let ask =
      "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
      + "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    let said = try SystemTool.output(of: python, ["-c", ask, own, "chart", path, "-o", "\(folder)/own.png"])
    guard let kilobytes = said.split(separator: "\n").last.flatMap({ Double($0) }) else {
      throw Problem("wrong-measure", "The chart was not drawn.", remedy: "Try it by hand.")
    }
    return Figure(
      "charts-memory", here: kilobytes / 1_024, peer: 60, peerName: "the budget", unit: "MB", limit: 1)
  }

  /// Reads the same file, draws the same lines at the same size and prints the median of its runs in milliseconds.
  private static let script = """
    import json, sys, time
    peer, path, runs, out = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    spec = json.load(open(path))
    if peer == "matplotlib":
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        import numpy as np
        rows = [(s["name"], np.array([(p.get("day") or p["at"]).rstrip("Z") for p in s["points"]], "datetime64[ms]"),
                 np.array([p["y"] for p in s["points"]])) for s in spec["series"]]
        def draw():
            figure, axes = plt.subplots(figsize=(8, 4.8), dpi=200)
            for name, x, y in rows: axes.plot(x, y, label=name)
            axes.set_title(spec["title"]); axes.set_xlabel("Day"); axes.set_ylabel("Value"); axes.grid(axis="y")
            axes.legend()
            figure.savefig(out)
            plt.close(figure)
    else:
        import vl_convert
        values = [{"s": s["name"], "x": p.get("day") or p["at"], "y": p["y"]} for s in spec["series"] for p in s["points"]]
        chart = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "title": spec["title"],
                 "width": 800, "height": 480, "data": {"values": values}, "mark": "line",
                 "encoding": {"x": {"field": "x", "type": "temporal", "title": "Day"},
                              "y": {"field": "y", "type": "quantitative", "title": "Value"},
                              "color": {"field": "s", "type": "nominal"}}}
        def draw():
            open(out, "wb").write(vl_convert.vegalite_to_png(chart, scale=2))
    times = []
    for run in range(runs + (runs > 1)):
        start = time.perf_counter()
        draw()
        times.append((time.perf_counter() - start) * 1000)
    times = sorted(times[1:] or times)
    print(times[len(times) // 2])

    """
}
