internal import Days
internal import Kernel
internal import Storage
internal import TrainingPlan

/// The runs done, summed.
struct RunBook: Sendable {
  let runs: [RunDone]
  let today: CalendarDay

  /// Runs after today are not counted.
  init(_ runs: [Opened<RunDone>], on today: CalendarDay) {
    self.runs = runs.lazy.map(\.record).filter { $0.day <= today }
    self.today = today
  }

  var running: [RunDone] { runs.filter(\.activity.isRunning) }

  func on(_ day: CalendarDay) -> [RunDone] { runs.filter { $0.day == day } }

  /// The runs of so many days, the last of which is `end`.
  func last(_ days: Int, to end: CalendarDay? = nil) -> [RunDone] {
    let end = end ?? today
    return running.filter { $0.day <= end && $0.day > end.following(-days) }
  }

  func metres(in days: ClosedRange<CalendarDay>) -> Int {
    running.reduce(0) { $0 + (days.contains($1.day) ? $1.metres : 0) }
  }

  /// Metres of each of the last weeks of seven days, the oldest first.
  func weeks(_ count: Int) -> [Int] {
    (0..<count).reversed().map { last(7, to: today.following(-7 * $0)).reduce(0) { $0 + $1.metres } }
  }

  /// The longest run of the 30 days before today.
  var longest: RunDone? {
    running.filter { $0.day < today && $0.day >= today.following(-30) }.max { $0.metres < $1.metres }
  }

  /// The pain of the newest run.
  var pain: Int { runs.max { ($0.day, $0.id.uuid) < ($1.day, $1.id.uuid) }?.pain ?? 0 }

  /// The runner as today finds them, for a new plan: what was run replaces what was said, as far as there is enough of it.
  func runner(like runner: PlanRunner) -> PlanRunner {
    var now = runner
    now.today = today
    now.blockedDays = runner.blockedDays.filter { $0 >= today }
    now.pain = PlanRunner.countedPain(runs.isEmpty ? runner.pain : pain, injury: runner.injury)
    if let longest, longest.metres >= 500 {
      (now.longest, now.longestDay, now.saidLongestDay) = (longest.metres, longest.day, true)
      let weeks = weeks(4).filter { $0 > 0 }
      if weeks.count >= 2 { now.weekly = weeks.reduce(0, +) / weeks.count }
    } else if today.days(since: runner.today) > 30 || !running.isEmpty {
      (now.longest, now.weekly, now.saidLongestDay) = (0, 0, false)
      now.longestDay = today.following(-1)
    } else if !(1...30).contains(today.days(since: runner.longestDay)) {
      (now.longestDay, now.saidLongestDay) = (today.following(-1), false)
    }
    // No week has a longer run than the week itself allows.
    now.weekly = min(max(now.weekly, now.longest * 2 / 9 + 1), now.longest * 14)
    if now.longest == 0 { now.weekly = 0 }
    return now
  }
}
