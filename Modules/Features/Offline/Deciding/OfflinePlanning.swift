internal import Connectivity
internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import Sync
internal import SyncWire

// Carrying out the planner's orders, and reporting them to the user.
extension OfflineState {
  mutating func plan(_ input: Planner.Input, at now: Date) -> Steps {
    planner.receive(input, at: now).flatMap { order in carry(order) }
  }

  private mutating func carry(_ order: Planner.Order) -> Steps {
    switch order {
    case .look, .letGo, .draw, .take: return [.run(.disk(order), .inOrder("disk"))]
    case .settle(let rulings, _, _):
      remember(rulings)
      return [.run(.disk(order), .inOrder("disk"))]
    case .push(let push):
      if isNewRound { (outcomes, isNewRound) = ([], false) }
      underWay = [:]
      for entry in push.entries {
        underWay[entry.op] = Sent(collection: entry.collection, id: entry.id, at: entry.editedAt)
      }
      return [.run(.push(push), .unawaited("request"))]
    case .pull(let pull): return [.run(.pull(pull), .unawaited("request"))]
    case .abandon: return [.stop(.unawaited("request"))]
    case .wake(let date): return [.run(.wake(at: date), .standing("timer"))]
    case .rest: return [.stop(.standing("timer"))]
    case .note(let note): return tell(note)
    }
  }

  /// Records the outcome of each entry, for the Sync screen.
  private mutating func remember(_ rulings: [Planner.Ruled]) {
    for ruled in rulings {
      guard let sent = underWay[ruled.op] else { continue }
      let end: Outcome.End
      switch ruled.verdict {
      case .applied, .alreadyApplied: end = .sent
      case .aside(let reason, _): end = .failed(reason)
      case .conflict: end = .conflict
      case .again: continue
      }
      outcomes.append(Outcome(op: ruled.op, collection: sent.collection, at: sent.at, end: end))
    }
    outcomes.removeFirst(max(0, outcomes.count - OfflineState.mostOutcomes))
    underWay = [:]
  }

  // MARK: Answers

  mutating func hear<Value>(_ met: TimedAnswer<Value>, _ input: Planner.Input, at now: Date) -> Steps {
    line.meet(met.meeting)
    var steps = plan(input, at: now)
    if met.isUnanswered, !askers.isEmpty {
      let words =
        "The server did not answer. Nothing is lost: your entries are safe here, and it is tried again by itself."
      steps += askers.flatMap { unmet(words, for: $0) }
      askers = []
    }
    return steps
  }

  mutating func disk(_ input: Planner.Input, at now: Date) -> Steps {
    var looks = false
    switch input {
    case .drawn(let claim):
      (counts, problem) = (claim.counts, nil)
      looks = !claim.changes.isEmpty
    case .settled(let settled): (counts, problem, looks) = (settled.counts, nil, true)
    case .looked, .took: problem = nil
    default: break
    }
    return plan(input, at: now) + (looks ? [look()] : [])
  }

  // MARK: Planner notes

  private mutating func tell(_ note: Planner.Note) -> Steps {
    switch note {
    case .progressed, .paused: return []
    case .finished(let report): return finished(report)
    case .prolonged:
      let words =
        "The server has not answered for some time. Your entries are safe here and will be sent when it is back."
      return [.say(.toast(Toast(words, tone: .warning)))]
    case .sessionLost: return [.say(.sessionLost), .stop(.standing("hints"))]
    case .conflicts(let ops):
      let words =
        ops.count == 1
        ? "1 entry was changed here and elsewhere. Decide in Settings, Sync."
        : "\(ops.count) entries were changed here and elsewhere. Decide in Settings, Sync."
      return [.say(.conflicts(ops)), .say(.toast(Toast(words, tone: .warning)))]
    case .changed(let taken): return [.say(.changed(taken))]
    case .diskFailed(let problem): return complain(problem)
    }
  }

  private mutating func finished(_ report: Planner.Report) -> Steps {
    askers = []
    isNewRound = true
    let end: Steps = [.say(.finished(report))]
    guard report.wasAsked || report.sent > 0 || report.failed > 0 || report.conflicts > 0 else { return end }
    var sentences = report.sent > 0 ? ["Synced \(entries(report.sent))."] : []
    if counts.aside > 0 { sentences.append("\(counts.aside) could not be sent: see Settings, Sync.") }
    if counts.conflicts > 0 {
      sentences.append("\(counts.conflicts) need\(counts.conflicts == 1 ? "s" : "") your decision: see Settings, Sync.")
    }
    let later = counts.waiting + counts.claimed
    if later > 0 { sentences.append("\(later) still wait\(later == 1 ? "s" : "").") }
    let isWhole = counts.unsent == 0
    if isWhole { sentences.append("Everything's up to date!") }
    let toast = Toast(sentences.joined(separator: " "), tone: isWhole ? .success : .warning)
    return end + [.say(.toast(toast))]
  }

  // MARK: Manual sync

  /// Sends and fetches everything now, for the window that asks for it or for all windows.
  mutating func syncNow(_ asker: WindowID?, at now: Date) -> Steps {
    // The planner remembers the request for when it can send.
    if let refusal { return plan(.asked, at: now) + unmet(refusal, for: asker) }
    askers.insert(asker)
    return plan(.asked, at: now)
  }

  /// Says why a sync is not carried out.
  private func unmet(_ words: String, for asker: WindowID?) -> Steps {
    let toast = Toast(words, tone: .warning)
    guard let asker else { return [.say(.toast(toast))] }
    return [.tell(.toast(toast), asker), .tell(.notSynced, asker)]
  }

  private var refusal: String? {
    if let refusal = line.isKnown ? connectivity.refusal : nil, line.port == false || line.isSessionLost {
      return refusal
    }
    if planner.isSignedIn { return nil }
    return isWithheld
      ? "You have not agreed to sending, so nothing is sent or fetched. Everything you enter is kept on this device. Change your consent in Settings, Consent."
      : "You are not signed in, so there is nowhere to sync to. Everything you enter is kept on this device."
  }

  // MARK: Connectivity

  /// Derived from the state, so that no change is missed and none is reported twice.
  mutating func tellOfLine(since before: OfflineState) -> Steps {
    guard line.isKnown, connectivity != before.connectivity || !before.line.isKnown else { return [] }
    var steps: Steps = [.say(.connectivity(connectivity))]
    if let banner = connectivity.banner { steps.append(.say(.announced(Announcement(banner)))) }
    if before.line.isKnown, before.connectivity.isAway, connectivity.reachesServer {
      steps.append(.say(.toast(Toast("You're back online.", tone: .success))))
    }
    return steps
  }
}
