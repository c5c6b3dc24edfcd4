internal import Coaching
internal import Conversation
internal import Days
internal import Kernel
internal import Platform
internal import ProductKit
internal import Runners
internal import Shell
internal import Storage
internal import Training
internal import TrainingPlan

/// Records that a store contains the demo runner. It stays on the device.
private struct DemonstrationMark: Kept {
  static let collection = "demonstration"
  static var id: ID<DemonstrationMark> { ID(named: "mark") }

  /// The first day of the demo plan; the plan and its runs are the same for the same day.
  let first: CalendarDay
  var last: CalendarDay

  var id: ID<DemonstrationMark> { DemonstrationMark.id }
  var when: Date { Date(timeIntervalSince1970: 0) }

  private enum CodingKeys: String, CodingKey { case first, last }
}

/// A fictional runner in week 6 of 16 to a marathon, whose missed long run was moved.
enum DemonstrationRunner {
  static let weeks = 16
  static let name = "Robin"

  /// The first day of a plan in whose sixth week that day is. The plan ends on a Sunday.
  static func first(on today: CalendarDay) -> CalendarDay {
    // The sixth week of sixteen has 70 to 76 days to the race.
    let race = (70...76).map { today.following($0) }.first { $0.weekday == 0 } ?? today.following(70)
    return race.following(1 - 7 * weeks)
  }

  static func runner(from first: CalendarDay) -> PlanRunner {
    PlanRunner(
      today: first, experience: .casual, weekly: 38_000, days: [0, 2, 4, 6], longRunDay: 6, longest: 15_000,
      race: RaceResult(metres: RaceDistance.half, seconds: 6420),
      goal: .race(metres: RaceDistance.marathon, on: first.following(7 * weeks - 1), seconds: 13_500))
  }

  /// The long run of the fourth week was missed, and moved to the day after it.
  static func change(of plan: RunnerPlan) -> AcceptedChange? {
    guard plan.weeks.count > 3, let lost = plan.weeks[3].runs.first(where: { $0.kind == .long }) else { return nil }
    return AcceptedChange(.missed(lost.day), from: lost.day.following(1))
  }

  static func plan(from first: CalendarDay) -> KeptPlan {
    let runner = runner(from: first)
    let changes = change(of: RunnerPlan(for: runner)).map { [$0] } ?? []
    return KeptPlan(
      id: ID(named: "demonstration plan \(first.text)"), status: .approved, for: runner, changes: changes,
      madeAt: Date(timeIntervalSince1970: Double(first.number) * 86_400))
  }

  /// The runs up to the day before `today`, near to what was planned. One easy run was left out.
  static func runs(from first: CalendarDay, before today: CalendarDay) -> [RunDone] {
    var plan = RunnerPlan(for: runner(from: first))
    if let change = change(of: plan),
      let revision = try? PlanRevision(of: plan, after: change.change, from: change.from)
    {
      plan = revision.plan
    }
    return plan.runs.enumerated().compactMap { index, run in
      guard run.day < today, index != 5 else { return nil }
      // A little more or less than planned, the same for the same run.
      let share = 97 + index * 37 % 7
      let metres = run.metres * share / 100
      let isLong = run.kind == .long
      return RunDone(
        id: id(of: run.day), day: run.day, metres: metres, seconds: run.seconds * share / 100 + index * 53 % 90,
        effort: run.isFast ? 7 : isLong ? 5 : 3, pain: index == 8 ? 1 : 0,
        note: isLong && index % 2 == 0 ? "Felt good at the end." : nil, plannedMetres: run.metres,
        plannedKind: run.kind.rawValue)
    }
  }

  /// The same runner as the coach knows one, with everything answered.
  static func answers(from first: CalendarDay) -> Runner {
    let at = Date(timeIntervalSince1970: Double(first.number) * 86_400)
    let race = first.following(7 * weeks - 1)
    let facts: [(RunnerField, String)] = [
      (.name, name), (.nameConfirmed, "true"), (.wearable, "false"), (.experience, "casual"), (.frequency, "4"),
      (.volume, "38000"), (.longestRun, "15000"), (.easyPace, "6:10"), (.recentRace, "21097.5/6420"),
      (.goalType, "race"), (.raceDistance, "42195"),
      (.raceDate, race.text), (.targetTime, "13500"), (.availableDays, "0,2,4,6"), (.blockedDays, "none"),
      (.pastInjuries, "none"), (.sleep, "solid"), (.stress, "low"), (.coachingVoice, "encouraging"),
      (.challenge, "consistency"), (.summary, "true"), (.finalCheck, "true"),
    ]
    var runner = Runner(at: at)
    for (field, value) in facts { runner.set(field, value, .confirmed, at: at) }
    return runner
  }

  /// The end of the conversation that has led to the plan.
  static func talk(from first: CalendarDay) -> [TimedEvent] {
    let missed = change(of: RunnerPlan(for: runner(from: first)))?.from ?? first
    let words = [
      (first, "Hi \(name). Your plan leads to the marathon in sixteen weeks, from four runs a week."),
      (missed, "In week 4 you missed the long run. It moved to the day after, and the rest of the plan is as it was."),
      (missed, "Tell me when something changes: you are ill, you miss a run, you travel, or the race moves."),
    ]
    return words.enumerated().flatMap { number, said in
      let (day, text) = said
      // By day in Europe and in America.
      let at = Date(timeIntervalSince1970: (Double(day.number) + 2 / 3) * 86_400)
      let message = "demonstration-\(number + 1)"
      return [TranscriptEvent.began(message: message), .text(text, message: message), .ended(message: message)].map {
        TimedEvent($0, at: at)
      }
    }
  }

  static func id(of day: CalendarDay) -> ID<RunDone> { ID(named: "demonstration run \(day.text)") }
}

extension Demonstration {
  static let cadence = Demonstration(
    fill: { store, moment throws(Problem) in
      guard try await store.heading().epoch == nil else {
        throw Problem(
          "has-server", "This profile is kept on a server, which is no place for somebody who does not exist.",
          safe: "Nothing was changed.", remedy: "Open a profile of its own for the demonstration.")
      }
      let marks = try await store.collection(DemonstrationMark.self, .local)
      let known = try await marks.record(DemonstrationMark.id)
      var mark = known ?? DemonstrationMark(first: DemonstrationRunner.first(on: moment.day), last: moment.day)
      mark.last = max(mark.last, moment.day)
      // Saved first, so that an interrupted fill can be removed.
      try await marks.save(mark, over: .anything)
      try await DemonstrationShelf<KeptPlan>(store).put([DemonstrationRunner.plan(from: mark.first)])
      try await DemonstrationShelf<RunDone>(store).put(DemonstrationRunner.runs(from: mark.first, before: mark.last))
      let profiles = try await store.collection(PersonProfile.self, .owned(.entered))
      if try await profiles.record(PersonProfile.own) == nil {
        try await DemonstrationShelf<PersonProfile>(store).put([PersonProfile(name: DemonstrationRunner.name)])
      }
      let log = TranscriptLog(Coaching.conversation, in: store)
      if known == nil, try await log.read().next == 0 {
        try await DemonstrationShelf<Runner>(store).put([DemonstrationRunner.answers(from: mark.first)])
        try await log.append(DemonstrationRunner.talk(from: mark.first), from: 0)
      }
    },
    isThere: { store throws(Problem) in
      try await store.collection(DemonstrationMark.self, .local).record(DemonstrationMark.id) != nil
    },
    remove: { store throws(Problem) in
      let marks = try await store.collection(DemonstrationMark.self, .local)
      guard let mark = try await marks.record(DemonstrationMark.id) else { return }
      let plan = DemonstrationRunner.plan(from: mark.first).id.uuid
      let runs = (mark.first.number..<max(mark.first.number + 1, mark.last.number + 1)).map {
        DemonstrationRunner.id(of: CalendarDay(number: $0)).uuid
      }
      // Edits of demo records are not sent.
      // A name that was entered since is the person's own.
      let profile = try await store.collection(PersonProfile.self, .owned(.entered)).record(PersonProfile.own)
      let named = profile?.name == DemonstrationRunner.name ? [PersonProfile.own.uuid] : []
      let all = Set(runs + [plan, Runner.only.uuid] + named)
      for change in try await store.outbox.changes(limit: 10_000) where all.contains(change.id) {
        try await store.outbox.discard(change.op)
      }
      try await DemonstrationShelf<KeptPlan>(store).takeOut([plan])
      try await DemonstrationShelf<RunDone>(store).takeOut(runs)
      try await DemonstrationShelf<Runner>(store).takeOut([Runner.only.uuid])
      try await DemonstrationShelf<PersonProfile>(store).takeOut(named)
      try await TranscriptLog(Coaching.conversation, in: store).clear()
      // Deleted last, so that an interrupted removal can be resumed.
      try await marks.delete(DemonstrationMark.id)
    })
}
