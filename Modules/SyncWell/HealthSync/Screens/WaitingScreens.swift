internal import Carrying
internal import Days
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Platform
internal import Samples

// Workouts that wait for a second recording, and where the records of a day are told to have come from.
extension HealthSyncState {
  /// "Waiting until 18:40 for a second recording" on a card, with the way to end the wait.
  func waitingNotes(_ plan: SyncPlan, _ now: Moment) -> [SyncNode] {
    let records = waiting(plan, at: now.date)
    guard let first = records.first else { return [] }
    let time = DateWords(now).brief(first.until)
    return [
      .note(
        records.count == 1
          ? "Waiting until \(time) for a second recording"
          : "\(records.count) workouts are waiting for second recordings, the first until \(time)",
        icon: .waiting, id: "waiting"),
      .button("Send now", id: "send-now", does: .sendNow(plan.id, nil)),
    ]
  }

  /// The workouts that wait, on the page of their sync.
  func waitingRows(_ plan: SyncPlan, _ now: Moment) -> [SyncNode] {
    let words = DateWords(now)
    let rows = waiting(plan, at: now.date).map { record in
      SyncNode.row(
        "Workout of \(words.brief(record.start))", id: record.key,
        value: "Waiting until \(words.brief(record.until)) for a second recording",
        [.button("Send now", id: "send-now", does: .sendNow(plan.id, record.key))])
    }
    return rows.isEmpty
      ? []
      : [
        .section(
          "Waiting", id: "waiting",
          [
            .text("Nothing of it is at \(book.catalogue.name(plan.destination)) yet.", id: "about"),
            .list("Waiting", id: "rows", rows),
          ])
      ]
  }

  /// The choice for how long workouts wait; where nothing can come, the reason.
  func waitChoice(_ plan: SyncPlan) -> [SyncNode] {
    guard plan.kinds.contains(.workout) else { return [] }
    let destination = book.catalogue.name(plan.destination)
    guard !rivals(of: plan).isEmpty else {
      return [
        .note(
          "Only one app sends workouts to \(destination), so there is no second recording to wait for.", icon: .info,
          id: "no-wait")
      ]
    }
    let options = [(id: "0", title: "Do not wait")] + WaitingRecord.choices.map { ("\($0)", HealthSyncState.wait($0)) }
    return [
      .choice(
        "Wait for a second recording", id: "wait", options,
        selected: "\(book.workoutRule(at: plan.destination)?.waitMinutes ?? 0)", isFolded: true,
        hint: "A workout is not sent to \(destination) before another app has sent its recording, or the time is over."
      ) { .chooseWait(plan.id, Int($0) ?? 0) }
    ]
  }

  /// "15 minutes", "1 hour".
  static func wait(_ minutes: Int) -> String {
    guard minutes % 60 == 0 else { return "\(minutes) minutes" }
    return minutes == 60 ? "1 hour" : "\(minutes / 60) hours"
  }

  /// The decisions of the last week about two recordings, by the person or by a rule, with the way to take each back.
  func settled(_ plan: SyncPlan, _ now: Moment) -> [SyncNode] {
    guard isPro else { return [] }
    let words = DateWords(now)
    let rows = book.conflicts.filter { conflict in
      (conflict.first == plan.id || conflict.second == plan.id)
        && conflict.canUndo(at: now.date, among: book.conflicts)
    }.prefix(20).map { conflict in
      SyncNode.row(
        "\(words.day(conflict.day)): \(decision(conflict))", id: conflict.id.description,
        value: conflict.rule.map { "By your rule “\($0.title)”" } ?? "You decided",
        to: HealthSyncPlaces.conflict(conflict.id))
    }
    return rows.isEmpty
      ? []
      : [.section("Decided in the last week", id: "settled", [.list("Decided in the last week", id: "rows", rows)])]
  }

  /// The app of a recording, or what it is that SyncWell has made of two.
  func sourceName(_ id: String) -> String { id == SyncRunner.own ? "Merged workout" : book.catalogue.name(id) }

  /// "Garmin is kept."
  func decision(_ conflict: SyncConflict) -> String {
    switch conflict.settlement {
    case .first: "\(sourceName(conflict.sources.first)) is kept."
    case .second: "\(sourceName(conflict.sources.second)) is kept."
    case .merged: "Both are one workout now."
    case .open: ""
    }
  }

  /// The outcome for a record of the source, and the rule that decided it.
  func fate(_ record: TracedRecord, _ plan: SyncPlan, _ words: SampleWords) -> String {
    let pair = record.pair.map { paired(record, $0) }
    guard !record.isWritten else {
      let rule = pair ?? record.wait.flatMap { waited($0, words) } ?? HealthSyncState.words(record.reason)
      return "written on \(words.dates.instant(record.at)): \(rule)"
    }
    if plan.omits(OmittedRecord(record.sample).key) { return "left out by you" }
    if let wait = record.wait, wait.isWaiting(at: words.dates.now.date) {
      return "waiting until \(words.dates.brief(wait.until)) for a second recording"
    }
    return "not written: \(pair ?? HealthSyncState.words(record.reason))"
  }

  private func waited(_ wait: WaitingRecord, _ words: SampleWords) -> String? {
    switch wait.outcome {
    case .waiting, .paired: nil
    case .alone: "no second recording had come by \(words.dates.brief(wait.until))"
    case .sent: "sent before a second recording had come"
    }
  }

  private func paired(_ record: TracedRecord, _ conflict: SyncConflict) -> String {
    let isFirst = conflict.keys?.first == OmittedRecord(record.sample).key
    let other = sourceName(isFirst ? conflict.sources.second : conflict.sources.first)
    let by = conflict.rule.map { "by your rule “\($0.title)”" } ?? "as you decided"
    switch (conflict.settlement, isFirst) {
    case (.open, _): return "the recording of \(other) may be the same workout, and your decision is missing"
    case (.merged, _): return "merged with the recording of \(other), \(by)"
    case (.first, true), (.second, false): return "counted instead of the recording of \(other), \(by)"
    case (.first, false), (.second, true): return "the recording of \(other) counts, \(by)"
    }
  }
}
