public import Days
public import Kernel
internal import Platform
internal import Storage
public import TrainingPlan

/// The part of a plan that a question in a person's words asks about.
struct PlanQuestion: Sendable, Hashable {
  let decision: PlanDecision
  /// The kind of run that was named.
  let kind: PlannedRun.Kind?
  /// The number of a run that was asked for; nil for a matter of the whole plan.
  let subject: PlanGround.Subject?

  /// Nil for a text that names nothing of a plan.
  init?(_ text: String) {
    let words = Set(text.prefix(300).lowercased().split { !$0.isLetter }.map(String.init))
    func has(_ some: String...) -> Bool { some.contains { words.contains($0) } }
    kind =
      has("long", "longest")
      ? .long
      : has("threshold", "tempo") ? .threshold : has("interval", "intervals") ? .intervals : has("easy") ? .easy : nil
    let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    let isRun = kind != nil || has("run", "runs", "session", "workout")
    if has("pace", "paces", "fast", "slow", "slowly", "faster", "slower") {
      (decision, subject) = (.paces, .pace)
    } else if has("expect", "expected", "predict", "predicted", "prediction", "finish", "projected") {
      (decision, subject) = (.expectation, nil)
    } else if has("rest", "off", "free") {
      (decision, subject) = (.rest, nil)
    } else if has("taper", "recovery", "volume", "weekly", "mileage") || (has("week", "weeks") && !isRun) {
      (decision, subject) = (.volume, nil)
    } else if isRun, has("day", "when") || weekdays.contains(where: words.contains) {
      (decision, subject) = (.placement, .day)
    } else if has(
      "km", "kilometres", "kilometers", "miles", "mi", "distance", "far", "short", "shorter", "longer", "long")
    {
      (decision, subject) = (.runs, .distance)
    } else if has("easy", "hard", "intervals", "interval", "threshold", "tempo", "walk", "walking", "effort") {
      (decision, subject) = (.kinds, .kind)
    } else if has("goal", "phase", "phases", "base", "build", "peak") {
      (decision, subject) = (.goal, nil)
    } else if isRun {
      (decision, subject) = (.runs, .distance)
    } else {
      return nil
    }
  }
}

extension TrainingState {
  /// The session of a day of the plan in use, or the next one, in a sentence; nil without a plan.
  public func session(on day: CalendarDay?, at now: Moment) -> String? {
    guard reading == .done, let course else { return nil }
    guard openSign(on: now.day) == nil else {
      return "No run is shown until the sign for a doctor is settled. Today says how."
    }
    let words = RunWords(now)
    let wanted = day ?? now.day
    if day != nil, let run = course.run(on: wanted) { return "\(words.day(wanted)): \(words.told(run))." }
    guard let next = course.next(after: wanted) else { return "No run is planned after that: this plan is over." }
    let rest = day == nil ? "" : "\(words.day(wanted)): rest. "
    return "\(rest)The next run is \(words.day(next.day).lowercasedStart): \(words.told(next))."
  }

  /// The decision of the plan in use, or else of the proposed one, that a question asks about, with the reason that matches best first; nil without one.
  public func reason(for question: String, at now: Moment) -> PlanTelling.Decision? {
    guard reading == .done, let course = course ?? proposal, let asked = PlanQuestion(question) else { return nil }
    let words = RunWords(now)
    var grounds = TrainingState.grounds(of: asked.decision, course, from: now.day)
    if let subject = asked.subject,
      let run = course.plan.runs.first(where: { $0.day >= now.day && (asked.kind == nil || $0.kind == asked.kind) }),
      let ground = run.grounds.first(where: { $0.subject == subject })
    {
      grounds = [ground] + grounds.filter { $0 != ground }
    }
    guard !grounds.isEmpty else { return nil }
    return PlanTelling.Decision(
      asked.decision.title, grounds.map { PlanTelling.Reason(words.entry($0, course.plan.runner)) })
  }
}
