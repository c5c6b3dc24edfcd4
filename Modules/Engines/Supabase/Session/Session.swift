public import Kernel
internal import Platform

/// The sign-in of a person on this device, with its tokens.
///
/// Operations that change it run one after another; concurrent callers share a single token refresh.
public actor Session {
  public struct Needs: Sendable {
    /// Called only when a request is sent.
    public var project: @Sendable () async throws(Problem) -> Project
    public var ask: Ask
    /// Returns what `store` was last given, or nil. The caller seals it.
    public var load: @Sendable () async throws(Problem) -> [UInt8]?
    /// Returns when the bytes are stored durably; nil deletes them.
    public var store: @Sendable ([UInt8]?) async throws(Problem) -> Void
    /// Returns what `storeFlows` was last given, or nil: the sign-ins whose callbacks are awaited. The caller seals it.
    public var loadFlows: @Sendable () async throws(Problem) -> [UInt8]?
    public var storeFlows: @Sendable ([UInt8]?) async throws(Problem) -> Void
    public var time: Time
    public var log: Log
    /// The name under which the account's list of devices shows this one; nil leaves it out.
    public var device: String?

    public init(
      project: @escaping @Sendable () async throws(Problem) -> Project, ask: @escaping Ask,
      load: @escaping @Sendable () async throws(Problem) -> [UInt8]?,
      store: @escaping @Sendable ([UInt8]?) async throws(Problem) -> Void,
      loadFlows: @escaping @Sendable () async throws(Problem) -> [UInt8]?,
      storeFlows: @escaping @Sendable ([UInt8]?) async throws(Problem) -> Void, time: Time, log: Log = .silent
    ) {
      self.project = project
      self.ask = ask
      self.load = load
      self.store = store
      self.loadFlows = loadFlows
      self.storeFlows = storeFlows
      self.time = time
      self.log = log
    }
  }

  public nonisolated let states: Current<SessionStanding>
  /// Whether the session on this device was ended by another one, until somebody signs in or out here.
  public nonisolated let endedElsewhere: Current<Bool>
  nonisolated let gateway: Gateway
  nonisolated let time: Time
  nonisolated let listeners = Listeners()
  let needs: Needs
  let log: Log
  var login: Login?
  var clock = ServerClock()
  /// The request shared by all callers that need a new token.
  var refreshing: Task<Result<Redacted<String>, Problem>, Never>?

  private let standing: Current<SessionStanding>.Source
  private let ending: Current<Bool>.Source
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Opens the stored session. Unreadable bytes count as signed out.
  public static func open(_ needs: Needs) async throws(Problem) -> Session {
    let kept = try await needs.load()
    return Session(needs, kept)
  }

  private init(_ needs: Needs, _ kept: [UInt8]?) {
    let login = kept.flatMap { Login($0) }
    log = needs.log.from("session")
    if kept != nil, login == nil { log.warning("what was kept of a session cannot be read") }
    self.needs = needs
    self.login = login
    gateway = Gateway(project: needs.project, ask: needs.ask, device: needs.device)
    time = needs.time
    standing = Current.Source(login?.standing ?? .none)
    states = standing.current
    ending = Current.Source(login?.isEndedElsewhere ?? false)
    endedElsewhere = ending.current
  }

  /// Cancels requests and returns when the threads of hint listeners have ended. The person stays signed in. A program
  /// that exits without closing may crash on a connection still in use.
  public func close() async {
    refreshing?.cancel()
    _ = await refreshing?.value
    await listeners.close()
  }

  // MARK: - Mutual exclusion and login changes

  func enter() async {
    guard isBusy else {
      isBusy = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }

  /// Stores the login before using it: a token that is used and then lost ends the session.
  func adopt(_ new: Login?) async throws(Problem) {
    try await needs.store(try new?.bytes())
    become(new)
  }

  func become(_ new: Login?) {
    login = new
    let standing = new?.standing ?? .none
    let isEndedElsewhere = new?.isEndedElsewhere ?? false
    if endedElsewhere.value != isEndedElsewhere { ending.publish(isEndedElsewhere) }
    if states.value != standing { self.standing.publish(standing) }
  }

  /// The current time by the server's clock.
  var now: Date { clock.date(time.now().date) }
}
