package import Notices

extension NoticeKind {
  /// The notifications of Daily PA. Both have a time that the person gave, so neither adapts.
  package static let dailypa = [
    NoticeKind("todo-due", priority: .high, isImmediate: true, setting: "todos"),
    NoticeKind("event", priority: .high, isImmediate: true, setting: "events"),
  ]
}
