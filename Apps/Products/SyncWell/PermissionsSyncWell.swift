internal import Analytics
internal import Interface
internal import Kernel
internal import PermissionSheets
internal import Permissions
internal import ProductKit
internal import Shell

extension Permission {
  /// So that a failed sync can be told.
  static let notifications = Permission(
    SyncWellTerms.Permission.notifications.rawValue, title: "Stay informed",
    why: "Allow notifications so we can alert you if a sync fails.", allow: "Yes, Notify Me", icon: .bell)

  /// So that the health store of the device can be a source or a destination.
  static let health = Permission(
    SyncWellTerms.Permission.health.rawValue, title: "Your health data",
    why: "Allow access to your health data so that your steps, workouts and sleep reach the apps that you choose.",
    allow: "Yes, Allow Access", icon: .heart)
}

extension PermissionSheets {
  /// Explains a permission at a window unless it is granted, and returns whether the device has it then. It waits for the person.
  nonisolated func permits(_ id: Permission.ID, in window: WindowID) async -> Bool {
    let heard = events.listen(at: window)
    await send(.need(id, in: window))
    for await one in heard {
      if case .said(.settled(id, let standing)) = one.news { return standing == .granted }
    }
    return false
  }
}

/// The permissions that SyncWell asks for, and the events that are recorded of them. A step that needs one sends
/// `.need(Permission.health.id, in: window)` to `sheets`, and goes on with its event `.settled`.
struct SyncWellPermissions: Sendable {
  private static let all: [Permission] = [.notifications, .health]

  let sheets: PermissionSheets
  let events: AnalyticsRecorder

  init(_ environment: PersonEnvironment, recordedBy events: AnalyticsRecorder) {
    sheets = PermissionSheets(
      SyncWellPermissions.all, on: environment.context, port: environment.permissions ?? .none)
    self.events = events
  }

  func pages(in window: WindowID) -> [Page] {
    Page.all(
      of: sheets, at: PermissionSheetsState.places(SyncWellPermissions.all), in: window, appeared: { .appeared($0) },
      left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  func eventRoute(in window: WindowID) -> EventRoute {
    let events = events
    return .from(sheets, in: window) { event, window in
      switch event {
      case .opened(let route): await window.open(route)
      case .closed(let route): await window.closeSheets([route])
      case .shown(let id):
        if let permission = SyncWellTerms.Permission(rawValue: id) {
          events.record(.permissionPrimingShown(permission))
        }
      case .accepted: events.record(.permissionPrimingAccepted)
      case .declined: events.record(.permissionPrimingDeclined)
      case .granted: events.record(.permissionOSDialogGranted)
      case .denied: events.record(.permissionOSDialogDenied)
      case .settled: break
      }
    }
  }
}
