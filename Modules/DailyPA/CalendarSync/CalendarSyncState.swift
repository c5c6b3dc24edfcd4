internal import CalDAV
internal import Interface
public import Kernel
internal import Platform

/// The calendar that is synced with, and the state of every window.
public struct CalendarSyncState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var link: CalendarLink?
  public internal(set) var google = GoogleStanding.unavailable("This installation is not registered with Google.")
  /// Whether the device has a calendar of its own.
  let hasDevice: Bool
  private let googleOrigin: String
  public internal(set) var isSyncing = false
  /// The reason why the last sync did not come to its end.
  public internal(set) var problem: Problem?
  public var windows = WindowStates<CalendarSyncWindowState>()

  /// Seconds between two syncs.
  static let pause = 900

  public init(hasDevice: Bool, google: String = CalendarSyncNeeds.google) {
    self.hasDevice = hasDevice
    googleOrigin = google
  }

  public typealias Steps = [Step<CalendarSyncEffect, CalendarSyncEvent>]

  public mutating func receive(_ action: CalendarSyncAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      return load()
    case .google(let standing): google = standing
    case .loaded(let link):
      reading = .done
      self.link = link
      return link == nil ? [] : [.run(.wait, .standing("wait"))] + sync()
    case .notLoaded(let problem): reading = .failed(problem)
    case .found(let all, let window): found(all, in: window)
    case .notFound(let problem, let window), .notLinked(let problem, let window):
      windows[window].isLooking = false
      windows[window].problem = problem
    case .linked(let link, let window):
      self.link = link
      problem = nil
      windows[window] = CalendarSyncWindowState()
      return [.run(.wait, .standing("wait"))] + sync()
    case .synced(let link):
      isSyncing = false
      // The link may have ended meanwhile.
      if self.link?.address == link.address, self.link?.since == link.since { self.link = link }
      problem = nil
    case .notSynced(let problem):
      isSyncing = false
      self.problem = problem
    case .ended(let window):
      link = nil
      isSyncing = false
      problem = nil
      windows[window].isEnding = false
      return [
        .stop(.standing("wait")),
        .tell(.told(Toast("The sync has ended. Your events stay here and in the calendar.", tone: .success)), window),
      ]
    case .notEnded(let problem, let window):
      windows[window].isEnding = false
      windows[window].problem = problem
    case .due: return sync()
    }
    return []
  }

  public mutating func receive(_ action: CalendarSyncWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .left: windows[window] = CalendarSyncWindowState()
    case .retry: return reading == .done ? sync() : load()
    case .choose(let provider):
      windows[window] = CalendarSyncWindowState()
      windows[window].provider = provider
    case .type(let field, let text):
      windows[window].typed[field] = String(text.prefix(CalendarSyncWindowState.longest))
      windows[window].faults[field] = nil
    case .enter(let password):
      guard password.revealed.count <= CalendarSyncWindowState.longest else { return [] }
      windows[window].password = password
      windows[window].faults[.password] = nil
    case .connectGoogle: return google == .offered ? [.tell(.googleAsked, window)] : []
    case .find: return find(in: window)
    case .pick(let address): windows[window].picked = address
    case .link: return link(in: window, now)
    case .cancel: windows[window].found = nil
    case .syncNow: return sync()
    case .confirm: return sync(isConfirmed: true)
    case .askEnd: windows[window].isAsking = link != nil
    case .keep: windows[window].isAsking = false
    case .end:
      windows[window].isAsking = false
      guard link != nil, !windows[window].isEnding else { return [] }
      windows[window].isEnding = true
      return [.run(.end(in: window), CalendarSyncState.lane)]
    case .dismissProblem: windows[window].problem = nil
    }
    return []
  }

  /// One after another, so that nothing of a calendar is kept after its sync has ended.
  private static let lane = Lane.inOrder("calendar")

  private mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  private mutating func sync(isConfirmed: Bool = false) -> Steps {
    guard let link, !isSyncing else { return [] }
    isSyncing = true
    return [.run(.sync(link, isConfirmed: isConfirmed), CalendarSyncState.lane)]
  }

  // MARK: Choosing a calendar

  private mutating func find(in window: WindowID) -> Steps {
    var local = windows[window]
    guard link == nil, !local.isLooking else { return [] }
    let provider = local.provider
    func text(_ field: CalendarSyncField) -> String { local.typed[field]?.trimmed ?? "" }
    if provider == .apple, hasDevice {
      local.provider = .device
      local.found = [CalDAVClient.Calendar(address: "https://device.invalid/", name: "Calendar", isWritable: true)]
      local.picked = local.found?.first?.address
      windows[window] = local
      return []
    }
    let user = text(.user)
    if provider == .other, text(.address).isEmpty {
      local.faults[.address] = "Enter the address of the calendar server, such as https://calendar.example.org."
    }
    if user.isEmpty { local.faults[.user] = "Enter \(provider == .other ? "your user name" : "your e-mail address")." }
    if provider != .google, local.password.revealed.isEmpty { local.faults[.password] = "Enter the password." }
    windows[window] = local
    guard local.faults.isEmpty, provider != .none, provider != .google || google == .connected else { return [] }
    windows[window].isLooking = true
    windows[window].problem = nil
    let address =
      switch provider {
      case .google: googlePrincipal(user)
      case .apple: "https://caldav.icloud.com"
      default: text(.address)
      }
    let account = CalendarAccount(provider: provider, address: address, user: user, password: local.password)
    return [.run(.find(account, in: window), .latest("find", of: window))]
  }

  /// The principal of an account, from which Google tells its calendars.
  func googlePrincipal(_ user: String) -> String {
    "\(googleOrigin)/caldav/v2/\(user.replacing("/", with: "%2F"))/user"
  }

  private mutating func found(_ all: [CalDAVClient.Calendar], in window: WindowID) {
    windows[window].isLooking = false
    let writable = all.filter(\.isWritable)
    guard let first = writable.first else {
      windows[window].problem = Problem(
        "calendar-read-only", "The account has no calendar that can be changed.", safe: "Nothing was changed.",
        remedy: "Make one at the provider, then look again.")
      return
    }
    windows[window].found = writable
    windows[window].picked = first.address
  }

  private mutating func link(in window: WindowID, _ now: Moment) -> Steps {
    let local = windows[window]
    guard link == nil, !local.isLooking, let calendar = local.found?.first(where: { $0.address == local.picked }) else {
      return []
    }
    windows[window].isLooking = true
    let new = CalendarLink(
      provider: local.provider, user: local.typed[.user]?.trimmed ?? "", address: calendar.address, name: calendar.name,
      since: now.date)
    return [.run(.link(new, local.password, in: window), CalendarSyncState.lane)]
  }
}

/// The choice that is being made in one window.
public struct CalendarSyncWindowState: LocalState {
  static let longest = 2_000

  var provider = CalendarProvider.none
  var typed: [CalendarSyncField: String] = [:]
  /// Held only until the calendar is linked, and in no frame.
  var password = Redacted("")
  var faults: [CalendarSyncField: String] = [:]
  var isLooking = false
  var found: [CalDAVClient.Calendar]?
  var picked: String?
  var isAsking = false
  var isEnding = false
  var problem: Problem?

  public init() {}
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
