internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Mode
internal import Numbers
internal import Platform
internal import Storage

// The screen of habits.
extension HealthState {
  func habitScreen(_ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState) -> Screen<
    HealthWindowAction
  > {
    let today = surroundings.now.day
    let day = min(local.habit.day ?? today, today)
    let current = habits.habits.map(\.record).filter { !$0.isArchived }
    let archived = habits.habits.map(\.record).filter(\.isArchived)
    let names = HealthState.names(current + archived)
    let nothing: Node<HealthWindowAction> = .empty(
      "No habits yet.", because: "Add habits to tick off every day, week or month.", icon: .flag)
    let isKnown = daysFreshness == .fresh || !habits.habits.isEmpty
    let list: [Node<HealthWindowAction>] =
      current.isEmpty
      ? [isKnown ? nothing : .skeleton("Loading your habits")]
      : [turning(day, today)] + current.map { node($0, names[$0.id] ?? $0.name, day, today) }
    return Screen(
      route, title: "Habits",
      nodes: [.heading("Habits", level: 1)] + standing(local, surroundings) + list + [
        adding(local.habit, surroundings.numbers)
      ] + shelved(archived, names),
      refresh: .retry)
  }

  private func turning(_ day: CalendarDay, _ today: CalendarDay) -> Node<HealthWindowAction> {
    var ways: [Node<HealthWindowAction>] = [
      .text(day.title(on: today), id: "day"),
      .button("Previous day", id: "before", icon: .back, does: .habit(.day(day.following(-1)))),
    ]
    if day < today {
      ways.append(.button("Next day", id: "after", icon: .forward, does: .habit(.day(day.following(1)))))
      ways.append(.button("Today", id: "today", icon: .calendar, does: .habit(.day(nil))))
    }
    return .group("Day", id: "turning", ways)
  }

  /// Numbers habits of the same name, so that they can be told apart.
  private static func names(_ habits: [Habit]) -> [ID<Habit>: String] {
    var (names, met): ([ID<Habit>: String], [String: Int]) = ([:], [:])
    for habit in habits {
      let name = habit.name.brief(80)
      let count = met[name, default: 0] + 1
      met[name] = count
      names[habit.id] = count == 1 ? name : "\(name), number \(count)"
    }
    return names
  }

  private func node(
    _ habit: Habit, _ name: String, _ day: CalendarDay, _ today: CalendarDay
  ) -> Node<HealthWindowAction> {
    let id = habit.id.uuid
    let times = habits.times(id, on: day)
    let streak = habit.streak(habits.days(of: id), on: today)
    @Sendable func tick(_ times: Int) -> HealthWindowAction { .habit(.tick(id, on: day, times: times)) }
    var nodes: [Node<HealthWindowAction>] = []
    if habit.cadence == .daily, habit.times > 1 {
      nodes.append(
        .progress("\(name): \(times) of \(habit.times)", id: "done", done: Double(times), of: Double(habit.times))
          .with { $0.isBusy = false })
      nodes.append(.button("Add one: \(name)", id: "more", icon: .add, does: tick(times + 1)))
      if times > 0 { nodes.append(.button("Remove one: \(name)", id: "less", icon: .undo, does: tick(times - 1))) }
    } else {
      nodes.append(.checkbox(name, id: "done", is: times > 0 ? .on : .off) { tick($0 ? 1 : 0) })
    }
    nodes.append(.note(HealthState.said(habit, streak), icon: .flag, id: "streak"))
    nodes.append(
      .menu("More for \(name)", id: "menu", [.menuItem("Archive", icon: .inbox, does: .habit(.archive(id, true)))]))
    return .section(name, id: "habit-\(id.uuidString.lowercased())", nodes)
  }

  /// "Every day. 5 days in a row, 12 days at best."
  private static func said(_ habit: Habit, _ streak: Streak) -> String {
    let row =
      streak.current > 0
      ? "\(habit.said(streak.current)) in a row, \(habit.said(streak.longest)) at best."
      : streak.longest > 0 ? "\(habit.said(streak.longest)) in a row at best." : "Not kept yet."
    switch habit.cadence {
    case .daily: return "\(habit.rhythm). \(row)"
    case .weekly: return "\(habit.rhythm). \(streak.now) of \(habit.times) this week. \(row)"
    case .monthly: return "\(habit.rhythm). \(streak.now) of \(habit.times) this month. \(row)"
    }
  }

  private func adding(_ local: HabitWindowState, _ numbers: NumberNotation) -> Node<HealthWindowAction> {
    let cadences: [(id: String, title: String)] = [("daily", "Daily"), ("weekly", "Weekly"), ("monthly", "Monthly")]
    return .section(
      "New habit", id: "new",
      [
        .field(
          "Name", id: "name", holds: local.name, draft: { .habit(.name($0)) }, commit: { .habit(.name($0)) }
        ) { about in
          about.example = "Read before bed"
          about.isRequired = true
          about.purpose = .notes
          about.longest = Habit.longestName + 100
          about.invalid = local.nameComplaint
        },
        .choice("How often", id: "cadence", cadences, selected: local.cadence.rawValue) {
          .habit(.cadence(Habit.Cadence(rawValue: $0) ?? .daily))
        },
        .number(
          "Times", id: "times", holds: local.times, in: numbers, isWhole: true, draft: { .habit(.times($0)) },
          commit: { .habit(.times($0)) }
        ) { about in
          about.hint = "Per day, week or month. Once if left empty."
          about.example = "1"
          about.invalid = local.timesComplaint(in: numbers)
        },
        local.isSaving
          ? .progress("Adding your habit", id: "add")
          : .button("Add habit", id: "add", icon: .add, isProminent: true, does: .habit(.add)),
      ])
  }

  private func shelved(_ habits: [Habit], _ names: [ID<Habit>: String]) -> [Node<HealthWindowAction>] {
    if habits.isEmpty { return [] }
    let buttons = habits.map { habit in
      Node<HealthWindowAction>.button(
        "Restore \(names[habit.id] ?? habit.name)", id: habit.id.description, icon: .undo,
        does: .habit(.archive(habit.id.uuid, false)))
    }
    return [.section("Archived", id: "archived", buttons)]
  }
}
