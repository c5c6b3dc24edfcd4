internal import Measures

/// The workouts of each day. Of workouts that two sources recorded at the same time, one counts. What crosses midnight is
/// divided by time, and the workout itself is counted on the day on which it began.
struct Trainings {
  static let most = 100_000
  static let longest = 2 * 86_400

  private struct Training {
    let start: Int
    let end: Int
    let minutes: Double
    let source: Int
    /// 1 on the day on which it began, 0 on a later one.
    let count: Int
  }

  private var days: [Int: [Training]] = [:]
  private var count = 0

  /// Adds a workout between two instants in seconds; `wall` is its start in local time. Returns its days, none when the
  /// table is full.
  mutating func add(minutes: Double, wall: Int, from start: Int, to end: Int, source: Int) -> ClosedRange<Int>? {
    let touched = wall / 86_400...(wall + max(0, end - start - 1)) / 86_400
    guard count + touched.count <= Trainings.most, end > start else { return nil }
    for day in touched {
      let from = max(start, start + day * 86_400 - wall)
      let to = min(end, start + (day + 1) * 86_400 - wall)
      days[day, default: []].append(
        Training(
          start: from, end: to, minutes: minutes * (Double(to - from) / Double(end - start)), source: source,
          count: day == touched.lowerBound ? 1 : 0))
    }
    count += touched.count
    return touched
  }

  func each(_ body: (_ measure: Measure, _ day: Int, _ source: Int?, _ amount: Double) -> Void) {
    for (day, unordered) in days {
      let trainings = unordered.sorted {
        ($0.start, $0.end, $0.minutes) < ($1.start, $1.end, $1.minutes)
      }
      // A day into which a workout only reaches has no workout of its own.
      func say(_ source: Int?, _ count: Int, _ minutes: Double) {
        if count > 0 { body(.workouts, day, source, Double(count)) }
        body(.workoutMinutes, day, source, minutes)
      }
      for (source, own) in Dictionary(grouping: trainings, by: \.source) {
        say(source, own.reduce(0) { $0 + $1.count }, own.reduce(0) { $0 + $1.minutes })
      }
      let whole = Trainings.together(trainings)
      say(nil, whole.count, whole.minutes)
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
        (count: one.reduce(0) { $0 + $1.count }, minutes: one.reduce(0) { $0 + $1.minutes })
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
