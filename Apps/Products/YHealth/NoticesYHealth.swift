package import Notices
package import ServerFunctions

extension NoticeKind {
  /// The notifications of yHealth, each under the setting of its category.
  package static let yhealth = [
    NoticeKind("check-in", priority: .low, isAdaptive: true),
    NoticeKind("weight", priority: .low, isAdaptive: true, setting: "check-in"),
    NoticeKind("sleep", priority: .low, isAdaptive: true, setting: "check-in"),
    NoticeKind("insight", setting: "insights"),
    NoticeKind("milestone", priority: .high, isImmediate: true, setting: "milestones"),
    NoticeKind("recovery", priority: .high),
    NoticeKind("workout", priority: .low, isAdaptive: true, setting: "prompts"),
    NoticeKind("meal", priority: .low, isAdaptive: true, setting: "prompts"),
    NoticeKind("coaching", priority: .low),
  ]
}

extension ServerNotice {
  /// The notices of one device for the person's others on which yHealth is closed. The words tell no measure and no
  /// name; the app shows the entry's own.
  package static let yhealth = NoticeKind.yhealth.compactMap { kind -> ServerNotice? in
    func echo(_ title: String, _ body: String, _ link: String) -> ServerNotice {
      ServerNotice(echo: kind, of: "yhealth", title: title, body: body, link: link)
    }
    switch kind.id {
    case "check-in": return echo("Check-in reminder", "It is time for your check-in.", "/log/mood")
    case "weight": return echo("Weight reminder", "It is time for your weigh-in.", "/log/weight")
    case "sleep": return echo("Sleep reminder", "Your last night is not logged yet.", "/log/sleep")
    case "insight": return echo("New insight", "There is a new insight for you.", "/insights")
    case "milestone": return echo("Goal milestone", "You reached a milestone.", "/pillars/goals")
    case "recovery": return echo("Recovery alert", "Your recovery of today is ready.", "/pillars/fitness?tab=recovery")
    case "workout": return echo("Workout reminder", "Time for your workout?", "/pillars/fitness")
    case "meal": return echo("Meal reminder", "A meal is not logged yet.", "/log/meal")
    case "coaching": return echo("Coaching nudge", "Your coach is there for you.", "/voice")
    default: return nil
    }
  }
}
