public import Interface
public import Kernel
public import Permissions

/// The requests of other features, and the results of effects.
public enum PermissionSheetsAction: Sendable, Equatable {
  /// A step at a window needs a permission. If the device was never asked, the sheet explains it first.
  case need(Permission.ID, in: WindowID)
  case checked(Permission.ID, PermissionStanding, in: WindowID, isNeeded: Bool)
  /// The person has answered the device's own question.
  case answered(Permission.ID, PermissionStanding, in: WindowID)
  case failed(Permission.ID, Problem, in: WindowID)
}

/// The user's actions in one window.
public enum PermissionSheetsWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case allow(Permission.ID)
  case notNow(Permission.ID)
  case openSettings(Permission.ID)
  /// Reads what was changed in the device's settings.
  case checkAgain(Permission.ID)
}

/// The requests to the device.
public enum PermissionSheetsEffect: Sendable, Equatable {
  case check(Permission.ID, in: WindowID, isNeeded: Bool)
  case ask(Permission.ID, in: WindowID)
  case openSettings(Permission.ID, in: WindowID)
}

/// The events that other features may receive, at the window where they happened.
public enum PermissionSheetsEvent: Sendable, Equatable {
  /// The sheet is to be opened or closed.
  case opened(Route)
  case closed(Route)
  /// The explanation is shown.
  case shown(Permission.ID)
  case accepted(Permission.ID)
  case declined(Permission.ID)
  /// The answers to the device's own question.
  case granted(Permission.ID)
  case denied(Permission.ID)
  /// Nothing more is asked for: the step that needed the permission goes on with this standing. `undecided` after Not Now.
  case settled(Permission.ID, PermissionStanding)
}
