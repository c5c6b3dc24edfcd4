internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Storage
internal import Sync

// The user's actions in one window, and the results of their work.
extension OfflineState {
  mutating func decide(_ doing: OfflineDesk.Doing, at name: OfflineDesk.Name, _ now: Date) -> Steps {
    var desk = desks[name] ?? OfflineDesk()
    // Actions that start work read the desk before it is stored again.
    let steps = decide(doing, &desk, name)
    desks[name] = desk == OfflineDesk() ? nil : desk
    switch doing {
    case .syncNow: return syncNow(name, at: now)
    case .page, .look: return [look()]
    default: return steps
    }
  }

  private func decide(_ doing: OfflineDesk.Doing, _ desk: inout OfflineDesk, _ name: OfflineDesk.Name) -> Steps {
    switch doing {
    case .moved: (desk.dismissed, desk.dismissedConflicts, desk.question, desk.merging) = (nil, nil, nil, nil)
    case .dismissBanner: desk.dismissed = connectivity
    case .dismissConflicts: desk.dismissedConflicts = counts.conflicts
    case .syncNow: break
    case .page(let page): desk.page = min(max(0, page), lastPage)
    case .look(let op): (desk.looking, desk.question, desk.merging) = (op, nil, nil)
    case .readHistory: return [.run(.remember, .newest("history"))]
    case .readStorage: return [.run(.measure, .newest("storage"))]
    case .retry(let op): return work(.retry(op), name)
    case .retryAll: return work(.retryAll, name)
    case .edit(let op):
      guard let change = change(op),
        let route = words.editing(change.collection, change.id.uuidString.lowercased())
      else { break }
      return [.say(.editAsked(route, at: name))]
    case .ask(let question): if makesSense(question, desk) { desk.question = question }
    case .cancel: desk.question = nil
    case .confirm:
      guard let question = desk.question else { break }
      desk.question = nil
      return confirm(question, &desk, name)
    case .merge(let op): if conflict(op)?.canMerge == true { desk.merging = OfflineDesk.Merging(op: op) }
    case .choose(let field, let side): if clashes(desk).contains(field) { desk.merging?.sides[field] = side }
    case .leaveMerge: desk.merging = nil
    }
    return []
  }

  private func work(_ work: Work, _ name: OfflineDesk.Name) -> Steps {
    [.run(.work(work, at: name), .inOrder("disk"))]
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

  func clashes(_ desk: OfflineDesk) -> [String] {
    desk.merging.flatMap { conflict($0.op) }.flatMap { Merge($0) }?.clashes ?? []
  }

  /// The resolution that a choice gives for a conflict; nil while a merge is incomplete or impossible.
  func resolution(_ choice: OfflineDesk.Choice, of op: UUID, at desk: OfflineDesk) -> Resolution? {
    guard let conflict = conflict(op) else { return nil }
    switch choice {
    case .mine: return .mine
    case .theirs: return .theirs
    case .merge:
      guard let merge = Merge(conflict), let merging = desk.merging, merging.op == op,
        merge.clashes.allSatisfy({ merging.sides[$0] != nil })
      else { return nil }
      return .merged(merge.choosing { merging.sides[$0] ?? .theirs })
    }
  }

  private func makesSense(_ question: OfflineDesk.Question, _ desk: OfflineDesk) -> Bool {
    switch question {
    case .discard(let op): change(op) != nil
    case .keep(let op, let choice): resolution(choice, of: op, at: desk) != nil
    case .restore(let number): losers?.contains { $0.number == number } == true
    case .clear: true
    }
  }

  private func confirm(_ question: OfflineDesk.Question, _ desk: inout OfflineDesk, _ name: OfflineDesk.Name) -> Steps {
    switch question {
    case .discard(let op): return work(.discard(op), name)
    case .keep(let op, let choice):
      guard let resolution = resolution(choice, of: op, at: desk) else { return [] }
      return work(.resolve(op, resolution), name)
    case .restore(let number): return work(.restore(number), name)
    case .clear: return work(.clear, name)
    }
  }

  /// Drops questions about entries that are gone, and clamps the page to the last one.
  mutating func tidyDesks() {
    for (name, desk) in desks {
      var desk = desk
      desk.page = min(desk.page, lastPage)
      if let merging = desk.merging, conflict(merging.op) == nil { desk.merging = nil }
      if let question = desk.question, !makesSense(question, desk) { desk.question = nil }
      desks[name] = desk == OfflineDesk() ? nil : desk
    }
  }

  // MARK: Command results

  mutating func worked(_ work: Work, _ desk: OfflineDesk.Name, _ problem: Problem?, at now: Date) -> Steps {
    if let problem { return [.say(.toast(Toast(problem), at: desk)), look()] }
    func said(_ words: String) -> Steps { [.say(.toast(Toast(words, tone: .success), at: desk))] }
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
    let before = self.use
    self.use = use
    var steps: Steps = []
    func say(_ words: String) { steps.append(.say(.toast(Toast(words, tone: .warning), at: nil))) }
    if use.isCacheAlmostFull, !warned.ofCache {
      say(StorageUse.cacheWarning)
      warned.ofCache = true
    } else if warned.ofCache, !warned.ofClearing, let before, use.cached < before.cached {
      say("Older cached data was cleared to make room. What you entered is untouched.")
      warned.ofClearing = true
    }
    // Below the threshold by a margin, so that hovering at it warns once.
    if use.isCacheCalm { (warned.ofCache, warned.ofClearing) = (false, false) }
    if use.isQueueAlmostFull, !warned.ofQueue { say(use.queueWarning) }
    warned.ofQueue = use.isQueueAlmostFull
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
    return [.say(.toast(Toast(words, tone: .warning), at: nil)), .run(.measure, .newest("storage"))]
  }
}

extension Conflict {
  var canMerge: Bool { mine != nil && theirs != nil }
}
