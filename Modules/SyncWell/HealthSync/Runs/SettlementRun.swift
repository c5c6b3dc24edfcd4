internal import Carrying
internal import Days
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples

// Carries out what a person decided about two recordings.
extension SyncRunner {
  /// Makes the destination have what a settlement says, and nothing else of both recordings. It may be repeated, and another
  /// settlement may follow: that is how a decision is taken back.
  func settle(
    _ conflict: SyncConflict, _ settlement: Settlement, by rule: ConflictChoice? = nil
  ) async throws(Problem) -> SyncConflict {
    var settled = conflict
    settled.rule = rule
    settled.settlement = settlement
    settled.settledAt = settlement == .open ? nil : now()
    guard case .workouts(let one, let other) = conflict.subject else {
      // The runs that follow count the amounts of a day as was decided.
      try await needs.keepConflicts([settled])
      return settled
    }
    guard let port = needs.port(conflict.destination) else { throw .reconnect(conflict.destination) }
    let merged = conflict.merge?.merged(as: SyncRunner.own)
    guard settlement != .merged || merged != nil else { throw .notMergeable }
    let present: Sample? =
      switch settlement {
      case .open, .first: one.sample
      case .second: other.sample
      case .merged: merged
      }
    let all = [one.sample, other.sample] + (merged.map { [$0] } ?? [])
    let absent = all.filter { $0.origin != present?.origin }
    if let present {
      let mapped = SampleMapping(to: conflict.destination).mapped(present)
      let mark = SampleMark(present)
      let answers = try await port.write([WrittenSample(mapped, key: mark.text)])
      if case .refused(let reason)? = answers.first { throw .refused(reason) }
    }
    try await port.delete(.workout, absent.map { SampleMark($0).text })
    try await remember(conflict, present, absent)
    try await needs.keepConflicts([settled])
    return settled
  }

  /// The origin of what this program has made itself.
  static let own = "syncwell"

  private func remember(_ conflict: SyncConflict, _ present: Sample?, _ absent: [Sample]) async throws(Problem) {
    let days = conflict.day.following(-1)...conflict.day.following(1)
    let known = try await needs.days(days).filter {
      $0.kind == .workout && $0.destination == conflict.destination
        && ($0.sync == conflict.first || $0.sync == conflict.second)
    }
    var changed: [CarriedDay] = []
    for var day in known {
      let before = day.marks
      var marks = before
      for sample in absent { marks.remove(SampleMark(sample).key) }
      if let present, present.origin.provider == day.source || present.origin.provider == SyncRunner.own,
        day.sync == (present.origin.provider == day.source ? day.sync : conflict.second)
      {
        let mark = SampleMark(present)
        marks.put(mark, written: SampleMark(SampleMapping(to: conflict.destination).mapped(present)))
      }
      if marks != before {
        day.marks = marks
        changed.append(day)
      }
    }
    if !changed.isEmpty { try await needs.keepDays(changed) }
  }
}

extension Problem {
  static let conflictRefusedCode = "conflict-refused"

  fileprivate static let notMergeable = Problem(
    "conflict-not-mergeable", "These two cannot be merged: the terms of one of their apps forbid it.",
    safe: "Both are kept.", remedy: "Keep one of them.")

  fileprivate static func refused(_ reason: String) -> Problem {
    Problem(
      conflictRefusedCode, "The destination did not take the workout: \(reason)", safe: "Nothing was removed.",
      remedy: "Choose another way, or try again later.")
  }
}
