internal import Interface
internal import Kernel
internal import Notices
internal import Permissions

// What the device is told besides notifications.
extension NotificationsState {
  /// The channels of the device, one for each kind, and its Do Not Disturb; nothing on a device without push notifications.
  var setUp: Steps {
    guard hasPush else { return [] }
    return [
      .run(.setUp(kinds.map(PushChannel.init)), .inOrder("device")),
      .run(.listenToDevice, .standing("device")),
    ]
  }
}

extension PushChannel {
  /// The channel of a kind, under its name, so that the device keeps what the person chose for it.
  init(_ kind: NotificationKind) {
    let importance: Importance =
      switch kind.notice.priority {
      case .low: .low
      case .usual: .usual
      case .high: .high
      }
    self.init(kind.id, title: kind.title, importance: importance)
  }
}
