internal import Days
internal import FoundationEssentials
internal import Kernel
internal import Measures

/// How far looking into the store has come. One look is under way at a time, and what is wanted meanwhile follows it.
struct Looking: Equatable {
  /// What was summed up last is being fetched; the entries wait for it, so that it is shown first.
  var isRemembering = false
  var isUnderWay = false
  /// The newest of each kind are to be read.
  var mustRead = false
  /// All days are to be summed up.
  var mustSumUp = true
  /// Something changed.
  var mustCatchUp = false
  /// Some that waited may have reached the server.
  var mustCheckWaiting = false
  /// Somebody asked for a refresh, and is told when one has succeeded.
  var isAskedFor = false
  /// How far each collection had come when it was last looked at.
  var marks: LogMarks?
  /// Of which day, and where, the days were last summed up.
  var place: Place?
  var mustKeepSummary = false

  struct Place: Equatable {
    let day: CalendarDay
    let zone: TimeZone
  }

  /// Beyond this, the newest are read anew.
  static let mostWaiting = 200
}

// From the store into the state: everything once, and after that what changed.
extension HealthState {
  /// The calendar went on to another day, or the person to another zone.
  mutating func turned(at now: Moment) -> Bool {
    guard let place = looking.place, !looking.mustSumUp, place != Looking.Place(day: now.day, zone: now.zone) else {
      return false
    }
    looking.mustSumUp = true
    return true
  }

  /// After what is under way, so that a busy sync cannot keep every look from its end.
  mutating func lookAgain(_ now: Moment) -> Steps {
    guard reading != .unread else { return [] }
    looking.mustCatchUp = true
    return look(now)
  }

  /// After a change of one's own. What is under way may have looked before it, so its answer is not waited for.
  mutating func lookAnew(_ now: Moment) -> Steps {
    looking.isUnderWay = false
    return lookAgain(now)
  }

  mutating func readAnew(_ now: Moment) -> Steps {
    guard reading != .unread else { return [] }
    looking.mustRead = true
    looking.mustCatchUp = true
    looking.isUnderWay = false
    return look(now)
  }

  private mutating func look(_ now: Moment) -> Steps {
    guard !looking.isRemembering, !looking.isUnderWay else { return [] }
    if case .failed = reading { looking.mustRead = true }
    let effect: HealthEffect
    if looking.mustRead || reading != .done {
      extent = max(HealthState.leastExtent, pagesWanted)
      effect = .read(newest: extent)
    } else if looking.mustSumUp {
      effect = .sumUp(now)
    } else if looking.mustCatchUp || looking.mustCheckWaiting, let marks = looking.marks {
      let waiting = looking.mustCheckWaiting ? entries.lazy.filter(\.isWaiting).map(\.name) : []
      if waiting.count > Looking.mostWaiting { return readAnew(now) }
      (looking.mustCatchUp, looking.mustCheckWaiting) = (false, false)
      effect = .catchUp(marks, waiting: Array(waiting), now)
    } else {
      return []
    }
    looking.isUnderWay = true
    return [.run(effect, .latest("look"))]
  }

  // MARK: What was found

  /// As it was when somebody last looked, until somebody looks again.
  mutating func remember(_ summary: DaySummary?, _ days: [DayFigures]) {
    if freshness == .unknown, let summary {
      self.summary = summary
      freshness = .cached(at: summary.at)
    }
    if daysFreshness == .unknown, !days.isEmpty {
      self.days = DayTable(days)
      daysFreshness = .cached(at: summary?.at ?? .distantPast)
    }
  }

  mutating func adopt(_ entries: [KeptEntry], _ marks: LogMarks, _ now: Moment) -> Steps {
    self.entries = entries
    // Later ones pass over what was told of the days in between.
    looking.marks = looking.marks ?? marks
    reading = .done
    looking.isUnderWay = false
    looking.mustRead = false
    looking.mustCheckWaiting = false
    refill(now)
    return keep([], now) + look(now)
  }

  mutating func adopt(_ all: SummedDays, _ now: Moment) -> Steps {
    looking.isUnderWay = false
    looking.mustSumUp = false
    looking.place = Looking.Place(day: now.day, zone: now.zone)
    habits = all.habits
    devices = DayTable(all.devices)
    let newer = DayTable(all.days)
    let gone = days.days.lazy.filter { newer[$0.day] == nil }.map { DayFigures($0.day) }
    let changed = newer.days.filter { days[$0.day] != $0 } + gone
    days = newer
    // Also that there are none is news, once.
    let isNews = daysFreshness != .fresh && changed.isEmpty
    daysFreshness = .fresh
    return keep(changed, now) + (isNews ? [.say(.daysChanged)] : []) + look(now) + refreshed()
  }

  mutating func adopt(_ news: LogNews?, _ now: Moment) -> Steps {
    looking.isUnderWay = false
    guard let news else {
      // Too much to be told: all of it anew, from what it is by then.
      looking.marks = nil
      looking.mustSumUp = true
      return readAnew(now)
    }
    looking.marks = news.marks
    for kept in news.saved where known(kept) != kept { take(kept) }
    let deleted = Set(news.deleted)
    if !deleted.isEmpty { entries.removeAll { deleted.contains($0.name) } }
    for tick in news.ticks { habits.take(tick) }
    for tick in news.unticked { habits.forget(tick) }
    refill(now)
    let changed = news.days.filter { (days[$0.day] ?? DayFigures($0.day)) != $0 }
    if !changed.isEmpty { days.take(changed) }
    devices.take(news.devices.filter { (devices[$0.day] ?? DayFigures($0.day)) != $0 })
    return keep(changed, now) + look(now) + refreshed()
  }

  /// Tells of a refresh once nothing more is being read.
  private mutating func refreshed() -> Steps {
    guard looking.isAskedFor, !looking.isUnderWay else { return [] }
    looking.isAskedFor = false
    return [.say(.refreshed)]
  }

  private func known(_ kept: KeptEntry) -> KeptEntry? { self.kept(kept.name) }

  /// Today in a few figures, and the days that came to something else: in one transaction, for the next start.
  private mutating func keep(_ changed: [DayFigures], _ now: Moment) -> Steps {
    let newest = DaySummary(of: entries.map(\.entry), on: CalendarDay(of: now), at: now)
    let isSame = newest.says(the: summary)
    summary = newest
    freshness = .fresh
    if isSame, changed.isEmpty { return [] }
    let kept = DaysToKeep(summary: isSame ? nil : newest, days: changed)
    return (changed.isEmpty ? [] : [.say(.daysChanged)]) + [.run(.keepDays(kept), .inOrder("days"))]
  }

  mutating func notLooked() {
    looking.isUnderWay = false
    looking.mustCatchUp = true
  }
}
