internal import Measures

/// The workouts of each day. Of workouts that two sources recorded at the same time, one counts.
struct Trainings {
  static let most = 100_000
  static let longest = 2 * 86_400

  private struct Training {
    let start: Int
    let end: Int
    let minutes: Double
    let source: Int
  }

  private var days: [Int: [Training]] = [:]
  private var count = 0

  /// Adds a workout, with instants in seconds; returns false when the table is full.
  mutating func add(minutes: Double, day: Int, from start: Int, to end: Int, source: Int) -> Bool {
    guard count < Trainings.most else { return false }
    days[day, default: []].append(Training(start: start, end: end, minutes: minutes, source: source))
    count += 1
    return true
  }

  func each(_ body: (_ measure: Measure, _ day: Int, _ source: Int?, _ amount: Double) -> Void) {
    for (day, unordered) in days {
      let trainings = unordered.sorted {
        ($0.start, $0.end, $0.minutes) < ($1.start, $1.end, $1.minutes)
      }
      for (source, own) in Dictionary(grouping: trainings, by: \.source) {
        body(.workouts, day, source, Double(own.count))
        body(.workoutMinutes, day, source, own.reduce(0) { $0 + $1.minutes })
      }
      let whole = Trainings.together(trainings)
      body(.workouts, day, nil, Double(whole.count))
      body(.workoutMinutes, day, nil, whole.minutes)
    }
  }

  /// Counts sorted workouts. Overlapping ones form one event, for which the source with most workouts is used, then the
  /// one with most minutes.
  private static func together(_ trainings: [Training]) -> (count: Int, minutes: Double) {
    var (count, minutes) = (0, 0.0)
    var event: [Training] = []
    var end = Int.min
    func close() {
      let own = Dictionary(grouping: event, by: \.source).values.map { one in
        (count: one.count, minutes: one.reduce(0) { $0 + $1.minutes })
      }
      guard let best = own.max(by: { ($0.count, $0.minutes) < ($1.count, $1.minutes) }) else { return }
      count += best.count
      minutes += best.minutes
      event = []
    }
    for training in trainings {
      if training.start >= end { close() }
      event.append(training)
      end = max(end, training.end)
    }
    close()
    return (count, minutes)
  }
}
