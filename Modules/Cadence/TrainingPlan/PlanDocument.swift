internal import Days
public import JSON

/// A plan as JSON, as `troupe plan --json` prints it.
public struct PlanDocument: Sendable {
  private let plan: RunnerPlan
  private let words: PlanWords

  public init(_ plan: RunnerPlan) {
    self.plan = plan
    words = PlanWords(plan.runner.units)
  }

  public var json: JSON {
    [
      "kind": .string(plan.kind.rawValue), "seed": .string("\(plan.seed)"),
      "units": .string(plan.runner.units.rawValue),
      "goal": .string(words.goal(plan.runner.goal)), "paces": plan.paces.map { PredictionDocument.json($0) } ?? .null,
      "projection": projection, "milestones": .array(plan.milestones.map(milestone)),
      "weeks": .array(plan.weeks.map(week)), "why": why(plan.grounds),
      "warnings": .array(
        PlanWarning.all(in: plan).map { ["code": .string($0.code.rawValue), "words": .string($0.words)] }),
    ]
  }

  private func whole(_ number: Int) -> JSON { .number(Double(number)) }

  private func week(_ week: PlannedWeek) -> JSON {
    [
      "number": whole(week.number), "from": .string(week.first.text), "phase": .string(week.phase.rawValue),
      "recovery": .bool(week.isRecovery), "metres": whole(week.metres), "seconds": whole(week.seconds),
      "runs": .array(week.runs.map(run)), "why": why(week.grounds),
    ]
  }

  private func run(_ run: PlannedRun) -> JSON {
    let segments = run.segments.map { segment -> JSON in
      [
        "kind": .string(segment.kind.rawValue), "repeats": whole(segment.repeats), "metres": whole(segment.metres),
        "effort": segment.effort.map { .string($0.rawValue) } ?? .null,
        "pace": segment.pace.map { [whole($0.lowerBound), whole($0.upperBound)] } ?? .null,
      ]
    }
    return [
      "date": .string(run.day.text), "weekday": .string(run.day.weekdayName.lowercased()),
      "kind": .string(run.kind.rawValue), "hard": .bool(run.isHard), "metres": whole(run.metres),
      "seconds": whole(run.seconds), "segments": .array(segments), "may_stop": .bool(run.kind != .race),
      "why": why(run.grounds),
    ]
  }

  private func milestone(_ milestone: PlanMilestone) -> JSON {
    ["week": whole(milestone.week), "words": .string(milestone.words), "why": why([milestone.ground])]
  }

  private var projection: JSON {
    guard let prediction = plan.prediction, case .race(_, _, let target) = plan.runner.goal else { return .null }
    return PredictionDocument(prediction, units: plan.runner.units).json(target: target)
  }

  private func why(_ grounds: [PlanGround]) -> JSON {
    .array(
      grounds.map { ground in
        let entry = TrailEntry(ground, for: plan.runner)
        return [
          "number": .string(entry.subject.rawValue), "rule": .string(entry.rule.rawValue),
          "figure": .string(entry.figure), "told": .string(entry.told), "source": .string(entry.source),
          "strength": .string(entry.strength.rawValue),
        ]
      })
  }
}

/// A prediction as JSON and as text, as `troupe predict` prints it.
public struct PredictionDocument: Sendable {
  private let prediction: RacePrediction
  private let words: PlanWords

  public init(_ prediction: RacePrediction, units: PlanRunner.RunUnit = .km) {
    self.prediction = prediction
    words = PlanWords(units)
  }

  /// With the gap to a target time and a word for it, if there is one.
  public func json(target: Double? = nil) -> JSON {
    let intervals = RacePrediction.Share.allCases.map { share -> JSON in
      let (low, high) = interval(share)
      return [
        "share": .number(Double(share.rawValue)), "from_seconds": .number(Double(low)),
        "to_seconds": .number(Double(high)), "from": .string(words.time(low)), "to": .string(words.time(high)),
      ]
    }
    var document: [String: JSON] = [
      "from": race(prediction.from.metres, prediction.from.seconds),
      "to": race(prediction.metres, prediction.seconds), "method": .string(prediction.method.rawValue),
      "seconds": .number(prediction.seconds.rounded()), "time": .string(words.time(Int(prediction.seconds.rounded()))),
      "weekly_km": prediction.weeklyMetres.map { .number($0 / 1000) } ?? .null,
      "vdot": .number((prediction.from.fitness.value * 100).rounded() / 100), "intervals": .array(intervals),
      "achievability": .array(
        bounds.map { ["words": .string($0.words), "from_seconds": .number(Double($0.seconds))] }),
      "paces": PredictionDocument.json(TrainingPaces(prediction.from.fitness)),
      "sentences": .array(sentences.map { .string($0) }),
    ]
    if let target {
      document["target_seconds"] = .number(target)
      document["gap_seconds"] = .number((prediction.seconds - target).rounded())
      document["target"] = .string(sentence(for: target))
    }
    return .object(document)
  }

  static func json(_ paces: TrainingPaces) -> JSON {
    .object(
      Dictionary(
        uniqueKeysWithValues: Effort.allCases.map { effort in
          let pace = paces[effort]
          return (effort.rawValue, [.number(Double(pace.lowerBound)), .number(Double(pace.upperBound))])
        }))
  }

  private func race(_ metres: Double, _ seconds: Double) -> JSON {
    ["km": .number(metres / 1000), "seconds": .number(seconds.rounded())]
  }

  private func interval(_ share: RacePrediction.Share) -> (Int, Int) {
    let range = prediction.interval(share)
    return (Int(range.lowerBound.rounded()), Int(range.upperBound.rounded()))
  }

  /// The fastest time of each word, the easiest first.
  private var bounds: [(words: String, seconds: Int)] {
    let (half, wide) = (interval(.half), interval(.fourOfFive))
    return [
      (RacePrediction.Achievability.likely.words, half.1), (RacePrediction.Achievability.withinReach.words, half.0),
      (RacePrediction.Achievability.ambitious.words, wide.0),
    ]
  }

  /// The prediction in sentences, one a line.
  public var sentences: [String] {
    let (half, wide) = (interval(.half), interval(.fourOfFive))
    func distance(_ metres: Double) -> String { words.distance(Int(metres.rounded())) }
    let volume = prediction.weeklyMetres.map { " and \(distance($0)) a week" } ?? ""
    var lines = [
      """
      \(distance(prediction.metres)): about \(words.time(Int(prediction.seconds.rounded()))), from \
      \(distance(prediction.from.metres)) in \(words.time(Int(prediction.from.seconds)))\(volume).
      """,
      "Half of such runners are expected between \(words.time(half.0)) and \(words.time(half.1)).",
      "Four of five are expected between \(words.time(wide.0)) and \(words.time(wide.1)).",
      """
      Likely: \(words.time(half.1)) or slower. Within reach: from \(words.time(half.0)). Ambitious: from \
      \(words.time(wide.0)). Faster is out of reach for now.
      """,
    ]
    lines.append(
      prediction.metres == prediction.from.metres ? "It is the time of that race." : prediction.method.sentence)
    if prediction.method == .power, prediction.weeklyMetres == nil {
      lines.append("A weekly volume makes it narrower: --weekly KM, the distance of a usual week.")
    }
    return lines
  }

  /// The target beside what to expect today: the gap, and a word.
  public func sentence(for target: Double) -> String {
    let gap = Int((prediction.seconds - target).rounded())
    let word = prediction.achievability(of: target).words
    let apart = gap > 0 ? "\(words.time(gap)) faster than" : gap < 0 ? "\(words.time(-gap)) slower than" : "the same as"
    return "The target of \(words.time(Int(target))) is \(apart) what to expect today: \(word)."
  }
}
