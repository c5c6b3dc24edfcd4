package import Notices
internal import Relational
package import ServerFunctions

/// The words of notifications that another person causes, on a device and from the server. They tell neither who did
/// something nor what.
enum NeutralWords {
  static let message = "You have a new message."
  static let request = "There is something new in your connections."
}

extension NoticeKind {
  fileprivate static let message = NoticeKind("message", priority: .high, isImmediate: true)
  fileprivate static let request = NoticeKind("request")

  /// The notifications of Volvox.Sober.
  package static let volvox = [
    message, request,
    NoticeKind("shared-check-in", priority: .high, isImmediate: true, setting: "check-in"),
    NoticeKind("task-due", setting: "tasks"),
    NoticeKind("sobriety-milestone", priority: .high, isImmediate: true, setting: "milestones"),
    NoticeKind("sober-check-in", priority: .low, isAdaptive: true, setting: "check-in"),
  ]
}

extension ServerNotice {
  /// The notifications of Volvox.Sober that the server sends for another person's deed.
  package static let volvox = [
    ServerNotice(
      .message, of: "volvox", in: "messages", to: "recipient", at: "sent_at", together: "connection",
      due: .isNull("read_at"), title: "Message", body: NeutralWords.message, link: "/messages"),
    ServerNotice(
      .request, of: "volvox", in: "connection_requests", to: "recipient", at: "sent_at",
      due: .compare("status", .equal, .text("pending")), title: "Request", body: NeutralWords.request,
      link: "/connections"),
  ]
}
