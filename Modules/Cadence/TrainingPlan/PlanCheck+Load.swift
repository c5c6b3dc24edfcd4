internal import Days

/// The rules on effort and volume, judged by metres and efforts.
extension PlanCheck {
  // MARK: Effort

  /// In pain nothing is hard, no run is as long as the longest from before, and no week grows.
  mutating func pain() {
    let runner = plan.runner
    guard runner.pain > 0 else { return }
    for run in runs where run.kind != .race {
      hold(!run.isHard && !run.isFastByEffort, .painEasy, "\(run.day.text) is hard in pain")
      hold(
        run.metres <= max(runner.longest * 4 / 5, 5000), .painGrowth, "\(run.day.text): \(run.metres) m in pain")
    }
    for week in plan.weeks {
      hold(
        week.metres <= max(runner.weekly * 105 / 100, PlanCheck.small(week)), .painGrowth,
        "week \(week.number): \(week.metres) m in pain")
    }
  }

  /// Faster work begins after three weeks for whoever is new, back or comes off the ladder, and two weeks after a break as long as
  /// that. It has a warm-up.
  mutating func fastWork() {
    let runner = plan.runner
    var last = runner.today.number
    let isNew = runner.experience == .beginner || runner.experience == .returning
    var first = isNew ? runner.today.number + 21 : Int.min
    for run in runs {
      let day = run.day.number
      if day - last >= 14 { first = max(first, day + 14) }
      if run.segments.contains(where: { $0.kind == .walk }) { first = max(first, day + 21) }
      last = day
      guard run.isFastByEffort else { continue }
      hold(day >= first, .earlyFast, "\(run.day.text) is fast too early")
      let warmUp = run.segments.first
      hold(
        warmUp?.effort == .easy && (warmUp?.metres ?? 0) >= 800, .warmUp, "\(run.day.text) has no warm-up of 800 m")
    }
  }

  // MARK: Volume

  /// No week is much above the greatest of the four before it, of which those before the plan were as the runner has said. After
  /// a longer break a week has three fifths of what was run before.
  mutating func volumes() {
    let said = plan.runner.weekly
    let volumes = plan.weeks.map(\.metres)
    for (index, week) in plan.weeks.enumerated() {
      func most(_ count: Int) -> Int {
        max(volumes[max(0, index - count)..<index].max() ?? 0, index < count ? said : 0)
      }
      let usual = index == 0 ? said * 110 / 100 : most(4) * 115 / 100
      hold(
        week.metres <= max(usual, most(8) * 60 / 100, PlanCheck.small(week)), .weekGrowth,
        "week \(week.number): \(week.metres) m after \(most(4)) m")
    }
    guard let first = plan.weeks.first else { return }
    hold(
      !first.runs.isEmpty || isBlocked(from: plan.runner.today.number, to: first.first.number + 6), .emptyWeek,
      "the first week has no run")
  }

  /// Metres of a week that whoever runs so little may have at once: more where no run is longer than five kilometres.
  private static func small(_ week: PlannedWeek) -> Int {
    week.runs.allSatisfy { $0.kind == .race || $0.metres <= 5000 } ? 15_000 : 10_000
  }
}

extension PlannedRun {
  /// Judged by the efforts of the parts, whatever the run is called.
  var isFastByEffort: Bool { segments.contains { $0.effort != nil && $0.effort != .easy } }

  /// Judged by the distance, whatever the run is called: nearly as long as the longest of the 30 days before it.
  func isLong(after longest: Int) -> Bool {
    kind != .race && metres > 5000 && metres * 100 >= longest * 85
  }
}
