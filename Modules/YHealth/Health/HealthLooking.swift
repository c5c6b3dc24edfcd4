internal import Days
internal import Kernel
internal import Measures
internal import Platform

/// The progress of reading the store. One read runs at a time, and requests made meanwhile follow it.
struct ReadProgress: Equatable {
  /// Whether the last summary is being loaded; the entries wait, so that it is shown first.
  var isRemembering = false
  var isUnderWay = false
  /// Whether the newest entries of each kind are to be read.
  var mustRead = false
  /// Whether all days are to be summed.
  var mustSumUp = true
  /// Whether something changed.
  var mustCatchUp = false
  /// Whether waiting entries may have reached the server.
  var mustCheckWaiting = false
  /// Whether a refresh was requested whose success is to be reported.
  var isAskedFor = false
  /// The revision of each collection when it was last read.
  var marks: LogMarks?
  /// The day and zone for which the days were last summed, or are being summed.
  var place: Place?
  var mustKeepSummary = false

  struct Place: Equatable {
    let day: CalendarDay
    let zone: TimeZone

    init(_ now: Moment) { (day, zone) = (now.day, now.zone) }
  }

  /// Number of changes beyond which the newest entries are read again.
  static let mostWaiting = 200
}

// Reading from the store: everything once, and after that the changes.
extension HealthState {
  /// Whether the date or the person's zone has changed.
  mutating func turned(at now: Moment) -> Bool {
    guard let place = looking.place, place != ReadProgress.Place(now) else { return false }
    looking.mustSumUp = true
    return true
  }

  /// Reads again after the read under way, so that a busy sync cannot keep every read from ending.
  mutating func lookAgain(_ now: Moment) -> Steps {
    guard reading != .unread else { return [] }
    looking.mustCatchUp = true
    return look(now)
  }

  /// Reads again after an own change. The read under way may have started before it, so its answer is ignored.
  mutating func lookAnew(_ now: Moment) -> Steps {
    looking.isUnderWay = false
    return lookAgain(now)
  }

  /// Sums all days anew. The answer of a sum under way may be older, so it is ignored.
  mutating func sumUpAnew(_ now: Moment) -> Steps {
    guard reading != .unread else { return [] }
    looking.mustSumUp = true
    looking.isUnderWay = false
    return look(now)
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
      looking.place = ReadProgress.Place(now)
      effect = .sumUp(now)
    } else if looking.mustCatchUp || looking.mustCheckWaiting, let marks = looking.marks {
      let waiting = looking.mustCheckWaiting ? entries.lazy.filter(\.isWaiting).map(\.name) : []
      if waiting.count > ReadProgress.mostWaiting { return readAnew(now) }
      (looking.mustCatchUp, looking.mustCheckWaiting) = (false, false)
      effect = .catchUp(marks, waiting: Array(waiting), now)
    } else {
      return []
    }
    looking.isUnderWay = true
    return [.run(effect, .latest("look"))]
  }

  // MARK: Loaded entries

  /// Adopts the stored summary and days until the entries are read.
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
    noteOwn(entries)
    // Later marks would skip the changes in between.
    looking.marks = looking.marks ?? marks
    reading = .done
    looking.isUnderWay = false
    looking.mustRead = false
    looking.mustCheckWaiting = false
    refill(now)
    return keep([], now) + twins(of: entries) + look(now)
  }

  mutating func adopt(_ all: SummedDays, _ now: Moment) -> Steps {
    looking.isUnderWay = false
    // The person may have moved on while the days were summed.
    looking.mustSumUp = looking.place != ReadProgress.Place(now)
    habits = all.habits
    devices = DayTable(all.devices)
    let newer = DayTable(all.days)
    let gone = days.days.lazy.filter { newer[$0.day] == nil }.map { DayFigures($0.day) }
    let changed = newer.days.filter { days[$0.day] != $0 } + gone
    days = newer
    // The first result is reported even when there are no days.
    let isNews = daysFreshness != .fresh && changed.isEmpty
    daysFreshness = .fresh
    return keep(changed, now) + (isNews ? [.say(.daysChanged)] : []) + look(now) + refreshed()
  }

  mutating func adopt(_ news: LogNews?, _ now: Moment) -> Steps {
    looking.isUnderWay = false
    guard let news else {
      // Too many changes: everything is read again, from the current state.
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
    return keep(changed, now) + twins(of: news.saved) + look(now) + refreshed()
  }

  /// Reports a requested refresh once nothing more is being read.
  private mutating func refreshed() -> Steps {
    guard looking.isAskedFor, !looking.isUnderWay else { return [] }
    looking.isAskedFor = false
    return [.say(.refreshed)]
  }

  private func known(_ kept: KeptEntry) -> KeptEntry? { self.kept(kept.name) }

  /// Stores today's summary and the changed days for the next start, in one transaction.
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
