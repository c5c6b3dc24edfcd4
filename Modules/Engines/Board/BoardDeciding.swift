internal import Days
internal import Interface
public import Kernel
internal import Mode
internal import Platform

// The transition for each action.
extension BoardState {
  public mutating func receive(_ action: Action, at now: Moment) -> Steps {
    let steps = decide(action, now)
    return steps + followClock(now)
  }

  public mutating func receive(_ action: LocalAction, from window: WindowID, at now: Moment) -> Steps {
    let steps = decide(action, in: window, now)
    return steps + followClock(now)
  }

  private mutating func decide(_ action: Action, _ now: Moment) -> Steps {
    switch action {
    case .begin:
      guard cache == .unread else { return [] }
      cache = .underWay
      return [.run(.load, .latest("load"))] + ask(.background, now)
    case .loaded(let kept): return loaded(kept, now)
    case .notLoaded: return notLoaded()
    case .facts(let facts, let date): return take(facts, date, now)
    case .notRefreshed(let problem): return failed(problem)
    case .later: return awaited()
    case .gaveUp: return refresh == .underWay ? failed(.noAnswer(content.name)) : []
    case .dataChanged:
      keptAt = nil
      return [.run(.clear, .newest("cache"))] + ask(.background, now)
    case .mode(let mode): return turn(to: mode)
    case .turned: break
    }
    return []
  }

  // MARK: Cached content

  private mutating func loaded(_ kept: KeptBoard<Content.Facts>?, _ now: Moment) -> Steps {
    cache = .done
    // Facts from the product are newer than the cache.
    guard origin == .nothing, let kept else { return [] }
    guard kept.isAlive(at: now) else { return [.run(.clear, .newest("cache"))] }
    facts = kept.facts.bounded(after: nil)
    asOf = kept.at
    keptAt = kept.at
    wholeAt = kept.wholeAt
    origin = .cache
    return []
  }

  /// Clears a cache that cannot be read, unless newer facts are there.
  private mutating func notLoaded() -> Steps {
    cache = .done
    return origin == .nothing ? [.run(.clear, .newest("cache"))] : []
  }

  // MARK: Fresh facts and refreshes

  private mutating func take(_ told: Content.Facts, _ instant: Date, _ now: Moment) -> Steps {
    let date = instant.isOfOurTimes ? instant : now.date
    let before = facts
    let newest = told.bounded(after: before)
    if !told.isPartial { wholeAt = date }
    facts = newest
    asOf = date
    origin = .product
    refresh = .still
    // Every window that pulled is told that the refresh is done, even if nothing changed.
    let asked = windows.windows.filter { windows[$0].isPulling }.sorted { $0.description < $1.description }
    windows.forEach { $0.isPulling = false }
    let isKept = keptAt.map { newest == before && abs(date.timeIntervalSince($0)) < Self.keeping } ?? false
    if !isKept { keptAt = date }
    let isDone = Toast("Your \(content.name) is up to date.")
    return [.stop(.standing("facts"))] + asked.map { .tell(.told(isDone), $0) }
      + (isKept ? [] : [.run(.keep(KeptBoard(newest, at: date, wholeAt: wholeAt ?? date)), .newest("cache"))])
  }

  private mutating func ask(_ kind: BoardRefresh, _ now: Moment) -> Steps {
    refresh = .underWay
    let until = now.advanced(by: Self.patience).date
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
    guard case .still = refresh, origin == .product, let asOf, let facts else { return true }
    return facts.day != now.day || now.date.timeIntervalSince(asOf) > Self.fresh
  }

  // MARK: Window actions

  private mutating func decide(_ action: LocalAction, in window: WindowID, _ now: Moment) -> Steps {
    switch action {
    case .appeared: return cache != .unread && isOutdated(now) ? ask(.background, now) : []
    case .refresh(let isOnline):
      windows[window].wasPulledOffline = !isOnline
      guard isOnline else { return [] }
      windows[window].isPulling = true
      return ask(.pulled, now)
    case .choose(let mode): return [.say(.modeChosen(mode))]
    case .tap(let tap): return tapped(tap, in: window)
    }
  }

  private func tapped(_ tap: Content.Tap, in window: WindowID) -> Steps {
    switch content.outcome(of: tap, facts: facts) {
    case .open(let route): [.say(.tapped(tap)), .tell(.opened(route), window)]
    case .tell(let toast): [.say(.tapped(tap)), .tell(.told(toast), window)]
    case .choose: [.say(.tapped(tap)), .tell(.chosen(tap), window)]
    case .nothing: []
    }
  }

  // MARK: Mode and time

  private mutating func turn(to newest: Mode) -> Steps {
    defer { mode = newest }
    guard let mode, mode != newest else { return [] }
    let words =
      newest == .light
      ? "Light mode. The \(content.name) shows the essential." : "Deep mode. The \(content.name) shows everything."
    return [.say(.announced(Announcement(words)))]
  }

  /// Updates the part of the day and the date, which any action may find changed.
  private mutating func followClock(_ now: Moment) -> Steps {
    guard cache != .unread else { return [] }
    let isNewDay = day.map { $0 != now.day } ?? false
    part = DayPart(now)
    day = now.day
    var steps: Steps = []
    let next = DayPart.turn(after: now)
    if let next, next != turn { steps.append(.run(.awaitTurn(next), .standing("turn"))) }
    turn = next
    if isNewDay, refresh != .underWay, facts?.day != now.day { steps += ask(.background, now) }
    return steps
  }
}

extension Problem {
  static func noAnswer(_ name: String) -> Problem {
    Problem(
      "dashboard-timeout", "Your \(name) took too long to load.", safe: "What you logged is on this device.",
      remedy: "Try again.")
  }

  static let unreadableCache = Problem(
    "dashboard-cache", "What was kept of the dashboard cannot be read.", safe: "What you logged is not touched.",
    remedy: "Wait a moment; it is made anew.")
}
