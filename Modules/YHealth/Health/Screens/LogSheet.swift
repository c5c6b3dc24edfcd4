public import Days
internal import Forms
public import Interface
public import Kernel
internal import Platform

// The sheet that offers what a person logs most.
extension HealthState {
  /// The route of the sheet.
  public static let log = Route(["log"])

  func logSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState
  ) -> Screen<HealthWindowAction> {
    logSheet(route, surroundings, local, also: []) { $0 }
  }

  /// The sheet with what other features log, below the kinds of the log.
  func logSheet<Bound: Sendable>(
    _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState, also others: [Node<Bound>],
    _ bind: @escaping @Sendable (HealthWindowAction) -> Bound
  ) -> Screen<Bound> {
    let today = CalendarDay(of: surroundings.now)
    let moods = QuickEntry.offers(.mood, entries, at: surroundings.now).map { offer in
      Node<HealthWindowAction>.button(
        MoodEntry.word(for: offer.mood).capitalisedFirst, icon: LogKind.face(of: offer.mood), does: .quick(offer))
    }
    let offers = QuickEntry.mostUsed(entries, at: surroundings.now).enumerated().map { index, offer in
      Node<HealthWindowAction>.row(offer.words, id: "quick-\(index + 1)", does: .quick(offer))
        .with { $0.icon = offer.kind.icon }
    }
    let head: [Node<HealthWindowAction>] =
      [.heading("Log", level: 1)] + standing(local, surroundings) + pastDay(local, surroundings) + [
        .section("How do you feel?", id: "feeling", [Node(.toolbar, "How do you feel?", id: "moods", children: moods)]),
        .section("Again", id: "again", [.list("Again", id: "quick", offers)]),
        .section("New entry", id: "new", [.group(id: "kinds", kinds(at: surroundings.now))]),
      ]
    let foot: [Node<HealthWindowAction>] = [
      .field(
        "For another day", id: "day", holds: (local.pastDay(at: surroundings.now) ?? today).text, role: .datefield,
        commit: { .chooseDay($0) }),
      .group(
        id: "more",
        [
          .link("Copy a day", to: HealthState.copyDay, id: "copy", icon: .layers),
          .link("Habits", to: Route(["habits"]), icon: .flag),
          .link("History", to: Route(["history"]), icon: .calendar),
        ]),
    ]
    return Screen(
      route, title: "Log", nodes: head.map { $0.map(bind) } + others + foot.map { $0.map(bind) })
  }

  /// The earlier day for which a window makes entries now; nil for today.
  public func pastDay(at window: WindowID, _ now: Moment) -> CalendarDay? { windows[window].pastDay(at: now) }

  /// Says for which earlier day entries are made.
  func pastDay(
    _ local: HealthWindowState, _ surroundings: Surroundings
  ) -> [Node<HealthWindowAction>] {
    guard let day = local.pastDay(at: surroundings.now) else { return [] }
    let today = CalendarDay(of: surroundings.now)
    return [
      .notice(
        "Logging for \(day.brief(on: today)).", id: "past-day", tone: .info, icon: .calendar,
        [.button("Back to today", icon: .undo, does: .chooseDay(today.text))])
    ]
  }

  /// A button that logs the usual drink, for a page that another feature shows.
  public func drink(in surroundings: Surroundings) -> Node<HealthWindowAction>? {
    QuickEntry.mostUsed(entries, at: surroundings.now).first { $0.kind == .water }.map { offer in
      .button(
        "Log \(offer.words.prefix(1).lowercased() + offer.words.dropFirst())", id: "drink", icon: .water,
        does: .quick(offer))
    }
  }

  /// A link for each kind, the most used first.
  private func kinds(at now: Moment) -> [Node<HealthWindowAction>] {
    let first = QuickEntry.earliest(at: now)
    var counts: [LogKind: Int] = [:]
    for kept in entries where kept.entry.when >= first { counts[kept.name.kind, default: 0] += 1 }
    let ordered = LogKind.usualOrder.enumerated().sorted { one, other in
      let (mine, theirs) = (counts[one.element] ?? 0, counts[other.element] ?? 0)
      return mine == theirs ? one.offset < other.offset : mine > theirs
    }
    return ordered.map { _, kind in
      .link(kind.title, to: kind.route, id: kind.rawValue, icon: kind.icon)
    }
  }
}

extension LogKind {
  /// The order for somebody who has logged nothing yet.
  fileprivate static let usualOrder: [LogKind] = [
    .meal, .water, .mood, .workout, .sleep, .weight, .activity, .energy, .journal,
  ]
}

extension QuickEntry {
  fileprivate var mood: Int { Int(values[.mood]) ?? 5 }
}

extension LogKind {
  /// The face of a mood from 1 to 10.
  static func face(of mood: Int) -> Icon {
    switch mood {
    case ...2: .faceAwful
    case 3...4: .faceLow
    case 5...6: .faceNeutral
    case 7...8: .faceGood
    default: .faceGreat
    }
  }
}
