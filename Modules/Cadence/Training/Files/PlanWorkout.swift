internal import Activities
internal import Days
internal import Kernel
internal import Platform
internal import TrainingPlan

extension FITWorkout {
  /// A planned run as a workout for a watch. Paces are targets; what goes by effort has none.
  init(_ run: PlannedRun, words: RunWords, made: Moment) {
    var steps: [Step] = []
    var index = 0
    while index < run.segments.count {
      let part = run.segments[index]
      let next = index + 1 < run.segments.count ? run.segments[index + 1] : nil
      let first = steps.count
      steps.append(FITWorkout.step(part))
      if part.repeats > 1, let next, next.repeats == part.repeats {
        steps.append(FITWorkout.step(next))
        index += 1
      }
      if part.repeats > 1 { steps.append(.again(from: first, times: part.repeats)) }
      index += 1
    }
    self.init(
      name: "\(run.day.text) \(run.kind.words)", steps: steps, made: Int(made.date.timeIntervalSince1970),
      serial: UInt32(clamping: run.day.number))
  }

  private static func step(_ part: RunSegment) -> Step {
    let intensity: Intensity =
      switch part.kind {
      case .warmUp: .warmUp
      case .coolDown: .coolDown
      case .recovery: .recovery
      case .walk: .rest
      case .steady, .work, .run: .active
      }
    // A pace is from fast to slow, a speed from slow to fast. Watches ask for a range, so a single pace gets two per cent.
    let speeds = part.pace.map { pace -> ClosedRange<Double> in
      let (slow, fast) = (1000 / Double(pace.upperBound), 1000 / Double(pace.lowerBound))
      return slow < fast ? slow...fast : slow * 0.98...fast * 1.02
    }
    return .distance(part.metres, intensity, name: RunWords.name(of: part.kind), speeds: speeds)
  }
}
