internal import Carrying
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Samples

// A new sync in four steps.
extension HealthSyncState {
  /// Asks for the connection of an app.
  func connect(_ id: String, in window: WindowID) -> Steps {
    guard book.catalogue[id]?.isAvailable == true else { return [] }
    return [.tell(.connect(id), window)]
  }

  /// The reason why an app cannot be connected on this device; nil if it can.
  func unavailable(_ id: String) -> String? {
    if case .unavailable(let reason) = accounts[id] { reason } else { nil }
  }

  /// A new draft. One that the first two apps have begun has everything chosen that both can do, and is shown for review. Single heart
  /// rates are left to the person: they are the most records by far, and the first run would use up what a provider accepts.
  func startingDraft(in window: WindowID) -> HealthSyncWindowState.Draft {
    var draft = HealthSyncWindowState.Draft()
    guard let pair = windows[window].begun else { return draft }
    (draft.source, draft.destination) = (pair.source, pair.destination)
    guard let source = book.catalogue[pair.source], let destination = book.catalogue[pair.destination] else {
      return draft
    }
    draft.kinds = Set(
      SampleKind.allCases.filter { kind in
        kind != .heartRate && source.whyNoSource(of: [kind]) == nil
          && destination.whyNoDestination(of: [kind], from: source) == nil
          && twin([kind], pair.source, pair.destination) == nil
      })
    if !draft.kinds.isEmpty { (draft.page, draft.isProposed) = (.review, true) }
    return draft
  }

  mutating func draft(_ action: HealthSyncWindowAction, in window: WindowID) -> Steps {
    switch action {
    case .toggleKind(let kind, let isOn):
      if isOn { windows[window].draft.kinds.insert(kind) } else { windows[window].draft.kinds.remove(kind) }
    case .chooseSource(let id):
      guard whyNoSource(id, in: window) == nil else { return [] }
      windows[window].draft.source = id
    case .chooseDestination(let id):
      guard whyNoDestination(id, in: window) == nil else { return [] }
      windows[window].draft.destination = id
    case .next: return nextStep(in: window)
    case .changeKinds: (windows[window].draft.page, windows[window].draft.isProposed) = (.kinds, false)
    case .back:
      let page = windows[window].draft.page
      windows[window].draft.page = .init(rawValue: page.rawValue - 1) ?? page
    default: break
    }
    return []
  }

  /// The reason why an app cannot be the source of the draft; nil if it can.
  func whyNoSource(_ id: String, in window: WindowID) -> String? {
    guard let provider = book.catalogue[id] else { return "It is not in the list of apps." }
    return provider.whyNoSource(of: windows[window].draft.sorted) ?? unavailable(id) ?? notConnected(id, provider.name)
  }

  /// The reason why an app cannot be the destination of the draft; nil if it can.
  func whyNoDestination(_ id: String, in window: WindowID) -> String? {
    let draft = windows[window].draft
    guard let provider = book.catalogue[id], let source = draft.source.flatMap({ book.catalogue[$0] }) else {
      return "It is not in the list of apps."
    }
    return provider.whyNoDestination(of: draft.sorted, from: source) ?? unavailable(id)
      ?? notConnected(id, provider.name)
  }

  private func notConnected(_ id: String, _ name: String) -> String? {
    switch accounts[id] {
    case .connected: nil
    case .needsAttention: "\(name) has to be connected again."
    case .unavailable(let reason): reason
    case nil: "\(name) is not connected yet."
    }
  }

  private mutating func nextStep(in window: WindowID) -> Steps {
    let draft = windows[window].draft
    switch draft.page {
    case .kinds:
      guard !draft.kinds.isEmpty else { return [] }
      // What was chosen before may not fit the kinds.
      if let source = draft.source, whyNoSource(source, in: window) != nil { windows[window].draft.source = nil }
      windows[window].draft.page = .source
      return [.say(.fact(.kindsSelected(draft.kinds.count)))]
    case .source:
      guard let source = draft.source, whyNoSource(source, in: window) == nil else { return [] }
      if let destination = draft.destination, whyNoDestination(destination, in: window) != nil {
        windows[window].draft.destination = nil
      }
      windows[window].draft.page = .destination
      return [.say(.fact(.sourceSelected(source)))]
    case .destination:
      guard let destination = draft.destination, whyNoDestination(destination, in: window) == nil else { return [] }
      windows[window].draft.page = .review
      return [.say(.fact(.destinationSelected(destination)))]
    case .review: return []
    }
  }

  mutating func save(in window: WindowID, _ now: Moment) -> Steps {
    let draft = windows[window].draft
    guard draft.page == .review, let source = draft.source, let destination = draft.destination, !draft.kinds.isEmpty,
      whyNoSource(source, in: window) == nil, whyNoDestination(destination, in: window) == nil
    else { return [] }
    if let same = twin(draft.sorted, source, destination) {
      return [.tell(.told(Toast("“\(name(same))” does this already.", tone: .warning)), window)]
    }
    let proposed: Steps =
      draft.isProposed
      ? [.kindsSelected(draft.kinds.count), .sourceSelected(source), .destinationSelected(destination)]
        .map { .say(.fact($0)) } : []
    return proposed + [
      .run(.create(draft.sorted, from: source, to: destination, at: now.date, in: window), HealthSyncState.keeping)
    ]
  }

  /// A sync that carries one of the kinds between the same apps already.
  private func twin(_ kinds: [SampleKind], _ source: String, _ destination: String) -> SyncPlan? {
    book.plans.first { $0.source == source && $0.destination == destination && !Set($0.kinds).isDisjoint(with: kinds) }
  }

  mutating func created(_ plan: SyncPlan, in window: WindowID, _ now: Moment) -> Steps {
    book.update(plan)
    windows[window].draft = .init()
    windows[window].begun = nil
    return [
      .say(.fact(.addCompleted)), .tell(.finished([HealthSyncPlaces.adding]), window),
      .tell(.opened(HealthSyncPlaces.home), window),
      .tell(.told(Toast("Sync saved.", tone: .success)), window), .tell(.saved, window),
    ] + start([plan.id], .background("created"), until: nil, now) + self.plan(now)
  }
}
