internal import Carrying
internal import Days
internal import Duplicates
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Platform
internal import Samples

// The home screen: cards, and what is done with one sync.
extension HealthSyncState {
  mutating func appeared(_ route: Route, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].shown.insert(Route(route.path))
    var steps = watchMinute(now)
    switch route.path {
    case HealthSyncPlaces.home.path:
      steps.append(.say(.fact(.dashboardViewed(book.plans.count))))
      let statuses = Set(book.plans.map { status(of: $0).name })
      steps += statuses.sorted().map { .say(.fact(.statusViewed($0))) }
    case HealthSyncPlaces.adding.path:
      windows[window].draft = startingDraft(in: window)
      steps.append(.say(.fact(.addStarted)))
    case HealthSyncPlaces.sync.path:
      windows[window].look = .none
      windows[window].typedProblem = nil
    case HealthSyncPlaces.newHistory.path:
      if windows[window].historyFirst.isEmpty {
        let today = CalendarDay(of: now)
        windows[window].historyFirst = today.following(-89).text
        windows[window].historyLast = today.text
      }
      windows[window].typedProblem = nil
    case HealthSyncPlaces.conflict.path:
      if isPro { steps.append(.say(.fact(.resolutionStarted))) }
    default: break
    }
    return steps
  }

  mutating func refresh(in window: WindowID, _ now: Moment) -> Steps {
    let open = book.plans.filter { !$0.isPaused && isConnected($0) }
    guard !open.isEmpty else {
      return [.tell(.told(Toast("There is no sync that could run. Connect an app, or add a sync.")), window)]
    }
    windows[window].isRefreshing = true
    return [.say(.fact(.manualTriggered))] + start(open.map(\.id), .manual, until: nil, now)
  }

  mutating func pause(_ ids: [ID<SyncPlan>], _ isPaused: Bool, _ now: Moment) -> Steps {
    var steps: Steps = []
    for id in ids {
      guard var plan = book.plan(id), plan.isPaused != isPaused else { continue }
      plan.isPaused = isPaused
      book.update(plan)
      steps.append(.run(.save(plan), HealthSyncState.keeping))
      if isPaused {
        changed[id] = nil
        waiting.removeAll { $0.plan == id }
        if running.removeValue(forKey: id) != nil { steps.append(.stop(HealthSyncState.lane(id))) }
      }
    }
    guard !steps.isEmpty else { return [] }
    return steps + next(now) + startVainWaits(now) + plan(now)
  }

  mutating func delete(in window: WindowID, _ now: Moment) -> Steps {
    guard case .delete(let id)? = windows[window].question else { return [] }
    windows[window].question = nil
    return [.say(.fact(.deleteConfirmed))] + remove(id, now)
      + [.tell(.finished([HealthSyncPlaces.sync(id)]), window), .tell(.told(Toast("Sync deleted.")), window)]
  }

  func opened(_ id: ID<SyncPlan>, in window: WindowID) -> Steps {
    guard let plan = book.plan(id) else { return [] }
    // A card with a question leads to the question.
    if !book.openConflicts(of: id).isEmpty { return openConflicts(id, in: window) }
    return [
      .say(.fact(.statusViewed(status(of: plan).name))), .tell(.opened(HealthSyncPlaces.sync(id)), window),
    ]
  }

  func openConflicts(_ id: ID<SyncPlan>, in window: WindowID) -> Steps {
    guard isPro else { return gated(.conflicts, in: window) }
    guard let conflict = book.openConflicts(of: id).first else { return [] }
    return [.tell(.opened(HealthSyncPlaces.conflict(conflict.id)), window)]
  }

  func gated(_ feature: PaidFeature, in window: WindowID) -> Steps { [.tell(.gated(feature), window)] }

  // MARK: One sync

  mutating func look(
    _ id: ID<SyncPlan>, in window: WindowID, _ now: Moment, _ effect: (RunOrder) -> HealthSyncEffect
  ) -> Steps {
    guard let plan = book.plan(id) else { return [] }
    guard isConnected(plan) else {
      windows[window].look = .failed(.notConnected)
      return []
    }
    windows[window].look = .underWay
    return [.run(effect(order(plan, .manual, until: nil, now)), .latest("look", of: window))]
  }

  mutating func change(_ action: HealthSyncWindowAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .chooseRule(let id, let kind, let text): return chooseRule(text, kind, of: id, in: window, now)
    case .typeExclusion(let text, let isFirst):
      let text = String(text.prefix(10))
      if isFirst { windows[window].exclusionFirst = text } else { windows[window].exclusionLast = text }
      return []
    case .exclude(let id): return exclude(id, in: window, now)
    case .include(let id, let period):
      guard var plan = book.plan(id) else { return [] }
      plan.exclusions.removeAll { $0 == period }
      book.update(plan)
      return [.run(.save(plan), HealthSyncState.keeping)]
    case .omit(let id, let record):
      guard var plan = book.plan(id), !plan.omits(record.key) else { return [] }
      let omitted = plan.omitted ?? []
      guard omitted.count < OmittedRecord.most else {
        let words = "This sync leaves out \(OmittedRecord.most) records already. Sync one of them again first."
        return [.tell(.told(Toast(words, tone: .warning)), window)]
      }
      plan.omitted = omitted + [record]
      book.update(plan)
      return [.run(.save(plan), HealthSyncState.keeping)]
    case .admit(let id, let record):
      guard var plan = book.plan(id), plan.omits(record.key) else { return [] }
      plan.omitted = plan.omitted?.filter { $0.key != record.key }
      // What became too old to be read again is read once more.
      if let read = plan.readUntil { plan.readUntil = min(read, record.start ?? plan.createdAt) }
      book.update(plan)
      return [.run(.save(plan), HealthSyncState.keeping)]
    default: return []
    }
  }

  private mutating func exclude(_ id: ID<SyncPlan>, in window: WindowID, _ now: Moment) -> Steps {
    let local = windows[window]
    let today = CalendarDay(of: now)
    guard var plan = book.plan(id) else { return [] }
    guard let first = CalendarDay(local.exclusionFirst),
      let last = local.exclusionLast.isEmpty ? first : CalendarDay(local.exclusionLast)
    else {
      windows[window].typedProblem = "Enter a day as year-month-day, such as \(today.text)."
      return []
    }
    guard first <= last else {
      windows[window].typedProblem = "The first day is after the last one."
      return []
    }
    guard plan.exclusions.count < 100 else {
      windows[window].typedProblem = "This sync leaves out a hundred periods already. Remove one first."
      return []
    }
    windows[window].typedProblem = nil
    (windows[window].exclusionFirst, windows[window].exclusionLast) = ("", "")
    plan.exclusions.append(ExcludedPeriod(first, last))
    plan.exclusions.sort { ($0.first, $0.last) < ($1.first, $1.last) }
    book.update(plan)
    return [.run(.save(plan), HealthSyncState.keeping)]
  }

  /// A rule is the identifier of a choice, or "prefer:" with that of an app.
  private func chooseRule(
    _ text: String, _ kind: SampleKind, of id: ID<SyncPlan>, in window: WindowID, _ now: Moment
  ) -> Steps {
    guard let plan = book.plan(id) else { return [] }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let choice = parts.first.flatMap(ConflictChoice.init(rawValue:)),
      ConflictChoice.choices(kind).contains(choice)
    else { return [] }
    let preferred = parts.count > 1 ? parts[1] : nil
    if choice == .prefer, preferred == nil { return [] }
    if choice == .merge, !isPro { return gated(.conflicts, in: window) }
    let former = book.rules.first { $0.destination == plan.destination && $0.kind == kind }
    return [
      .run(
        .setRule(
          former, destination: plan.destination, kind, choice, preferred: preferred, wait: former?.waitMinutes,
          at: now.date),
        HealthSyncState.keeping)
    ]
  }

  mutating func ruleSet(_ rule: KindRule, _ now: Moment) -> Steps {
    book.rules.removeAll { $0.destination == rule.destination && $0.kind == rule.kind }
    book.rules.append(rule)
    return startVainWaits(now) + plan(now)
  }

  // MARK: Conflicts

  mutating func settle(_ id: ID<SyncConflict>, _ settlement: Settlement, in window: WindowID) -> Steps {
    guard isPro else { return gated(.conflicts, in: window) }
    guard let conflict = book.conflict(id), !conflict.isForgotten, windows[window].settling == nil,
      conflict.settlement != settlement
    else { return [] }
    windows[window].settling = id
    return [.run(.settle(conflict, settlement, in: window), .inOrder("settle"))]
  }

  mutating func settled(_ conflict: SyncConflict, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].settling = nil
    book.update(conflict)
    var steps = endWaits(of: [conflict], now)
    // Amounts of a day are counted anew by the next run.
    if case .amounts = conflict.subject {
      steps += start([conflict.first, conflict.second], .manual, until: nil, now)
    }
    guard !conflict.isOpen else {
      return steps + [.tell(.told(Toast("The decision was taken back.")), window)]
    }
    let words: (name: String, toast: String) =
      switch conflict.settlement {
      case .first: ("keep_source_a", "\(sourceName(conflict.sources.first)) is kept.")
      case .second: ("keep_source_b", "\(sourceName(conflict.sources.second)) is kept.")
      case .merged: ("merge", "Both are one workout now.")
      case .open: ("open", "")
      }
    return steps + [
      .say(.fact(.resolutionCompleted(words.name))), .tell(.told(Toast(words.toast, tone: .success)), window),
    ]
  }

  mutating func choose(_ field: String, _ choice: String, of id: ID<SyncConflict>) -> Steps {
    guard var conflict = book.conflict(id), conflict.isOpen, let known = WorkoutMerge.Field(rawValue: field),
      WorkoutMerge.Choice(rawValue: choice) != nil
    else { return [] }
    conflict.fields[known.rawValue] = choice
    book.update(conflict)
    return [.run(.keepConflicts([conflict]), HealthSyncState.keeping)]
  }
}

extension Problem {
  fileprivate static let notConnected = Problem(
    "sync-not-connected", "One of the two apps is not connected.", safe: "Your sync is kept.",
    remedy: "Connect it under Apps.")
}
