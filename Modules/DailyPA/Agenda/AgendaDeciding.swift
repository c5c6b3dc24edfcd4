internal import Days
internal import Forms
internal import Interface
public import Kernel
internal import Platform

// The transitions for the person's actions in one window.
extension AgendaState {
  public mutating func receive(_ action: AgendaWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route): appeared(route, in: window, now)
    case .left(let route):
      windows[window].problem = nil
      windows[window].deleting = nil
      if let name = EventFormName(route) {
        if name.isNew { windows[window].suggested = nil }
        leave(name, in: window)
      }
      if route.path == AgendaPlaces.importing.path { leaveImport(in: window) }
    case .retry: return readAgain() + [.say(.syncAsked)]
    case .show(let view): return choose(view, now)
    case .choose(let day): return choose(day, in: window, now)
    case .move(let count): go(to: view.moved(windows[window].day ?? now.day, by: count), in: window, now)
    case .today: go(to: nil, in: window, now)
    case .form(.fill(let name, let field, let text)) where [.day, .start].contains(field):
      return type(name, in: window, at: now) { $0.move(field, to: text) }
    case .form(let action): return decide(action, in: window, at: now)
    case .askDelete(let id, let key):
      guard let kept = events[id] else { return [] }
      guard kept.event.isRepeating else { return remove(id, key, .all, in: window) }
      windows[window].deleting = DeletedEvent(id: id, key: key)
    case .delete(let id, let key, let scope): return remove(id, key, scope, in: window)
    case .takeBack(let event):
      guard events[event.id]?.event == event else {
        return [.tell(.told(Toast(Problem.eventChanged.sentence, tone: .warning)), window)]
      }
      return remove(event.id, nil, .all, in: window)
    case .cancel: windows[window].deleting = nil
    case .undo(let key):
      guard let removed = windows[window].undos[key] else { return [] }
      return [.run(.restore(removed, in: window), .inOrder("events"))]
    case .reschedule(let id, let day, let time):
      guard let kept = events[id], !kept.event.isRepeating else { return [] }
      let event = kept.event.moved(to: day, time, at: now)
      return [.run(.move(event, over: kept.version, from: kept.event, in: window), .inOrder("events"))]
    case .moveBack(let event, let version):
      return [.run(.move(event, over: version, from: nil, in: window), .inOrder("events"))]
    case .add(let event): return add(event, in: window, now)
    case .suggest(let event): return suggest(event, in: window, now)
    case .dismissUndos: return windows[window].undos.dismiss(in: window).map { .stop($0) }
    case .dismissProblem: windows[window].problem = nil
    case .export: return export(in: window, now)
    case .file(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  private mutating func appeared(_ route: Route, in window: WindowID, _ now: Moment) {
    windows[window].isShown = true
    expand(in: window, now)
    guard let name = EventFormName(route), !findsInput(name, in: window) else { return }
    windows[window].forms[name] = opened(name, in: window, now)
  }

  // MARK: Days

  /// Shows a day among its month or week; the day that is chosen already is shown alone.
  private mutating func choose(_ day: CalendarDay, in window: WindowID, _ now: Moment) -> Steps {
    if day == windows[window].day ?? now.day { return choose(.day, now) }
    go(to: day, in: window, now)
    return []
  }

  mutating func go(to day: CalendarDay?, in window: WindowID, _ now: Moment) {
    if let day, !CalendarDay.reachable.contains(day) { return }
    windows[window].day = day == now.day ? nil : day
    expand(in: window, now)
  }

  // MARK: Deleting

  private mutating func remove(
    _ id: ID<CalendarEvent>, _ key: OccurrenceKey?, _ scope: EventScope, in window: WindowID
  ) -> Steps {
    windows[window].deleting = nil
    windows[window].problem = nil
    guard let kept = events[id] else { return [] }
    return [.run(.remove(kept, key, scope, in: window), .inOrder("events"))]
  }

  /// Removes deleted records from the screen at once; Undo saves them again.
  mutating func tookAway(_ removed: RemovedEvents, in window: WindowID, _ now: Moment) -> Steps {
    if removed.left == nil { change(now) { $0[removed.event.id] = nil } }
    let until = windows[window].undos.offer(removed, at: now)
    let lane = UndoOffers<RemovedEvents>.lane(removed.undoKey, in: window)
    var done = [AgendaPlaces.event(removed.event.id, removed.key)]
    if removed.key != nil { done.append(AgendaPlaces.event(removed.event.id)) }
    return readAnew() + [
      .run(.awaitUndo(removed.undoKey, until: until, in: window), lane), .tell(.finished(done), window),
    ]
  }

  mutating func restored(
    _ removed: RemovedEvents, _ kept: [KeptEvent], in window: WindowID, _ now: Moment
  ) -> Steps {
    windows[window].undos.remove(removed.undoKey)
    change(now) { events in for kept in kept { events[kept.id] = kept } }
    return readAnew() + [
      .stop(UndoOffers<RemovedEvents>.lane(removed.undoKey, in: window)),
      .tell(.told(Toast("Event restored.", tone: .success)), window),
    ]
  }
}

extension Problem {
  fileprivate static let eventChanged = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Find it in the calendar.")
}
