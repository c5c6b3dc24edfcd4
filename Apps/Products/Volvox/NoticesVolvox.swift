package import Notices

extension NoticeKind {
  /// The notifications of Volvox.Sober.
  package static let volvox = [
    NoticeKind("message", priority: .high, isImmediate: true),
    NoticeKind("request"),
    NoticeKind("shared-check-in", priority: .high, isImmediate: true, setting: "check-in"),
    NoticeKind("task-due", setting: "tasks"),
    NoticeKind("sobriety-milestone", priority: .high, isImmediate: true, setting: "milestones"),
    NoticeKind("sober-check-in", priority: .low, isAdaptive: true, setting: "check-in"),
  ]
}
