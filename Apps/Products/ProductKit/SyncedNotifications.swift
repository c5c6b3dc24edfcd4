internal import Interface
internal import Notifications
internal import Storage

extension SyncedRecord {
  /// The history of notifications in every product that sends some. What the device learns from is not synced.
  package static let notifications = SyncedRecord(
    NotificationEntry.self, one: "notification", many: "notifications", icon: .bell, priority: .background,
    conflicts: .newest, isNamed: true,
    columns: [
      .text(.name, .hidden, length: 1...200).required,
      .text(.kind, .hidden, length: 1...100).required,
      .text(.body, "Words", length: 1...1_000).required,
      .text(.link, .hidden, length: 1...512).required,
      .text(.action, .hidden, length: 1...100).required,
      .boolean(.isSnoozable, .hidden).required.usually(false),
      .text(.why, "Reason", length: 0...1_000).required,
      .timestamp(.sentAt, "Sent").required,
      .boolean(.isRead, "Read").required.usually(false),
      .boolean(.isOpened, "Opened").required.usually(false),
      .boolean(.isCleared, .hidden).required.usually(false),
    ],
    rules: [.unique(perOwner: .name)])
}
