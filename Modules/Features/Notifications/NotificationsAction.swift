public import Interface
public import Kernel
public import Notices
public import Permissions
public import Platform

/// Everything that happens to notifications besides the person's actions.
public enum NotificationsAction: Sendable, Equatable {
  case begin
  /// All notifications that may be sent now or in the next days, which replace those before.
  case candidates([NotificationCandidate])
  /// The person's settings.
  case rules(NoticeRules)
  /// The stored memory, and the instant from which on the history is shown here.
  case loaded([NotificationEntry], NotificationMemory?, since: Date?)
  case notLoaded(Problem)
  /// Something in the history changed, here or on another device.
  case changed
  /// The time of a planned notification has come, or an hour has passed.
  case woke
  case saved([NotificationEntry])
  case notSaved([NotificationEntry], Problem)
  /// The server has sent one during a pause, for the history alone.
  case arrived(NotificationArrival)
  case delivered(String, NotificationAnswer)
  /// The device's Do Not Disturb is on or off.
  case silenced(Bool)
  case permission(PermissionPriming.Action)
}

/// The person's actions in one window.
public enum NotificationsWindowAction: Sendable, Equatable {
  case appeared(Route)
  /// Opens the place of a notification.
  case open(String)
  /// Sends it again in an hour.
  case snooze(String)
  case read(Set<String>)
  case unread(String)
  case clear(Set<String>)
  /// Brings back what was cleared, as it was.
  case restore([NotificationEntry])
  case permission(PermissionPriming.Action)
  case turnOff
  /// Sends nothing until then.
  case pause(until: Pause)
  case resume
  case forgetTimes
  case retry
  case dismissProblem

  public enum Pause: Sendable, Equatable { case hour, tomorrow }
}

/// The effects that notifications request.
public enum NotificationsEffect: Sendable, Equatable {
  case load
  case listen
  case wake(Date)
  case save([NotificationEntry])
  /// Saves a notification and then hands it to the device, so that none is shown that the history does not have.
  case send(NotificationEntry, NotificationDelivery)
  /// Deletes all entries of before an instant, however many there are.
  case forget(before: Date)
  case remember(NotificationMemory)
  case withdraw(Set<String>)
  case badge(Int)
  case setUp([PushChannel])
  case listenToDevice
  case permission(PermissionPriming.Request)
}

/// The events that others may receive.
public enum NotificationsEvent: Sendable, Equatable {
  /// Number of unread notifications, after each change.
  case counted(Int)
  /// The candidates may be outdated: an hour has passed.
  case wanted
  /// The person has paused notifications until then, or resumed them.
  case paused(until: Date?)
  /// For one window: it should open that place; nil for a link that leads nowhere.
  case opened(Route?)
  /// For one window.
  case told(Toast)
  /// The same, with the action that takes back what it reports.
  case offered(Toast, undo: NotificationsWindowAction)
}
