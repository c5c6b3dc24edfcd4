package import Notices

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
