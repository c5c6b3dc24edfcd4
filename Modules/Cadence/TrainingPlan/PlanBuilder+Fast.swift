internal import Kernel

extension PlanBuilder {
  /// Work at one effort: lengths to choose from, the recovery after each, and Daniels' limits for a session.
  private struct Work {
    let kind: PlannedRun.Kind
    let effort: Effort
    let lengths: [Int]
    let recovery: Int
    /// Hundredths of the week, and metres.
    let share: Int
    let most: Int

    static let threshold = Work(
      kind: .threshold, effort: .threshold, lengths: [1600, 1200], recovery: 200, share: 10, most: 10_000)
    static let intervals = Work(
      kind: .intervals, effort: .interval, lengths: [800, 1000, 600], recovery: 400, share: 8, most: 10_000)
    static let repetitions = Work(
      kind: .repetitions, effort: .repetition, lengths: [200, 400], recovery: 300, share: 5, most: 8000)
    static let marathonPace = Work(
      kind: .marathonPace, effort: .marathon, lengths: [3000, 4000], recovery: 500, share: 20, most: 20_000)
  }

  /// Metres of a warm-up, and of the shortest session with one.
  static let leastWarmUp = 800
  static let leastFast = 2000

  /// A session of faster work, or nil if the run is too short for one.
  mutating func fastRun(
    _ wish: RunWish, _ metres: Int, _ week: WeekWish, _ distance: [PlanGround]
  ) -> PlannedRun? {
    guard metres >= (week.isTaper ? PlanBuilder.leastFast : 3000) else { return nil }
    let work = work(in: week)
    let most = min(level * work.share / 100, work.most)
    guard let (count, length) = sets(work, metres, most) else { return nil }
    let recovery = min(work.recovery, length)
    let around = metres - count * (length + recovery)
    let coolDown = min(around / 2, around - PlanBuilder.leastWarmUp) / 50 * 50
    func easy(_ kind: RunSegment.Kind, _ repeats: Int, _ metres: Int) -> RunSegment {
      RunSegment(kind: kind, repeats: repeats, metres: metres, effort: .easy, pace: paces?[.easy])
    }
    var segments = [easy(.warmUp, 1, around - coolDown)]
    segments.append(
      RunSegment(
        kind: .work, repeats: count, metres: length, effort: work.effort, pace: paces?[work.effort]))
    segments += [easy(.recovery, count, recovery), easy(.coolDown, 1, coolDown)]
    let grounds =
      distance + [
        PlanGround(.work, .workLimit, work.share, level), PlanGround(.kind, .hardDaysApart), paceGround,
        dayGround(wish),
      ]
    return run(wish.day, work.kind, segments, grounds)
  }

  /// Number and length of the sets: at least two, of at most six tenths of the run together with their recoveries.
  private mutating func sets(_ work: Work, _ metres: Int, _ most: Int) -> (count: Int, length: Int)? {
    var length = work.lengths[Int(random.next() % UInt64(work.lengths.count))]
    while length >= 200 {
      let part = min(metres * 6 / 10, metres - PlanBuilder.leastWarmUp * 3 / 2)
      let count = min(most / length, part / (length + min(work.recovery, length)))
      if count >= 2 { return (count, length) }
      length = length / 2 / 100 * 100
    }
    return metres >= PlanBuilder.leastFast && most >= 400 ? (2, 200) : nil
  }

  private mutating func work(in week: WeekWish) -> Work {
    let isEven = random.next() % 2 == 0
    let isShort = (goalRace?.metres ?? 10_000) < 15_000
    switch week.phase {
    case .base, .ladder: return .threshold
    case .build: return isShort ? (isEven ? .intervals : .threshold) : (isEven ? .threshold : .intervals)
    case .cycle: return isEven ? .threshold : .intervals
    case .peak, .taper:
      guard isShort else {
        return (goalRace?.metres ?? 0) > 25_000 && isEven ? .marathonPace : .threshold
      }
      return (goalRace?.metres ?? 0) < 7500 && isEven ? .repetitions : .intervals
    }
  }
}
