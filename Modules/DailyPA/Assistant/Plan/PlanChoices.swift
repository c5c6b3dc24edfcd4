public import Days
public import Hours
internal import Kernel
public import Platform

/// The choices from which a plan is made.
public struct PlanChoices: Sendable, Equatable {
  /// Days from today: 0 or 1.
  public var ahead = 0
  /// The first and the last hour that are planned.
  public var begins = 9
  public var ends = 18
  /// Minutes of a todo that names no time.
  public var minutes = 30

  public init() {}

  static let beginnings = Array(5...12)
  static let endings = Array(13...23)
  static let lengths = [15, 30, 45, 60, 90, 120]

  func day(at now: Moment) -> CalendarDay { now.day.following(ahead) }
}

/// A plan with the day that it is for, and the events of that day among it.
public struct PlannedDay: Sendable, Equatable {
  let day: CalendarDay
  let plan: DayPlan
  /// Events and todos that have a time on that day.
  let fixed: [FixedTime]

  struct FixedTime: Sendable, Equatable {
    let title: String
    let start: Int
    let end: Int
  }

  /// Plans what is due on the day or before it and has no time on the day. Whole-day events take no time.
  init(_ data: AssistantData, _ choices: PlanChoices, at now: Moment) {
    let day = choices.day(at: now)
    let midnight = TimeOfDay.minutesOfADay
    func length(_ title: String) -> Int { DayPlan.minutes(in: title) ?? choices.minutes }
    let events = data.entries.filter { $0.day == day }.compactMap { entry in
      entry.busy.map { FixedTime(title: entry.title, start: $0.lowerBound, end: $0.upperBound) }
    }
    let open = data.tasks.filter { !$0.isDone && $0.day.map { $0 <= day } == true }
    let timed = open.filter { $0.day == day }.compactMap { task in
      task.time.map {
        FixedTime(title: task.title, start: $0.minutes, end: min(midnight, $0.minutes + length(task.title)))
      }
    }
    let tasks = open.filter { $0.day != day || $0.time == nil }
      .sorted { ($0.day?.number ?? 0, $0.title, $0.id.uuidString) < ($1.day?.number ?? 0, $1.title, $1.id.uuidString) }
      .map { DayPlan.Task(id: $0.id, title: $0.title, minutes: length($0.title)) }
    // Nothing is put into time that has passed; times are multiples of five minutes.
    let passed = day == now.day ? (now.clock.minutes + 4) / 5 * 5 : 0
    let (begins, ends) = (max(choices.begins * 60, passed), choices.ends * 60)
    fixed = (events + timed).sorted { ($0.start, $0.end, $0.title) < ($1.start, $1.end, $1.title) }
    plan = DayPlan(tasks, busy: fixed.map { $0.start..<$0.end }, within: begins..<max(begins, ends))
    self.day = day
  }

  /// The todos with their times.
  var times: [PlannedTime] {
    plan.placed.compactMap { placed in
      TimeOfDay(minutes: placed.start).map { PlannedTime(id: placed.task.id, day: day, time: $0) }
    }
  }
}

/// The day and time that a plan gives a todo.
public struct PlannedTime: Sendable, Equatable {
  public let id: UUID
  public let day: CalendarDay
  public let time: TimeOfDay
}
