internal import Carrying
internal import Days
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Platform
internal import Samples

// The historical sync: a day at a time, from the first to the last.
extension HealthSyncState {
  static let historyLane = Lane.unawaited("history")
  /// The longest historical sync.
  static let longestHistory = 3660

  mutating func askHistory(in window: WindowID, _ now: Moment) -> Steps {
    guard isPro else { return gated(.history, in: window) }
    let local = windows[window]
    let today = CalendarDay(of: now)
    guard let first = CalendarDay(local.historyFirst), let last = CalendarDay(local.historyLast) else {
      windows[window].typedProblem = "Enter both days as year-month-day, such as \(today.following(-90).text)."
      return []
    }
    if let problem = historyProblem(first, last, today) {
      windows[window].typedProblem = problem
      return []
    }
    windows[window].typedProblem = nil
    windows[window].question = .history(first: first, last: last)
    return []
  }

  private func historyProblem(_ first: CalendarDay, _ last: CalendarDay, _ today: CalendarDay) -> String? {
    if first > last { return "The first day is after the last one." }
    if last > today { return "The last day is in the future." }
    if last.days(since: first) >= HealthSyncState.longestHistory { return "Choose at most ten years at a time." }
    if book.history.map({ !$0.isEnded }) ?? false { return "Another historical sync is not done yet." }
    return historyPlans.isEmpty ? "There is no sync that could run. Add one first." : nil
  }

  var historyPlans: [SyncPlan] { book.plans.filter { !$0.isPaused && isConnected($0) } }

  mutating func startHistory(in window: WindowID, _ now: Moment) -> Steps {
    guard case .history(let first, let last)? = windows[window].question else { return [] }
    windows[window].question = nil
    return [.run(.beginHistory(first, last, at: now.date), HealthSyncState.keeping)]
  }

  mutating func historyBegan(_ run: HistoricalRun, _ now: Moment) -> Steps {
    book.history = run
    return [.say(.fact(.historyStarted(days: run.days)))] + continueHistory(now)
  }

  /// Does the next day, if it is not under way and nothing keeps it.
  mutating func continueHistory(_ now: Moment) -> Steps {
    guard let run = book.history, run.isActive, historyDay == nil, run.next <= run.last else { return [] }
    if let retry = run.retryAt, retry > now.date { return [.run(.awaitHistory(retry), .standing("history"))] }
    let orders = historyPlans.map { plan in
      order(plan, run.next...run.next, .history, now)
    }
    guard !orders.isEmpty else { return [] }
    historyDay = run.next
    return [.run(.runHistory(run.next, orders), HealthSyncState.historyLane)]
  }

  mutating func historyRan(_ day: CalendarDay, _ report: RunReport, _ now: Moment) -> Steps {
    guard historyDay == day, var run = book.history else { return [] }
    historyDay = nil
    run.next = day.following(1)
    run.written += report.written
    (run.problem, run.retryAt, run.failures) = (nil, nil, 0)
    var steps: Steps = []
    if run.next > run.last {
      run.isEnded = true
      run.endedAt = now.date
      steps = [.say(.fact(.historyCompleted)), .say(.historyEnded(days: run.days))]
    }
    book.history = run
    let waits = keepWaits(report.waiting)
    return [.run(.keepHistory(run), HealthSyncState.keeping)] + waits + found(report.conflicts, now) + steps
      + (waits.isEmpty ? [] : plan(now)) + continueHistory(now)
  }

  mutating func notHistoryRan(_ problem: Problem, _ now: Moment) -> Steps {
    historyDay = nil
    guard var run = book.history else { return [] }
    run.failures += 1
    run.problem = problem
    let failure = RunFailure(problem, after: nil, at: now.date, spread: 0.5)
    let wait = 60 * Double(1 << min(run.failures - 1, 9))
    run.retryAt = failure.retryAt.map { max($0, now.date.addingTimeInterval(wait)) }
    // What only the person can solve stops it.
    if run.retryAt == nil { run.isPaused = true }
    book.history = run
    return [.run(.keepHistory(run), HealthSyncState.keeping)] + continueHistory(now)
  }

  mutating func pauseHistory(_ now: Moment) -> Steps {
    guard var run = book.history, run.isActive else { return [] }
    run.isPaused = true
    book.history = run
    // The day under way is finished and counted when it answers: stopping it would do it twice.
    return [
      .stop(.standing("history")), .run(.keepHistory(run), HealthSyncState.keeping), .say(.fact(.historyPaused)),
    ]
  }

  mutating func resumeHistory(_ now: Moment) -> Steps {
    guard var run = book.history, run.isPaused, !run.isEnded else { return [] }
    run.isPaused = false
    (run.problem, run.retryAt, run.failures) = (nil, nil, 0)
    book.history = run
    return [.run(.keepHistory(run), HealthSyncState.keeping)] + continueHistory(now)
  }

  mutating func endHistory(_ now: Moment) -> Steps {
    guard var run = book.history, !run.isEnded else { return [] }
    run.isEnded = true
    run.endedAt = now.date
    historyDay = nil
    book.history = run
    return [
      .stop(HealthSyncState.historyLane), .stop(.standing("history")),
      .run(.keepHistory(run), HealthSyncState.keeping),
    ]
  }

  // MARK: The end, foretold

  /// Seconds that a historical sync takes at least, by the quotas of its apps; a request is counted as one second.
  func historySeconds(_ days: Int) -> Int {
    var requests: [String: Int] = [:]
    for plan in historyPlans {
      requests[plan.source, default: 0] += days * plan.kinds.count
      requests[plan.destination, default: 0] += days * plan.kinds.count
    }
    let waits = requests.map { id, count in
      (book.catalogue[id]?.quotas ?? []).map { quota in
        // The last window need not pass.
        max(0, (count - 1) / quota.requests) * quota.seconds
      }.max() ?? 0
    }
    return max(requests.values.reduce(0, +), waits.max() ?? 0)
  }
}
