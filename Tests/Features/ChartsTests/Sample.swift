import FoundationEssentials
import Interface
import Kernel
import Mode
import Plot

@testable import Charts

/// Charts with known values, and a driver that sends a chart one action at a time.
enum Sample {
  static let now = Moment(Date(timeIntervalSince1970: 1_773_316_800))  // 2026-03-12T12:00:00Z
  static let today = Day(2026, 3, 12)!

  static func days(_ count: Int, ending last: Day = today, _ value: (Int) -> Double?) -> [Point] {
    (0..<count).map { Point(.day(Day(number: last.number - count + 1 + $0)!), value($0)) }
  }

  /// 80 on the first day and 75 on the last, with a second series.
  static func fitness(_ count: Int) -> ChartSpec {
    let fall = 5 / Double(max(count - 1, 1))
    return ChartSpec(
      title: "Fitness score",
      kind: .line(
        Lines(
          series: [
            Series(id: "own", name: "You", hue: Hue("fitness"), points: days(count) { 80 - Double($0) * fall }),
            Series(
              id: "goal", name: "Goal", hue: .neutral, dash: .dashed, shape: .square, points: days(count) { _ in 85 }),
          ], smooth: true)))
  }

  static func single(_ count: Int, _ value: (Int) -> Double? = { 80 - Double($0) * 5 / 6 }) -> ChartSpec {
    ChartSpec(
      title: "Fitness score", kind: .line(Lines(series: [Series(id: "own", name: "You", points: days(count, value))])))
  }

  static let heatmap = ChartSpec(
    title: "Activity",
    kind: .heatmap(
      Heatmap(
        Weekday.allCases.flatMap { day in
          (0..<24).map { Heatmap.Cell(day, hour: $0, Double(day.rawValue * 100 + $0)) }
        })))

  static let scatter = ChartSpec(
    title: "Sleep and mood",
    kind: .scatter(
      Scatter(
        series: [Series(id: "days", name: "Days", points: (0..<9).map { Point(.number(Double($0)), Double($0) * 2) })],
        x: Axis(title: "Sleep"), y: Axis(title: "Mood"))))
}

/// One chart and the steps that its actions produce.
struct Hand {
  var state: ChartsState
  var steps: ChartsState.Steps = []
  /// Answers a request for values; nil leaves it unanswered.
  var world: (Period) -> ChartSpec?

  init(
    _ subject: ChartSubject = ChartSubject("Fitness score", kind: "line"), mode: Mode = .deep,
    _ world: @escaping (Period) -> ChartSpec? = { period in
      if case .days(let count) = period { Sample.fitness(count) } else { Sample.fitness(400) }
    }
  ) {
    state = ChartsState(subject)
    self.world = world
    act(.modeChanged(mode))
    act(.begin)
  }

  mutating func act(_ action: ChartsAction) {
    steps = state.receive(action, at: Sample.now)
    for case .run(.load(let period), _) in steps {
      guard let spec = world(period) else { continue }
      let asked = steps
      _ = state.receive(.loaded(spec, period), at: Sample.now)
      steps = asked
    }
  }

  func screen(textSize: Int = 100) -> Screen<ChartsAction> {
    state.screen(Route(["chart"]), in: Surroundings(now: Sample.now, mode: state.mode, textSize: textSize))
  }

  var nodes: [Node<ChartsAction>] {
    let screen = screen(); return (screen.nodes + (screen.dialog.map { [$0] } ?? [])).flatMap(\.all)
  }
  func node(_ id: String) -> Node<ChartsAction>? { nodes.first { $0.id == id } }
  func node(labelled label: String) -> Node<ChartsAction>? { nodes.first { $0.label == label } }
  var labels: [String] { nodes.map(\.label) }

  /// Performs a node's offer as a client does.
  mutating func use(_ id: String, _ verb: Verb = .activate, _ entry: Entry = .none) {
    guard let action = node(id)?.offer(verb)?.action(entry) else { return }
    act(action)
  }

  var loads: [Period] { steps.compactMap { if case .run(.load(let period), _) = $0 { period } else { nil } } }
  var felt: [Haptic] { steps.compactMap { if case .say(.felt(let haptic)) = $0 { haptic } else { nil } } }
}
