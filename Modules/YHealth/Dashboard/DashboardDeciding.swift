internal import Days
internal import FoundationEssentials
internal import Interface
public import Kernel
internal import Measures
internal import Mode
internal import Pillar

// The transition for each action.
extension DashboardState {
  public typealias Steps = [Step<DashboardEffect, DashboardEvent>]

  public mutating func receive(_ action: DashboardAction, at now: Moment) -> Steps {
    let steps = decide(action, now)
    return steps + followClock(now)
  }

  public mutating func receive(_ action: DashboardWindowAction, from window: WindowID, at now: Moment) -> Steps {
    let steps = decide(action, in: window, now)
    return steps + followClock(now)
  }

  public mutating func closed(_ local: DashboardWindowState, of window: WindowID, at now: Moment) -> Steps {
    followClock(now)
  }

  private mutating func decide(_ action: DashboardAction, _ now: Moment) -> Steps {
    switch action {
    case .begin:
      guard cache == .unread else { return [] }
      cache = .underWay
      return [.run(.load, .latest("load"))] + ask(.background, now)
    case .loaded(let cached): return loaded(cached, now)
    case .notLoaded: return notLoaded()
    case .facts(let facts, let date): return take(facts, date, now)
    case .notRefreshed(let problem): return failed(problem)
    case .later: return awaited()
    case .gaveUp: return refresh == .underWay ? failed(.noAnswer) : []
    case .dataChanged:
      keptAt = nil
      return [.run(.clear, .newest("cache"))] + ask(.background, now)
    case .mode(let mode): return turn(to: mode)
    case .turned: break
    }
    return []
  }

  // MARK: Cached content

  private mutating func loaded(_ cached: CachedDashboard?, _ now: Moment) -> Steps {
    cache = .done
    // Facts from the shell are newer than the cache.
    guard origin == .nothing, let cached else { return [] }
    guard cached.isAlive(at: now) else { return [.run(.clear, .newest("cache"))] }
    facts = cached.facts.bounded()
    asOf = cached.at
    keptAt = cached.at
    insightsAt = cached.insightsAt
    origin = .cache
    return []
  }

  /// Clears a cache that cannot be read, unless newer facts are there.
  private mutating func notLoaded() -> Steps {
    cache = .done
    return origin == .nothing ? [.run(.clear, .newest("cache"))] : []
  }

  // MARK: Fresh facts and refreshes

  private mutating func take(_ newest: DashboardFacts, _ told: Date, _ now: Moment) -> Steps {
    let date = told.isOfOurTimes ? told : now.date
    let before = facts
    var newest = newest.bounded()
    if newest.insights == nil {
      newest.insights = before?.insights
    } else {
      insightsAt = date
    }
    facts = newest
    asOf = date
    origin = .shell
    refresh = .still
    // Every window that pulled is told that the refresh is done, even if nothing changed.
    let asked = windows.windows.filter { windows[$0].isPulling }.sorted { $0.description < $1.description }
    windows.forEach { $0.isPulling = false }
    let isKept = keptAt.map { newest == before && abs(date.timeIntervalSince($0)) < DashboardState.keeping } ?? false
    if !isKept { keptAt = date }
    return [.stop(.standing("facts"))]
      + asked.map { .tell(.told(Toast("Your dashboard is up to date.")), $0) }
      + (isKept
        ? [] : [.run(.keep(CachedDashboard(newest, at: date, insightsAt: insightsAt ?? date)), .newest("cache"))])
  }

  private mutating func ask(_ kind: DashboardEvent.Refresh, _ now: Moment) -> Steps {
    refresh = .underWay
    let until = now.advanced(by: DashboardState.patience).date
    return [.run(.awaitFacts(until: until), .standing("facts")), .say(.refreshAsked(kind))]
  }

  private mutating func failed(_ problem: Problem) -> Steps {
    refresh = .failed(problem)
    windows.forEach { $0.isPulling = false }
    return [.stop(.standing("facts"))]
  }

  /// Facts will arrive later, without a time limit.
  private mutating func awaited() -> Steps {
    refresh = .underWay
    windows.forEach { $0.isPulling = false }
    return [.stop(.standing("facts"))]
  }

  /// Whether the content may be out of date.
  private func isOutdated(_ now: Moment) -> Bool {
    guard refresh != .underWay else { return false }
    guard case .still = refresh, origin == .shell, let asOf, let facts else { return true }
    return facts.today.day != now.day || now.date.timeIntervalSince(asOf) > DashboardState.fresh
  }

  // MARK: Window actions

  private mutating func decide(_ action: DashboardWindowAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .appeared: return cache != .unread && isOutdated(now) ? ask(.background, now) : []
    case .refresh(let isOnline):
      pulled(in: window, isOnline: isOnline)
      return isOnline ? ask(.pulled, now) : []
    case .choose(let mode): return [.say(.modeChosen(mode))]
    case .tap(let tap): return tapped(tap, in: window)
    }
  }

  /// Marks the window as pulled, unless too many others are.
  private mutating func pulled(in window: WindowID, isOnline: Bool) {
    let isKept = windows[window] != DashboardWindowState()
    guard isKept || windows.windows.count < DashboardState.mostWindows else { return }
    windows[window].wasPulledOffline = !isOnline
    if isOnline { windows[window].isPulling = true }
  }

  private func tapped(_ tap: DashboardTap, in window: WindowID) -> Steps {
    let way: Route?
    switch tap {
    case .pillar(let pillar): way = Ways.pillar(pillar.rawValue)
    case .secondaryAction(let action): way = action.route
    case .insight(let id):
      way = ((facts?.insights ?? []) + InsightCard.generalTips).first { $0.id == id }?.route
      // The card disappeared while it was tapped.
      if way == nil { return [] }
    case .quickAction(let action):
      if plan.unavailable.contains(action) {
        return [.say(.tapped(tap)), .tell(.told(Toast(.unavailable(action.feature), tone: .warning)), window)]
      }
      way = action.route
    }
    return [.say(.tapped(tap)), .tell(way.map { .opened($0) } ?? .voiceAsked, window)]
  }

  // MARK: Mode and time

  private mutating func turn(to newest: Mode) -> Steps {
    defer { mode = newest }
    guard let mode, mode != newest else { return [] }
    let words =
      newest == .light
      ? "Light mode. The dashboard shows the essential." : "Deep mode. The dashboard shows everything."
    return [.say(.announced(Announcement(words)))]
  }

  /// Updates the part of the day and the date, which any action may find changed.
  private mutating func followClock(_ now: Moment) -> Steps {
    guard cache != .unread else { return [] }
    let isNewDay = day.map { $0 != now.day } ?? false
    band = TimeBand(now)
    day = now.day
    var steps: Steps = []
    let next = TimeBand.turn(after: now)
    if let next, next != turn { steps.append(.run(.awaitTurn(next), .standing("turn"))) }
    turn = next
    if isNewDay, refresh != .underWay, facts?.today.day != now.day { steps += ask(.background, now) }
    return steps
  }
}
