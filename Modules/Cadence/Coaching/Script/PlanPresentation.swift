internal import Conversation
internal import JSON
internal import Runners
internal import TrainingPlan

/// The coach's presentation of a plan: one message after another, and at the end the question whether it suits. Its figures are
/// those of the telling; only the wording follows the runner's style and experience.
struct PlanPresentation {
  let telling: PlanTelling
  let words: CoachWords
  /// Whether it would replace a plan that is trained by.
  var isChange = false

  /// One message, and the identifier by which the log shows that it was said.
  struct Part: Sendable, Hashable {
    let id: String
    let turn: CoachTurn
  }

  static let review = "plan.review"
  static let suggestions = ["Looks good to me", "I'd like to change something", "Can I see the first week in detail?"]

  static let changeSuggestions = ["Look at the plan", "Use this plan", "Keep my plan"]

  /// The beginning of the identifiers of this plan's calls.
  var prefix: String { "plan-\(telling.id)-" }
  var isComeback: Bool { telling.kind == .comeback }
  var isPlain: Bool { words.runner[.experience] == "beginner" || words.runner[.experience] == "returning" }

  /// All messages about a plan that is new to the runner.
  var parts: [Part] {
    guard !isChange else { return [Part(id: "review", turn: CoachTurn(change, [question()]))] }
    return [
      Part(id: "thoughts", turn: CoachTurn(opening, thoughts: telling.thoughts)), radar, progress, calendar, outlook,
      decisions, asking,
    ].compactMap(\.self)
  }

  /// The messages about what differs from the plan that was presented before.
  func parts(since before: PlanTelling) -> [Part] {
    let changed = telling.thoughts.filter { !before.thoughts.contains($0) }
    let said =
      changed.isEmpty ? ["The plan stays as it is: nothing in it depends on that."] : ["Here is what is different now."]
    return [
      Part(id: "thoughts", turn: CoachTurn(said, thoughts: changed)),
      telling.axes == before.axes ? nil : radar, telling.weeks == before.weeks ? nil : progress,
      telling.days == before.days ? nil : calendar,
      telling.expectation == before.expectation && telling.milestones == before.milestones ? nil : outlook, asking,
    ].compactMap(\.self)
  }

  /// The question whether the plan suits. `number` tells a later one from the first.
  func question(_ number: Int? = nil) -> ToolCall {
    ToolCall(
      id: prefix + "review" + (number.map { "-\($0)" } ?? ""), name: ScreenTool.openInput.rawValue,
      arguments: [
        "prompt": .string(isChange ? "Do you want to train by it?" : "Would you like to adjust anything?"),
        "placeholder": "In your own words", "allowVoice": true,
        "targetField": .string(PlanPresentation.review),
        "suggestedResponses": .array(
          (isChange ? PlanPresentation.changeSuggestions : PlanPresentation.suggestions).map { .string($0) }),
      ])
  }

  private var asking: Part { Part(id: "review", turn: CoachTurn([], [question()])) }

  // MARK: Messages

  /// A plan that would replace the one in use: what differs, and that nothing is changed yet.
  private var change: [String] {
    let what = telling.changes.isEmpty ? telling.goal : telling.changes.joined(separator: "; ")
    return ["A changed plan is ready: \(what)."] + [telling.progress].compactMap(\.self)
      + ["You train by the plan that you have until you use this one."]
  }

  private var opening: [String] {
    guard !isComeback else {
      return [
        "I have thought about everything that you told me.",
        "This plan is about trust in your body. There is no pace to reach, and stopping early always counts.",
      ]
    }
    return words.say(
      ["I have looked at everything that you told me, and I like what I see.", "This is your plan: \(telling.goal)."],
      tough: ["I have been through everything. No excuses, no shortcuts.", "Your plan: \(telling.goal)."],
      analytical: [
        "Analysis complete: \(telling.thoughts.count) findings, each with its figure.", "Target: \(telling.goal).",
      ],
      minimalist: ["Your plan: \(telling.goal)."])
  }

  private var radar: Part? {
    guard telling.axes.count >= 3 else { return nil }
    let values = telling.axes.map { axis -> JSON in
      var value: [String: JSON] = ["label": .string(axis.title)]
      if let number = axis.value { value["value"] = .number(Double(number)) }
      return .object(value)
    }
    let call = call("radar", .radarChart, ["title": "You as a runner", "values": .array(values)])
    var said = words.say(
      ["This is you as a runner. Each axis goes from 0 to 100."],
      tough: ["This is where you stand, from 0 to 100."],
      analytical: ["Your profile, each axis from 0 to 100 by an open formula."], minimalist: [])
    if let strength = telling.strength, let weakness = telling.weakness {
      said.append("Your strength is \(strength). The most room is in \(weakness).")
    } else {
      said.append("I know little yet; it fills as you run.")
    }
    if words.runner.voice == .analytical {
      said += telling.axes.compactMap { axis in axis.value.map { "\(axis.title): \($0) of 100, \(axis.formula)." } }
    }
    return Part(id: "radar", turn: CoachTurn(said, [call]))
  }

  private var progress: Part? {
    guard !telling.weeks.isEmpty else { return nil }
    let values = telling.weeks.map { week -> JSON in
      var value: [String: JSON] = [
        "label": .string(week.title), "value": .number(week.volume), "intensity": .number(week.intensity),
      ]
      if let mark = week.mark { value["mark"] = .string(mark.rawValue) }
      return .object(value)
    }
    let call = call(
      "progress", .progressChart,
      ["title": "Your weeks", "unit": .string(telling.unit), "values": .array(values)])
    var said = words.say(
      isComeback ? ["These are your weeks. Each step comes twice."] : ["Your weeks build up to \(telling.peak)."],
      tough: ["The work: up to \(telling.peak)."],
      analytical: ["Volume by week with the share of faster work; the peak is \(telling.peak)."],
      minimalist: ["Peak: \(telling.peak)."])
    if let recovery = telling.recovery {
      said.append(
        words.say(
          "\(recovery): less on purpose, since the body gets stronger in rest.",
          tough: "\(recovery): less, on purpose. Rest is part of the work.",
          analytical: "\(recovery): recovery on purpose, at most 75 % of the weeks before.",
          minimalist: "\(recovery): recovery, on purpose."))
    }
    if let taper = telling.taper {
      said.append(
        isPlain
          ? "\(taper). You do less at the end, so that you arrive rested."
          : "\(taper). That is the taper: less volume, the same fast work, so that you arrive rested.")
    }
    return Part(id: "progress", turn: CoachTurn(said, [call]))
  }

  var calendarCall: ToolCall {
    let days = telling.days.map { day -> JSON in
      var value: [String: JSON] = ["label": .string(day.weekday), "date": .string(day.date), "isKey": .bool(day.isKey)]
      if let entry = day.entry { value["entry"] = .string(entry) }
      if let detail = day.detail { value["detail"] = .string(detail) }
      if let minutes = day.minutes { value["minutes"] = .number(Double(minutes)) }
      return .object(value)
    }
    return call(
      "calendar", .calendarWidget,
      ["title": .string(telling.isFirstWeekPart ? "Your first whole week" : "Your first week"), "days": .array(days)])
  }

  private var calendar: Part? {
    guard !telling.days.isEmpty else { return nil }
    let week = telling.isFirstWeekPart ? "whole week" : "week"
    let lead = words.say(
      ["And this is your first \(week)."], tough: ["Your first \(week)."],
      analytical: ["The first \(week); key sessions are marked."], minimalist: ["First \(week)."])
    let reasons = words.runner.voice == .minimalist ? [] : telling.placements
    return Part(id: "calendar", turn: CoachTurn(lead + reasons, [calendarCall]))
  }

  private var outlook: Part? {
    let said: [String]
    if let expected = telling.expectation, !isComeback {
      said = expectation(expected)
    } else if telling.kind == .race {
      said = ["I expect no time yet: a recent race is needed for that. Until then we go by effort."]
    } else if !telling.milestones.isEmpty {
      said = [
        isComeback
          ? "What you can look forward to, whenever you get there: \(telling.milestones.joined(separator: "; "))."
          : "What you can look forward to: \(telling.milestones.joined(separator: "; "))."
      ]
    } else {
      return nil
    }
    return Part(id: "outlook", turn: CoachTurn(said))
  }

  private func expectation(_ expected: PlanTelling.Expectation) -> [String] {
    var said = words.say(
      ["As of today I expect \(expected.today). Four of five such runners come in between \(expected.wide)."],
      tough: ["Today you would run \(expected.today), give or take: four of five land in \(expected.wide)."],
      analytical: [
        "Expected as of today: \(expected.today). Half of such runners: \(expected.half). Four of five: \(expected.wide)."
      ],
      minimalist: ["Today: \(expected.today), four of five in \(expected.wide)."])
    if let target = expected.target, let gap = expected.gap, let word = expected.achievability {
      said.append("Your target is \(target): \(gap), which is \(word).")
    }
    return said
  }

  private var decisions: Part? {
    guard !telling.decisions.isEmpty else { return nil }
    let isBrief = words.runner.voice == .minimalist
    let calls = telling.decisions.prefix(8).enumerated().map { index, decision in
      let lines = decision.reasons.prefix(12).map { reason -> JSON in
        let line =
          isBrief
          ? "\(reason.figure)." : "\(reason.figure). You said: \(reason.told). \(reason.strength): \(reason.source)"
        return .string(String(line.prefix(300)))
      }
      return call(
        "why-\(index + 1)", .thinkingStream, ["title": .string(decision.title), "lines": .array(Array(lines))])
    }
    let more = words.say(
      ["Open any of them: nothing is hidden, and weak evidence is called so."],
      tough: ["Check me. Every number has its reason."],
      analytical: ["Each entry has its rule, its figure, your words, the source and the strength of the evidence."],
      minimalist: [])
    return Part(id: "why", turn: CoachTurn(["And here's why I made these choices."] + more, calls))
  }

  private func call(_ name: String, _ tool: ScreenTool, _ arguments: [String: JSON]) -> ToolCall {
    ToolCall(id: prefix + name, name: tool.rawValue, arguments: .object(arguments))
  }
}
