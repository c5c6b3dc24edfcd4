internal import Interface
public import Kernel
public import Permissions

/// The state of one window: the permission whose sheet is shown.
public struct PermissionSheetsWindowState: LocalState {
  var shown: Permission.ID?
  /// Whether the person has answered the sheet, so that closing it is no answer.
  var isAnswered = false
  public internal(set) var problem: Problem?

  public init() {}
}

/// The permissions of a product and what the device says of each.
///
/// The device's own question follows the positive answer to a sheet, and nothing else.
public struct PermissionSheetsState: WindowedDeciding {
  public let permissions: [Permission]
  /// The device's last answer; missing for one that was not asked about.
  public internal(set) var standings: [Permission.ID: PermissionStanding] = [:]
  /// The permissions whose question of the device is in front.
  var asking: Set<Permission.ID> = []
  public var windows = WindowStates<PermissionSheetsWindowState>()

  public init(_ permissions: [Permission]) { self.permissions = permissions }

  public typealias Steps = [Step<PermissionSheetsEffect, PermissionSheetsEvent>]

  func permission(at route: Route) -> Permission? {
    permissions.first { PermissionSheetsState.route(of: $0.id) == route }
  }

  private func knows(_ id: Permission.ID) -> Bool { permissions.contains { $0.id == id } }

  public mutating func receive(_ action: PermissionSheetsAction, at now: Moment) -> Steps {
    switch action {
    case .need(let id, let window):
      guard knows(id) else { return [] }
      return [.run(.check(id, in: window, isNeeded: true), .latest("check \(id)", of: window))]
    case .checked(let id, let standing, let window, let isNeeded):
      standings[id] = standing
      guard isNeeded else { return [] }
      switch standing {
      case .granted, .quiet, .unavailable: return [.tell(.settled(id, standing), window)]
      case .undecided, .denied: return [.tell(.opened(PermissionSheetsState.route(of: id)), window)]
      }
    case .answered(let id, let standing, let window):
      asking.remove(id)
      standings[id] = standing
      let route = PermissionSheetsState.route(of: id)
      switch standing {
      case .granted, .quiet:
        return [.tell(.granted(id), window), .tell(.settled(id, .granted), window), .tell(.closed(route), window)]
      // The sheet stays, and says how it can be allowed later.
      case .denied: return [.tell(.denied(id), window), .tell(.settled(id, .denied), window)]
      case .unavailable, .undecided: return [.tell(.settled(id, standing), window), .tell(.closed(route), window)]
      }
    case .failed(let id, let problem, let window):
      asking.remove(id)
      windows[window].problem = problem
      windows[window].isAnswered = false
    }
    return []
  }

  public mutating func receive(_ action: PermissionSheetsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      guard let permission = permission(at: route) else {
        return permissions.map {
          .run(.check($0.id, in: window, isNeeded: false), .latest("check \($0.id)", of: window))
        }
      }
      windows[window] = PermissionSheetsWindowState()
      windows[window].shown = permission.id
      let check: Steps = [
        .run(.check(permission.id, in: window, isNeeded: false), .latest("check \(permission.id)", of: window))
      ]
      return [.tell(.shown(permission.id), window)] + check
    case .left(let route):
      guard let permission = permission(at: route), windows[window].shown == permission.id else { return [] }
      let isOpen = !windows[window].isAnswered && standings[permission.id] == .undecided
      windows[window] = PermissionSheetsWindowState()
      // Closing the sheet in another way is the negative answer too.
      return isOpen ? decline(permission.id, in: window) : []
    case .allow(let id):
      guard knows(id), !asking.contains(id), standings[id] == .undecided else { return [] }
      asking.insert(id)
      windows[window].isAnswered = true
      windows[window].problem = nil
      return [.tell(.accepted(id), window), .run(.ask(id, in: window), .unawaited("ask \(id)", of: window))]
    case .notNow(let id):
      guard knows(id), !asking.contains(id) else { return [] }
      windows[window].isAnswered = true
      return decline(id, in: window) + [.tell(.closed(PermissionSheetsState.route(of: id)), window)]
    case .openSettings(let id):
      return standings[id] == .denied ? [.run(.openSettings(id, in: window), .latest("settings", of: window))] : []
    case .checkAgain(let id):
      guard knows(id) else { return [] }
      return [.run(.check(id, in: window, isNeeded: false), .latest("check \(id)", of: window))]
    }
  }

  private func decline(_ id: Permission.ID, in window: WindowID) -> Steps {
    [.tell(.declined(id), window), .tell(.settled(id, standings[id] ?? .undecided), window)]
  }
}
