internal import Days
internal import Hours
internal import Interface
internal import Kernel

// The page that plans a day.
extension AssistantState {
  mutating func plan(in window: WindowID, _ now: Moment) -> Steps {
    let choices = windows[window].choices
    return [.run(.plan(choices, at: now, in: window), .latest("plan", of: window))]
  }

  mutating func choose(_ choices: PlanChoices, in window: WindowID, _ now: Moment) -> Steps {
    guard (0...1).contains(choices.ahead), PlanChoices.beginnings.contains(choices.begins),
      PlanChoices.endings.contains(choices.ends), PlanChoices.lengths.contains(choices.minutes)
    else { return [] }
    windows[window].choices = choices
    return plan(in: window, now)
  }

  /// Hands the times of the plan on. The plan is made anew, so that it is not confirmed twice.
  mutating func confirmPlan(in window: WindowID) -> Steps {
    guard let planned = windows[window].planned, !planned.times.isEmpty else { return [] }
    windows[window].planned = nil
    return [.tell(.planned(planned.times), window)]
  }

  func planScreen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<AssistantWindowAction> {
    let (local, words) = (windows[window], DateWords(surroundings.now))
    var nodes: [AssistantNode] = [.heading("Plan the day", level: 1)] + choices(local.choices)
    if let planned = local.planned {
      nodes += body(planned, words)
    } else {
      nodes.append(.skeleton("Making the plan", lines: 3))
    }
    return Screen(route, title: "Plan the day", nodes: nodes)
  }

  private func choices(_ choices: PlanChoices) -> [AssistantNode] {
    @Sendable func chosen(_ change: (inout PlanChoices) -> Void) -> AssistantWindowAction {
      var choices = choices
      change(&choices)
      return .choosePlan(choices)
    }
    func hours(_ all: [Int]) -> [(id: String, title: String)] { all.map { ("\($0)", TimeOfDay.at($0).text) } }
    return [
      .tabs(
        "Day", id: "day", [("0", "Today", nil), ("1", "Tomorrow", nil)], selected: "\(choices.ahead)"
      ) { word in chosen { $0.ahead = Int(word) ?? 0 } },
      .choice(
        "Begins at", id: "begins", hours(PlanChoices.beginnings), selected: "\(choices.begins)", isFolded: true
      ) { word in chosen { $0.begins = Int(word) ?? $0.begins } },
      .choice("Ends at", id: "ends", hours(PlanChoices.endings), selected: "\(choices.ends)", isFolded: true) { word in
        chosen { $0.ends = Int(word) ?? $0.ends }
      },
      .choice(
        "Each todo takes", id: "length", PlanChoices.lengths.map { ("\($0)", "\($0) minutes") },
        selected: "\(choices.minutes)", isFolded: true,
        hint: "Unless its title names a time, such as 45 min."
      ) { word in chosen { $0.minutes = Int(word) ?? $0.minutes } },
    ]
  }

  private func body(_ planned: PlannedDay, _ words: DateWords) -> [AssistantNode] {
    let plan = planned.plan
    func time(_ minutes: Int) -> String { TimeOfDay(minutes: minutes).map { words.time($0) } ?? "24:00" }
    guard !plan.placed.isEmpty || !plan.left.isEmpty else {
      return [
        .empty(
          "Nothing to plan.",
          because: "Todos that are due by this day and have no time on it are put into its free time.",
          icon: .calendar)
      ]
    }
    let todos = plan.placed.map { ($0.start, $0.end, $0.task.title, true) }
    let all = (planned.fixed.map { ($0.start, $0.end, $0.title, false) } + todos).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    let rows = all.enumerated().map { index, row in
      AssistantNode.row(
        row.2, id: "row-\(index + 1)", value: "\(time(row.0)) to \(time(row.1))\(row.3 ? "" : ", already in the day")"
      ).with { $0.icon = row.3 ? .list : .calendar }
    }
    var nodes: [AssistantNode] = [.section(words.day(planned.day), id: "plan", [.list("Plan", id: "rows", rows)])]
    if !plan.left.isEmpty {
      let left = plan.left.enumerated().map { index, one in
        AssistantNode.row(one.task.title, id: "left-\(index + 1)", value: PlannedDay.words(one))
      }
      nodes.append(.section("Did not fit", id: "left", [.list("Did not fit", id: "rows", left)]))
    }
    let count = plan.placed.count
    nodes.append(
      count == 0
        ? .disabledButton(
          "Put into the day", id: "confirm", icon: .success, because: "No todo fits into the time that is free.")
        : .button(
          "Put \(count == 1 ? "1 todo" : "\(count) todos") into the day", id: "confirm", icon: .success,
          isProminent: true, does: .confirmPlan))
    return nodes
  }
}

extension PlannedDay {
  /// "Takes 2 h; the longest free time left is 45 min."
  static func words(_ left: DayPlan.Left) -> String {
    func length(_ minutes: Int) -> String {
      let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
      return [hours > 0 ? "\(hours) h" : nil, rest > 0 || hours == 0 ? "\(rest) min" : nil].compactMap(\.self)
        .joined(separator: " ")
    }
    return switch left.reason {
    case .over: "The time that is planned is over."
    case .full: "No free time is left."
    case .tooLong(let longest): "Takes \(length(left.task.minutes)); the longest free time left is \(length(longest))."
    }
  }
}
