internal import Days
internal import Kernel
internal import Measures
internal import Platform
internal import Storage

// Summing a person's days.
extension HealthShelves {
  /// Number of entries of one kind that are summed; with more, the newest count.
  static let mostOfAKind = 50_000
  static let mostDevices = 200_000
  /// Number of changes beyond which everything is read again.
  static let mostChanges = 200

  /// Sums all days, in one pass over the entries.
  func sumUp(at now: Moment) async throws(Problem) -> SummedDays {
    let today = CalendarDay(of: now)
    let first = today.following(1 - KeptDay.most)
    let book = HabitBook(try await habits.collection().opened(newest: Habit.most), try await ticks(first, today))
    var (sums, places) = (DaySums(at: now, preferring: preference()), RecordInstants())
    for kind in LogKind.allCases {
      for entry in try await shelf(kind).within(window(first, today, now.zone, of: kind), HealthShelves.mostOfAKind) {
        sums.add(entry)
        places.put(entry.name.id, at: entry.when, entry.laterInstants(in: now.zone))
      }
    }
    for day in try await devices.collection().records(in: noons(first, today), newest: HealthShelves.mostDevices) {
      sums.add(day)
      places.put(day.id.uuid, at: day.when)
    }
    let found = places
    self.places.withLock { $0 = found }
    let days = (0..<KeptDay.most).map { first.following($0) }
    return SummedDays(
      days: sums.figures(of: days, book).filter { !$0.isEmpty }, devices: sums.counted(of: days).filter { !$0.isEmpty },
      habits: book)
  }

  /// Sums only these days.
  func sumUp(
    _ days: Set<CalendarDay>, _ habits: [Opened<Habit>], at now: Moment, into news: inout LogNews
  ) async throws(Problem) {
    for day in days.sorted() where day <= CalendarDay(of: now) && now.day.days(since: day) < KeptDay.most {
      var sums = DaySums(at: now, preferring: preference())
      for kind in LogKind.allCases {
        let range = window(day, day, now.zone, of: kind)
        for entry in try await shelf(kind).within(range, HealthShelves.mostOfAKind) { sums.add(entry) }
      }
      for one in try await devices.collection().records(in: noons(day, day), newest: 1000) { sums.add(one) }
      news.days += sums.figures(of: [day], HabitBook(habits, try await ticks(day, day)))
      news.devices += sums.counted(of: [day])
    }
  }

  private func ticks(_ first: CalendarDay, _ last: CalendarDay) async throws(Problem) -> [HabitEntry] {
    try await habitEntries.collection().records(in: noons(first, last), newest: 200_000)
  }

  private func noons(_ first: CalendarDay, _ last: CalendarDay) -> Range<Date> {
    first.noon..<last.following(1).noon
  }

  /// The range of instants of the entries of a kind that lie on the days, or reach into them. Where a zone has skipped one of them, the range is slightly larger; every entry
  /// knows its own day.
  private func window(
    _ first: CalendarDay, _ last: CalendarDay, _ zone: TimeZone, of kind: LogKind
  ) -> Range<Date> {
    let first = kind.hasLength ? first.following(-DayShare.reach) : first
    let start = first.start(in: zone) ?? first.following(-1).noon
    let end = last.following(1).start(in: zone) ?? last.following(1).noon
    return start..<max(start, end)
  }

  // MARK: Changes since the last read

  /// The changes since `marks`, and the waiting entries. Nil when there are too many.
  func catchUp(since marks: LogMarks, also waiting: [EntryName], at now: Moment) async throws(Problem) -> LogNews? {
    var news = LogNews(marks)
    places.withLock { $0.ask(since: marks) }
    let kinds = Dictionary(entries.values.map { ($0.collection, $0) }, uniquingKeysWith: { first, _ in first })
    for one in changed {
      guard let before = marks.revisions[one.collection] else { return nil }
      if try await one.revision() == before { continue }
      guard let changes = try await one.since(before, HealthShelves.mostChanges) else { return nil }
      news.marks.revisions[one.collection] = changes.to
      if let shelf = kinds[one.collection] {
        for id in changes.saved {
          guard let kept = try await shelf.entry(id) else { continue }
          news.saved.append(kept)
          move(id, to: kept.entry.when, kept.entry.laterInstants(in: now.zone))
        }
        for id in changes.deleted {
          news.deleted.append(EntryName(shelf.kind, id))
          move(id, to: nil)
        }
      } else if one.collection == Habit.collection {
        // The number of habits due may have changed on any day.
        return nil
      } else {
        try await follow(one.collection, changes, &news)
      }
    }
    for name in waiting { if let kept = try await entry(name) { news.saved.append(kept) } }
    let touched = places.withLock { $0.answer(news.marks) }
    if !touched.isEmpty {
      // An instant belongs to its day in this zone; a record with a day of its own has noon UTC.
      let days = Set(touched.flatMap { [CalendarDay($0, in: now.zone), CalendarDay($0, in: .gmt)] })
      try await sumUp(days, try await habits.collection().opened(newest: Habit.most), at: now, into: &news)
    }
    return news
  }

  /// Follows records that have a day of their own: ticks of habits, and device figures.
  private func follow(
    _ collection: String, _ changes: CollectionChanges.News, _ news: inout LogNews
  ) async throws(Problem) {
    for id in changes.saved {
      if collection == HabitEntry.collection {
        guard let tick = try await habitEntries.collection().record(ID(id)) else { continue }
        news.ticks.append(tick)
        move(id, to: tick.when)
      } else if let day = try await devices.collection().record(ID(id)) {
        move(id, to: day.when)
      }
    }
    for id in changes.deleted {
      if collection == HabitEntry.collection { news.unticked.append(id) }
      move(id, to: nil)
    }
  }

  private func move(_ id: UUID, to when: Date?, _ later: [Date] = []) {
    places.withLock { $0.move(id, to: when, later) }
  }
}
