internal import Carrying
internal import Days
internal import HealthProviders
internal import Interface
public import Kernel
internal import Platform
internal import Samples

// The transitions for the person's actions in one window.
extension HealthSyncState {
  public mutating func receive(_ action: HealthSyncWindowAction, from window: WindowID, at now: Moment) -> Steps {
    drawnAt = now.date
    switch action {
    case .appeared(let route): return appeared(route, in: window, now)
    case .left(let route):
      windows[window].shown.remove(Route(route.path))
      return watchMinute(now)
    case .refresh: return refresh(in: window, now)
    case .retryLoading: return load()
    case .syncNow(let id):
      guard let plan = book.plan(id) else { return [] }
      return [.say(.fact(.manualTriggered))] + start([plan.id], .manual, until: nil, now)
    case .pause(let id, let isPaused): return pause([id], isPaused, now)
    case .pauseAll(let isPaused): return pause(book.plans.map(\.id), isPaused, now)
    case .askDelete(let id):
      guard book.plan(id) != nil else { return [] }
      windows[window].question = .delete(id)
      return [.say(.fact(.deleteInitiated))]
    case .delete: return delete(in: window, now)
    case .dismiss:
      defer { windows[window].question = nil }
      if case .delete = windows[window].question { return [.say(.fact(.deleteCancelled))] }
      return []
    case .openSync(let id): return opened(id, in: window)
    case .openConflicts(let id): return openConflicts(id, in: window)
    case .connect(let id): return connect(id, in: window)
    case .begun(let source, let destination):
      windows[window].begun = HealthSyncWindowState.Pair(source: source, destination: destination)
    case .toggleKind, .chooseSource, .chooseDestination, .next, .back, .changeKinds: return draft(action, in: window)
    case .save: return save(in: window, now)
    case .preview(let id): return look(id, in: window, now) { .preview($0, in: window) }
    case .compare(let id): return look(id, in: window, now) { .compare($0, in: window) }
    case .trace(let id, let kind, let day): return look(id, in: window, now) { .trace($0, kind, day, in: window) }
    case .chooseWait(let id, let minutes): return chooseWait(minutes, of: id, now)
    case .sendNow(let id, let key): return sendNow(id, key, now)
    case .chooseRule, .typeExclusion, .exclude, .include, .omit, .admit: return change(action, in: window, now)
    case .settle(let id, let settlement): return settle(id, settlement, in: window)
    case .chooseField(let id, let field, let choice): return choose(field, choice, of: id)
    case .undo(let id): return settle(id, .open, in: window)
    case .typeHistory(let text, let isFirst):
      let text = String(text.prefix(10))
      if isFirst { windows[window].historyFirst = text } else { windows[window].historyLast = text }
    case .askHistory: return askHistory(in: window, now)
    case .startHistory: return startHistory(in: window, now)
    case .pauseHistory: return pauseHistory(now)
    case .resumeHistory: return resumeHistory(now)
    case .endHistory: return endHistory(now)
    }
    return []
  }
}
