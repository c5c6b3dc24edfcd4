internal import CalDAV
internal import HTTP
internal import Interface
public import Kernel
internal import Platform

/// The sync of a person's events with a calendar elsewhere, for all of that person's windows.
public actor CalendarSync: Feature {
  public let core: Core<CalendarSyncState>
  public nonisolated let states: Current<CalendarSyncState>
  public nonisolated let events: Broadcast<CalendarSyncEvent>
  private let needs: CalendarSyncNeeds
  private let shelves: CalendarShelves
  private let time: Time
  private let log: Log

  public init(on context: FeatureContext, needs: CalendarSyncNeeds) {
    let core = Core(CalendarSyncState(hasDevice: needs.device != nil, google: needs.googleOrigin), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    shelves = CalendarShelves(needs.store)
    time = context.time
    log = context.log.from("CalendarSync")
  }

  /// Failures are logged by code alone: neither an address nor a title reaches a log.
  public func perform(_ effect: CalendarSyncEffect) async -> CalendarSyncAction? {
    do throws(Problem) {
      return try await carryOut(effect)
    } catch {
      log.info("The sync with a calendar could not go on (\(code: error)).")
      return switch effect {
      case .load: .notLoaded(error)
      case .find(_, let window): .notFound(error, in: window)
      case .link(_, _, let window): .notLinked(error, in: window)
      case .sync: .notSynced(error)
      case .end(let window): .notEnded(error, in: window)
      case .wait: nil
      }
    }
  }

  private func carryOut(_ effect: CalendarSyncEffect) async throws(Problem) -> CalendarSyncAction? {
    switch effect {
    case .load: return .loaded(try await shelves.link())
    case .find(let account, let window):
      let found = try await client(account.provider, account.user, account.password).calendars(at: account.address)
      return .found(found, in: window)
    case .link(let link, let password, let window):
      try await shelves.begin(link, password)
      return .linked(link, in: window)
    case .sync(let link, let isConfirmed): return .synced(try await sync(link, isConfirmed))
    case .end(let window):
      try await shelves.forget()
      return .ended(in: window)
    case .wait: return nil
    }
  }

  private func sync(_ link: CalendarLink, _ isConfirmed: Bool) async throws(Problem) -> CalendarLink {
    let now = time.now()
    let remote: RemoteCalendar
    if link.provider == .device {
      guard let device = needs.device else { throw .noDeviceCalendar }
      remote = device
    } else {
      remote = try client(link.provider, link.user, try await shelves.secret()).calendar(at: link.address)
    }
    var link = link
    link.report = try await CalendarSyncRun.run(
      remote, calendar: link.address, needs: shelves.ports(needs, at: now.date), own: now.zone, at: now.date,
      isConfirmed: isConfirmed)
    link.syncedAt = now.date
    try await shelves.keep(link)
    return link
  }

  private func client(_ provider: CalendarProvider, _ user: String, _ password: Redacted<String>) -> CalDAVClient {
    guard provider != .google else { return CalDAVClient(ask: needs.askGoogle) }
    let (ask, access) = (needs.ask, CalDAVClient.basic(user, password))
    return CalDAVClient { request throws(Problem) in
      var request = request
      request.headers.append(access)
      return try await ask(request)
    }
  }

  public func follow(_ effect: CalendarSyncEffect) -> any Following<CalendarSyncAction> {
    guard effect == .wait else { return AsyncStream { nil } }
    return time.ticks(every: .seconds(CalendarSyncState.pause)).map { heard in heard.map { _ in .due } }
  }
}

extension Problem {
  static let noDeviceCalendar = Problem(
    "calendar-device", "This device has no calendar to sync with.", safe: "Your events are unchanged.",
    remedy: "Choose another calendar.")
}
