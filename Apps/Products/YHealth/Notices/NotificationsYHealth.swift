internal import Days
internal import Health
internal import Hours
internal import Interface
internal import Kernel
internal import Notices
internal import Notifications
internal import Platform
internal import Progress
internal import Scores
internal import Units
internal import Voice
internal import WhatsApp

extension NotificationKind {
  /// The notifications of yHealth with their titles.
  static let yhealth = NoticeKind.yhealth.map { kind in
    switch kind.id {
    case "check-in": NotificationKind(kind, "Check-in reminder", icon: .faceGood)
    case "weight": NotificationKind(kind, "Weight reminder", icon: .weight)
    case "sleep": NotificationKind(kind, "Sleep reminder", icon: .sleep)
    case "insight": NotificationKind(kind, "New insight", icon: .lightbulb)
    case "milestone": NotificationKind(kind, "Goal milestone", icon: .medal)
    case "recovery": NotificationKind(kind, "Recovery alert", icon: .heart)
    case "workout": NotificationKind(kind, "Workout reminder", icon: .run)
    case "meal": NotificationKind(kind, "Meal reminder", icon: .food)
    case "coaching": NotificationKind(kind, "Coaching nudge", icon: .chat)
    default: NotificationKind(kind, "Notification", icon: .bell)
    }
  }
}

/// Candidates for yHealth's notifications, from the log, the progress and the history of notifications.
struct YHealthCandidates {
  let health: HealthState
  let progress: ProgressState
  let sent: [NotificationEntry]
  /// The times of the morning check-in, at most one.
  let checkInTimes: [TimeOfDay]
  /// Habits before it are not learnt from.
  let learnsSince: Date?
  /// The person's name, by which the device itself greets them; nil without one.
  let name: String?
  /// The channel in which the person likes to talk.
  let channel: YHealthSettings.Channel
  /// Whether the person's number in WhatsApp is linked.
  let isLinked: Bool
  let tone: CoachTone
  /// The times at which the voice coach calls.
  let callTimes: [TimeOfDay]
  let now: Moment

  private var today: CalendarDay { now.day }
  private var days: [CalendarDay] { (0..<NotificationsState.ahead).map(today.following) }

  var all: [NotificationCandidate] {
    checkIns + dinners + workouts + weight + sleep + recovery + insight + milestones + calls + coaching
  }

  private func entries(of kind: LogKind, on day: CalendarDay) -> [LogEntry] {
    health.entries.lazy.map(\.entry).filter { $0.name.kind == kind && CalendarDay($0.when, in: now.zone) == day }
  }

  /// The entries of a kind in the last days, the newest first.
  private func entries(of kind: LogKind, lately days: Int) -> [LogEntry] {
    let first = now.date.addingTimeInterval(-Double(days) * 86_400)
    return health.entries.lazy.map(\.entry).filter { $0.name.kind == kind && $0.when >= first && $0.when <= now.date }
  }

  private func notice(
    _ kind: String, on day: CalendarDay, at time: TimeOfDay, until end: TimeOfDay
  ) -> Notice? {
    guard let at = day.instant(at: time, in: now.zone) else { return nil }
    let last = day.instant(at: end, in: now.zone)
    let expires = last.flatMap { $0 > at ? $0 : nil } ?? at.addingTimeInterval(2 * 3600)
    return Notice("\(kind) \(day.text)", kind: kind, at: at, expires: expires)
  }

  // MARK: Reminders

  private var checkIns: [NotificationCandidate] {
    guard let time = checkInTimes.first else { return [] }
    return days.compactMap { day in
      guard entries(of: .mood, on: day).isEmpty,
        let notice = notice("check-in", on: day, at: time, until: .at(time.minutes / 60 + 4))
      else { return nil }
      return NotificationCandidate(
        notice,
        time < .at(12) ? "Good morning\(greeted)! How are you feeling today?" : "How are you feeling today\(greeted)?",
        opens: Route(["log", "mood"]), action: "Log Now", isSnoozable: true,
        because: "You chose \(time.text) for your check-in.")
    }
  }

  /// The name behind a greeting: ", Maria".
  private var greeted: String {
    guard let name, name.contains(where: { !$0.isWhitespace }) else { return "" }
    return ", \(name.prefix(40))"
  }

  private var dinners: [NotificationCandidate] {
    let (time, learned) = dinnerTime
    return days.compactMap { day in
      let isLogged = entries(of: .meal, on: day).contains { entry in
        if case .meal(let meal) = entry { meal.kind == .dinner } else { false }
      }
      guard !isLogged, let notice = notice("meal", on: day, at: time, until: .at(22)) else { return nil }
      return NotificationCandidate(
        notice, "Don't forget to log dinner!", opens: Route(["log", "meal"]), action: "Log Now", isSnoozable: true,
        because: "No dinner is logged yet.", learned: learned)
    }
  }

  /// Three quarters of an hour after the person usually has dinner, or 19:00 without enough dinners to tell.
  private var dinnerTime: (TimeOfDay, learned: String?) {
    let times = entries(of: .meal, lately: 28).compactMap { entry -> Int? in
      guard case .meal(let meal) = entry, meal.kind == .dinner, learnsSince.map({ meal.eatenAt >= $0 }) ?? true
      else { return nil }
      return Moment(meal.eatenAt, in: now.zone).clock.minutes
    }.sorted()
    guard times.count >= OpeningTimes.least, let usual = TimeOfDay(minutes: times[times.count / 2] / 15 * 15),
      (.at(16)...(.at(22))).contains(usual),
      let wanted = TimeOfDay(minutes: min(max(usual.minutes + 45, 17 * 60), 21 * 60))
    else { return (.at(19), nil) }
    return (wanted, "You usually have it around \(usual.text) (\(times.count) dinners lately).")
  }

  private var workouts: [NotificationCandidate] {
    days.compactMap { day in
      guard entries(of: .workout, on: day).isEmpty,
        let usual = health.usualWorkout(on: day, today: today, in: now.zone, since: learnsSince),
        let notice = notice("workout", on: day, at: usual.time, until: .at(usual.time.minutes / 60 + 2))
      else { return nil }
      return NotificationCandidate(
        notice, "Time for your workout? Here's today's recommendation.", opens: Route(["pillars", "fitness"]),
        action: "See It", isSnoozable: true,
        because: "No workout is logged today.",
        learned: "You usually begin around \(usual.time.text) on \(day.weekdayName)s (\(usual.times) workouts lately).")
    }
  }

  /// For a person who weighs in, once a week without a weight.
  private var weight: [NotificationCandidate] {
    let weights = entries(of: .weight, lately: 60)
    guard weights.count >= 3, let last = weights.map(\.when).max() else { return [] }
    let ago = today.days(since: CalendarDay(last, in: now.zone))
    guard ago > 0, ago % 7 == 0, let notice = notice("weight", on: today, at: .at(7), until: .at(12)) else { return [] }
    return [
      NotificationCandidate(
        notice, "Your last weight was \(ago) days ago.", opens: Route(["log", "weight"]), action: "Log Now",
        isSnoozable: true, because: "You usually log your weight, and a week has passed.")
    ]
  }

  /// For a person who logs nights, when the last one is missing.
  private var sleep: [NotificationCandidate] {
    guard entries(of: .sleep, lately: 14).count >= 5, entries(of: .sleep, on: today).isEmpty,
      let notice = notice("sleep", on: today, at: .at(9), until: .at(13))
    else { return [] }
    return [
      NotificationCandidate(
        notice, "How did you sleep?", opens: Route(["log", "sleep"]), action: "Log Now", isSnoozable: true,
        because: "You usually log your nights, and the last one is missing.")
    ]
  }

  // MARK: News

  private var recovery: [NotificationCandidate] {
    guard let recovery = progress.recovery, recovery.day == today, let value = recovery.value, value < 50,
      let notice = notice("recovery", on: today, at: .at(7), until: .at(12))
    else { return [] }
    return [
      NotificationCandidate(
        notice, "Low recovery today. Consider light activity.", opens: ProgressPlaces.recovery,
        action: "View Recovery", because: "Your recovery is \(value) of 100 this morning.")
    ]
  }

  /// At most one a day, and each finding once.
  private var insight: [NotificationCandidate] {
    let known = Set(sent.map(\.name))
    let wasToday = sent.contains { $0.kind == "insight" && CalendarDay($0.sentAt, in: now.zone) == today }
    guard !wasToday, let at = today.instant(at: .at(10), in: now.zone),
      let new = progress.newInsights(on: today, in: AmountNotation(of: now.locale))
        .first(where: { !known.contains("insight \($0.id)") })
    else { return [] }
    return [
      NotificationCandidate(
        Notice("insight \(new.id)", kind: "insight", at: at, expires: at.addingTimeInterval(12 * 3600)),
        new.says, opens: new.route, action: "View Insight",
        because: "It was found in your entries, and you have not seen it.")
    ]
  }

  private var milestones: [NotificationCandidate] {
    progress.news(on: today).map { achievement in
      NotificationCandidate(
        Notice(
          "milestone \(achievement.id)", kind: "milestone", at: achievement.at,
          expires: achievement.at.addingTimeInterval(2 * 86_400)), achievement.milestone.says,
        opens: Route(["pillars", "goals"]), action: "View Milestone",
        because: "You reached it on \(achievement.day.long).")
    }
  }

  /// The calls of the voice coach, which begin a session.
  private var calls: [NotificationCandidate] {
    days.flatMap { day in
      callTimes.compactMap { time in
        guard let at = day.instant(at: time, in: now.zone) else { return nil }
        return NotificationCandidate(
          Notice("call \(day.text) \(time.text)", kind: "coaching", at: at, expires: at.addingTimeInterval(1800)),
          "Your voice coach calls\(greeted).", opens: VoicePlaces.home, action: "Talk", isSnoozable: true,
          because: "You scheduled a call at \(time.text).")
      }
    }
  }

  /// It opens the channel that the person prefers. While WhatsApp is not linked, a nudge to it is not sent.
  private var coaching: [NotificationCandidate] {
    guard let last = health.entries.lazy.map(\.entry.when).max(), now.date.timeIntervalSince(last) > 3 * 86_400,
      let notice = notice("coaching", on: today, at: .at(11), until: .at(20))
    else { return [] }
    let (place, action): (Route, String) =
      switch channel {
      case .whatsapp: (WhatsAppState.route, "Talk")
      case .app: (Route(["log"]), "Log Now")
      case .voice, .any: (VoicePlaces.home, "Talk")
      }
    let isNowhere = channel == .whatsapp && !isLinked
    return [
      NotificationCandidate(
        notice, nudge, opens: place, action: action, because: "Nothing was logged for three days.",
        withheld: isNowhere ? "WhatsApp is not linked, so there is nothing to open." : nil)
    ]
  }

  private var nudge: String {
    switch tone {
    case .supportive: "Haven't chatted in a while. I'm here if you need support!"
    case .motivational: "Three days without an entry. One small step today, and you are moving again!"
    case .direct: "Nothing was logged for three days. Log something today."
    case .gentle: "It has been quiet for a while. Whenever you feel like it, I'm here."
    }
  }
}
