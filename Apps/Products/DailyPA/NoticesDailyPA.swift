package import Notices
package import ServerFunctions

extension NoticeKind {
  /// The notifications of Daily PA. Both have a time that the person gave, so neither adapts.
  package static let dailypa = [todoDue, event]

  fileprivate static let todoDue = NoticeKind("todo-due", priority: .high, isImmediate: true, setting: "todos")
  fileprivate static let event = NoticeKind("event", priority: .high, isImmediate: true, setting: "events")
}

extension ServerNotice {
  /// The notices of one device for the person's others on which Daily PA is closed. The words name no todo and no
  /// event; the app shows the entry's own.
  package static let dailypa = [
    ServerNotice(echo: .todoDue, of: "dailypa", title: "Todo due", body: "A todo is due.", link: "/todos"),
    ServerNotice(echo: .event, of: "dailypa", title: "Event", body: "An event is about to start.", link: "/calendar"),
  ]
}
