internal import Kernel
internal import Platform
internal import Storage
internal import SyncWire

// The transitions that follow from each answer.
extension Planner {
  // MARK: Pushes and their results

  mutating func drawn(_ claim: Claim, at now: Date) -> [Order] {
    guard step == .drawing else { return [] }
    if claim.isHeld {
      // A resync after an epoch change was interrupted. Nothing is sent until it is over.
      wantsPull = true
      wantsPush = false
      step = .idle
      return go(at: now)
    }
    guard !claim.changes.isEmpty, let heading else {
      nextDue = claim.nextDue
      // Another person signed in meanwhile: return the claimed changes first.
      if !claim.changes.isEmpty { (hasStranded, wantsPush) = (true, true) }
      return go(at: now)
    }
    var orders: [Order] = []
    if round?.progress.total ?? 0 == 0 {
      var round = round ?? Round()
      round.progress = Progress(done: 0, total: claim.counts.waiting + claim.counts.claimed)
      self.round = round
      size = 1
    } else if var progress = round?.progress {
      // Includes what was entered meanwhile.
      progress.total = max(progress.done + claim.counts.waiting + claim.counts.claimed, progress.total)
      round?.progress = progress
    }
    if let progress = round?.progress { orders.append(.note(.progressed(progress))) }
    step = .pushing(claim.changes)
    wantsPush = true
    guard canGo else { return orders + pushed(Answered(.failure(.unreachable)), at: now) }
    return orders + [.push(packing.push(claim.changes, device: heading.device, epoch: heading.epoch))]
  }

  mutating func pushed(_ answer: Answered<PushAnswer>, at now: Date) -> [Order] {
    guard case .pushing(let changes) = step else { return [] }
    learn(answer.serverTime, at: now)
    step = .settling
    let judging = Judging(offset: offset, now: now)
    switch answer.result {
    case .success(let said):
      succeeded()
      if let known = heading?.epoch, known != said.epoch {
        // Another epoch: the server has applied nothing. Pull first, to learn what it still has.
        wantsPush = true
        isInAnotherLife = true
        strangeLives += 1
        // The server reports one epoch to pushes and another to pulls.
        if strangeLives > 1 { backOff(nil, at: now) }
        return [.settle(changes.map { Ruled($0.op, .again(until: now, countsAsTry: false)) }, epoch: nil, judging)]
      }
      strangeLives = 0
      if let known = heading, known.epoch == nil {
        heading = Heading(device: known.device, epoch: said.epoch, cursors: known.cursors)
      }
      let results = Dictionary(said.results.map { ($0.op, $0.outcome) }, uniquingKeysWith: { first, _ in first })
      size = min(Push.mostEntries, size * 2)
      let rulings = changes.map { Ruled($0.op, verdict(on: $0, results[$0.op], at: now)) }
      count(rulings, on: changes)
      return [.settle(rulings, epoch: said.epoch, judging)]
    case .failure(let failure):
      return [.settle(rulings(on: changes, failure, at: now), epoch: nil, judging)] + notes(of: failure, at: now)
    }
  }

  private func verdict(on change: Change, _ outcome: PushAnswer.Outcome?, at now: Date) -> Verdict {
    switch outcome {
    case .applied(let rev): return .applied(rev: rev)
    case .alreadyApplied(let rev): return .alreadyApplied(rev: rev)
    case .conflict(let rev, let row): return .conflict(theirs: packing.fields(row, of: change), rev: rev)
    case .refused(let code, let reason):
      guard Planner.isPassing(code) else { return .aside(reason: Planner.words(reason, code), wasRefused: true) }
      return tryAgain(change, Planner.words(reason, code), at: now)
    case .blocked: return .again(until: now.addingTimeInterval(1), countsAsTry: false)
    case nil: return tryAgain(change, "The server did not say what became of it.", at: now)
    }
  }

  /// Retries up to three times, then tells the person.
  private func tryAgain(_ change: Change, _ reason: String, at now: Date) -> Verdict {
    guard change.attempts + 1 < Planner.tries else {
      return .aside(reason: "Tried three times. \(reason)", wasRefused: false)
    }
    return .again(until: now.addingTimeInterval(Double(2 << change.attempts)), countsAsTry: true)
  }

  static let tries = 3

  /// Refusals that may pass: a referenced record is still on its way, or the database was busy.
  static func isPassing(_ code: String) -> Bool {
    ["23503", "40001", "40P01", "55P03", "57014"].contains(code) || ["08", "53", "58"].contains(code.prefix(2))
  }

  static func words(_ reason: String, _ code: String) -> String {
    reason.isEmpty ? "The server refused it (\(code.isEmpty ? "no reason" : code))." : reason
  }

  /// Counts what the person sees: a background change is in no figure.
  private mutating func count(_ rulings: [Ruled], on changes: [Change]) {
    guard var round else { return }
    let hidden = Set(changes.filter { $0.priority == .background }.map(\.op))
    for ruled in rulings where !hidden.contains(ruled.op) {
      switch ruled.verdict {
      case .applied, .alreadyApplied:
        round.report.sent += 1
        round.progress.done += 1
      case .aside:
        round.report.failed += 1
        round.progress.done += 1
      case .conflict: round.progress.done += 1
      case .again: break
      }
    }
    round.progress.total = max(round.progress.total, round.progress.done)
    self.round = round
  }

  /// Rules on a batch that got no answer, or one answer for all of it.
  private mutating func rulings(on changes: [Change], _ failure: SyncFailure, at now: Date) -> [Ruled] {
    var again = now
    switch failure {
    case .unreachable, .unauthorized: backOff(nil, at: now)
    case .later(let after):
      if changes.count > 1 {
        // One of them may cause the failure, so they are sent one by one.
        size = 1
        backOff(after ?? 1, at: now)
        break
      }
      return alone(changes, after, at: now)
    case .refused(let code, let reason):
      guard changes.count > 1 else {
        let rulings = changes.map { Ruled($0.op, .aside(reason: Planner.words(reason, code), wasRefused: true)) }
        count(rulings, on: changes)
        return rulings
      }
      // Halves the batch until the failing change is alone.
      size = max(1, changes.count / 2)
      again = now
    }
    return changes.map { Ruled($0.op, .again(until: again, countsAsTry: false)) }
  }

  /// Rules on a single change that failed. If the server accepts others meanwhile, the change is at fault.
  private mutating func alone(_ changes: [Change], _ after: Double?, at now: Date) -> [Ruled] {
    var rulings: [Ruled] = []
    inARow += 1
    // After two different failures in a row, or when the server asks for a delay, the server is at fault.
    if inARow > 1 || after != nil { backOff(after, at: now) }
    // A pull shows whether the server answers at all before the next change is tried.
    wantsProbe = inARow > 1
    for change in changes {
      let isToBlame = after == nil && suspects[change.op].map { answered > $0 } ?? false
      // Every other change gets its turn before this one again, however many have failed.
      let pause = notBefore.map { max(0, $0.timeIntervalSince(now)) } ?? 0
      let others = suspects.keys.filter { $0 != change.op }.count
      let turn = min(2 * pause * Double(others), Planner.longestTurn)
      let wait = max(after ?? 0, Double(2 << min(change.attempts, 6)), turn)
      if isToBlame, change.attempts + 1 >= Planner.tries {
        suspects[change.op] = nil
        rulings.append(
          Ruled(change.op, .aside(reason: "Tried three times. The server could not deal with it.", wasRefused: false)))
        if change.priority != .background {
          round?.report.failed += 1
          round?.progress.done += 1
        }
      } else {
        suspects[change.op] = answered
        rulings.append(
          Ruled(change.op, .again(until: now.addingTimeInterval(wait), countsAsTry: isToBlame)))
      }
    }
    return rulings
  }

  static let longestTurn = 900.0

  private mutating func notes(of failure: SyncFailure, at now: Date) -> [Order] {
    switch failure {
    case .unauthorized:
      (owner, round) = (nil, nil)
      return [.note(.sessionLost)]
    case .unreachable, .later:
      let since = failingSince ?? now
      failingSince = since
      guard now.timeIntervalSince(since) >= Planner.patience, !hasToldOfFailing else { return [] }
      hasToldOfFailing = true
      return [.note(.prolonged)]
    case .refused: return []
    }
  }

  /// Seconds without an answer before the person is told.
  static let patience = 300.0

  mutating func settled(_ settled: Settled, at now: Date) -> [Order] {
    guard step == .settling else { return [] }
    var orders: [Order] = []
    if !settled.asked.isEmpty {
      round?.report.conflicts += settled.asked.count
      orders.append(.note(.conflicts(settled.asked)))
    }
    if let progress = round?.progress { orders.append(.note(.progressed(progress))) }
    guard canGo else { return orders + [.rest] + stop() }
    if let notBefore, notBefore > now {
      step = .idle
      return orders + [.wake(at: notBefore)]
    }
    step = .idle
    return orders + go(at: now)
  }

  private mutating func stop() -> [Order] {
    step = .idle
    return []
  }

  // MARK: Pull results and store failures

  mutating func pulled(_ answer: Answered<PullAnswer>, at now: Date) -> [Order] {
    guard step == .pulling else { return [] }
    learn(answer.serverTime, at: now)
    switch answer.result {
    case .success(let said):
      succeeded()
      isInAnotherLife = false
      step = .taking
      hasMore = said.more
      return [.take(packing.page(said, asked: heading?.cursors ?? [:]))]
    case .failure(let failure):
      step = .idle
      wantsPull = true
      switch failure {
      case .later(let after): backOff(after, at: now)
      case .refused, .unreachable, .unauthorized: backOff(nil, at: now)
      }
      let notes = notes(of: failure, at: now)
      guard canGo, let notBefore else { return notes + [.rest] }
      return notes + [.wake(at: notBefore)]
    }
  }

  mutating func took(_ taken: Taken, at now: Date) -> [Order] {
    guard step == .taking else { return [] }
    step = .idle
    var orders: [Order] = []
    if taken.saved + taken.deleted > 0 {
      orders.append(.note(.changed(taken)))
      round?.report.changed.saved += taken.saved
      round?.report.changed.deleted += taken.deleted
    }
    // The new cursors are in the store.
    heading = nil
    if hasMore {
      hasMore = false
      wantsPull = true
      // Pending changes are sent after the last page.
      step = .looking
      goesOnPulling = true
      return orders + [.look]
    }
    wantsPush = true
    wantsPull = wantsPull || taken.isOutrun
    nextPull = now.addingTimeInterval(pause)
    return orders + go(at: now)
  }

  /// Retries after a failure of the local store. Nothing is lost by waiting.
  mutating func failed(_ problem: Problem, at now: Date) -> [Order] {
    let wasPushing = step == .settling || step == .drawing
    step = .idle
    heading = nil
    (wantsPush, wantsPull) = (true, true)
    if wasPushing { hasStranded = true }
    backOff(nil, at: now)
    guard canGo, let notBefore else { return [.note(.diskFailed(problem)), .rest] }
    return [.note(.diskFailed(problem)), .wake(at: notBefore)]
  }

  // MARK: Server clock and backoff

  private mutating func learn(_ serverTime: Date?, at now: Date) {
    if let serverTime { offset = serverTime.timeIntervalSince(now) }
  }

  private mutating func succeeded() {
    (failures, notBefore, failingSince, hasToldOfFailing, inARow) = (0, nil, nil, false, 0)
    answered += 1
    hasHeard = true
    if suspects.count > 100 { suspects = [:] }
  }

  /// Waits longer after each failure, with jitter, and at least as long as the server asks for.
  mutating func backOff(_ atLeast: Double?, at now: Date) {
    failures += 1
    let most = min(Planner.longest, Double(1 << min(failures, 10)))
    let wait = max(atLeast ?? 0, most * Double.random(in: 0.5...1, using: &random))
    notBefore = now.addingTimeInterval(min(wait, 3600))
  }

  static let longest = 300.0
}
