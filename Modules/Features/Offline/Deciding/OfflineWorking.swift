internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import Sync

// The user's actions in one window, and the results of their work.
extension OfflineState {
  mutating func decide(_ action: OfflineWindowAction, from window: WindowID, at now: Date) -> Steps {
    switch action {
    case .moved: windows[window].move()
    case .dismissBanner: windows[window].dismissed = connectivity
    case .dismissConflicts: windows[window].dismissedConflicts = counts.conflicts
    case .syncNow: return syncNow(window, at: now)
    case .page(let page):
      windows[window].page = min(max(0, page), lastPage)
      return [look()]
    case .look(let op):
      windows[window].look(at: op, turn: turn + 1)
      return [look()]
    case .readHistory: return [.run(.remember, .newest("history"))]
    case .readStorage: return [.run(.measure, .newest("storage"))]
    case .retry(let op): return work(.retry(op), in: window)
    case .retryAll: return work(.retryAll, in: window)
    case .edit(let op):
      guard let change = change(op),
        let route = words.editing(change.collection, change.id.uuidString.lowercased())
      else { break }
      return [.tell(.editAsked(route), window)]
    case .ask(let question): if makesSense(question, windows[window]) { windows[window].question = question }
    case .cancel: windows[window].question = nil
    case .confirm:
      guard let question = windows[window].question else { break }
      windows[window].question = nil
      return confirm(question, in: window)
    case .merge(let op):
      if conflict(op)?.canMerge == true { windows[window].merging = OfflineWindowState.Merging(op: op) }
    case .choose(let field, let side):
      if clashes(windows[window]).contains(field) { windows[window].merging?.sides[field] = side }
    case .leaveMerge: windows[window].merging = nil
    }
    return []
  }

  private func work(_ work: Work, in window: WindowID) -> Steps {
    [.run(.work(work, in: window), .inOrder("disk"))]
  }

  // MARK: Shown entries and questions

  var lastPage: Int { max(0, (counts.unsent - 1) / Waiting.page) }

  /// The change with this identifier, from any page that was read.
  func change(_ op: UUID) -> Change? {
    waiting.flatMap { waiting in
      waiting.changes[op] ?? waiting.pages.values.lazy.compactMap { $0.first { $0.op == op } }.first
    }
  }

  func conflict(_ op: UUID) -> Conflict? { waiting?.conflicts.first { $0.op == op } }

  func clashes(_ local: OfflineWindowState) -> [String] {
    local.merging.flatMap { conflict($0.op) }.flatMap { Merge($0) }?.clashes ?? []
  }

  /// The resolution that a choice gives for a conflict; nil while a merge is incomplete or impossible.
  func resolution(_ choice: OfflineWindowState.Choice, of op: UUID, in local: OfflineWindowState) -> Resolution? {
    guard let conflict = conflict(op) else { return nil }
    switch choice {
    case .mine: return .mine
    case .theirs: return .theirs
    case .merge:
      guard let merge = Merge(conflict), let merging = local.merging, merging.op == op,
        merge.clashes.allSatisfy({ merging.sides[$0] != nil })
      else { return nil }
      return .merged(merge.choosing { merging.sides[$0] ?? .theirs })
    }
  }

  private func makesSense(_ question: OfflineWindowState.Question, _ local: OfflineWindowState) -> Bool {
    switch question {
    case .discard(let op): change(op) != nil
    case .keep(let op, let choice): resolution(choice, of: op, in: local) != nil
    case .restore(let number): losers?.contains { $0.number == number } == true
    case .clear: true
    }
  }

  private func confirm(_ question: OfflineWindowState.Question, in window: WindowID) -> Steps {
    switch question {
    case .discard(let op): return work(.discard(op), in: window)
    case .keep(let op, let choice):
      guard let resolution = resolution(choice, of: op, in: windows[window]) else { return [] }
      return work(.resolve(op, resolution), in: window)
    case .restore(let number): return work(.restore(number), in: window)
    case .clear: return work(.clear, in: window)
    }
  }

  /// After that reading of the queue: drops questions about entries that are gone, and clamps the page to the last one.
  mutating func tidyWindows(at turn: Int) {
    let state = self
    windows.forEach { local in
      local.page = min(local.page, state.lastPage)
      // One that began before the window asked may be older than what it asks about.
      if case .asked(let asked) = local.reading, asked <= turn { local.reading = .done }
      if let merging = local.merging, state.conflict(merging.op) == nil { local.merging = nil }
      if let question = local.question, !state.makesSense(question, local) { local.question = nil }
    }
  }

  // MARK: Command results

  mutating func worked(_ work: Work, in window: WindowID, _ problem: Problem?, at now: Date) -> Steps {
    if let problem { return [.tell(.toast(Toast(problem)), window), look()] }
    func said(_ words: String) -> Steps { [.tell(.toast(Toast(words, tone: .success)), window)] }
    switch work {
    case .retry, .retryAll: return plan(.queued, at: now) + [look()]
    case .discard: return said("Discarded.") + [look()]
    case .resolve:
      return said("Decided. The other version stays in the history.") + plan(.queued, at: now)
        + [look(), .run(.remember, .newest("history"))]
    case .restore:
      return said("Brought back.") + plan(.queued, at: now) + [look(), .run(.remember, .newest("history"))]
    case .clear:
      // Cleared, so that a reduction the user requested gives no warning.
      use = nil
      return said("Cache cleared. It is fetched again when you are online.") + [.run(.measure, .newest("storage"))]
    }
  }

  // MARK: Storage space

  mutating func measured(_ use: StorageUse) -> Steps {
    let (before, fill) = (self.fill, storage.fill(use))
    self.use = use
    var steps: Steps = []
    func say(_ words: String) { steps.append(.say(.toast(Toast(words, tone: .warning)))) }
    if fill.isCacheAlmostFull, !warned.ofCache {
      say(StorageFill.cacheWarning)
      warned.ofCache = true
    } else if warned.ofCache, !warned.ofClearing, let before, fill.cached < before.cached {
      say("Older cached data was cleared to make room. What you entered is untouched.")
      warned.ofClearing = true
    }
    // Below the threshold by a margin, so that hovering at it warns once.
    if fill.isCacheCalm { (warned.ofCache, warned.ofClearing) = (false, false) }
    if fill.isQueueAlmostFull, !warned.ofQueue { say(fill.queueWarning) }
    warned.ofQueue = fill.isQueueAlmostFull
    return steps
  }
}

extension OfflineState {
  /// Called when the disk was full and caches were cleared to make room for entries.
  mutating func reduced(_ count: Int) -> Steps {
    guard count > reductions else { return [] }
    reductions = count
    let words =
      "This device has no room left, so cached data was cleared to make some. What you entered is safe."
    return [.say(.toast(Toast(words, tone: .warning))), .run(.measure, .newest("storage"))]
  }
}

extension Conflict {
  var canMerge: Bool { mine != nil && theirs != nil }
}
