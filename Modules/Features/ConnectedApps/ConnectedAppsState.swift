public import Interface
public import Kernel
internal import OAuthClient
internal import Platform

/// A person's accounts at providers, what is under way with them, and the state of every window.
public struct ConnectedAppsState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// The progress of disconnecting an account.
  public struct Leaving: Sendable, Equatable {
    /// The window to tell; nil when it goes on after a restart.
    var window: WindowID?
    /// Number of times that the provider was asked in vain.
    public internal(set) var attempts = 0
    /// Whether the next attempt is awaited.
    public internal(set) var isWaiting = false
    /// Why it could not be deleted on this device.
    public internal(set) var problem: Problem?
  }

  /// The pauses before the provider is asked again, in seconds.
  static let pauses = [3.0, 10.0]
  /// The time after which another use of an account is stored, in seconds.
  static let useMemory = 60.0
  /// The sentence of a failed authorization.
  public static let failure = "Authorization failed. Please try again."

  /// The offered apps, in display order.
  public internal(set) var apps: [ConnectedApp]
  public internal(set) var reading = Reading.unread
  public internal(set) var accounts: [ConnectedApp.ID: AppAccount] = [:]
  public internal(set) var leaving: [ConnectedApp.ID: Leaving] = [:]
  /// The consents whose return is awaited, by their state.
  var awaited: [String: ConnectedApp.ID] = [:]
  public let words: ConnectedAppsWords
  /// Whether deliveries of the accounts are brought over by this feature.
  public let delivers: Bool
  /// The accounts whose deliveries are under way.
  public internal(set) var delivering: Set<ConnectedApp.ID> = []
  /// Why the last delivery of an account failed.
  public internal(set) var undelivered: [ConnectedApp.ID: Problem] = [:]
  public var windows = WindowStates<ConnectedAppsWindowState>()

  public init(_ apps: [ConnectedApp], _ words: ConnectedAppsWords = ConnectedAppsWords(), delivers: Bool = false) {
    self.apps = apps
    self.words = words
    self.delivers = delivers
  }

  public typealias Steps = [Step<ConnectedAppsEffect, ConnectedAppsEvent>]

  // MARK: Queries

  public func app(_ id: ConnectedApp.ID) -> ConnectedApp? { apps.first { $0.id == id } }

  func name(_ id: ConnectedApp.ID) -> String { app(id)?.name ?? id.rawValue }

  /// The apps that are connected, whether they need attention or not: by the person's order of preference, then the oldest
  /// first.
  public var connected: [AppAccount] {
    accounts.values.filter { $0.isConnected || leaving[$0.app] != nil }
      .sorted { left, right in
        let (one, other) = (left.rank ?? .max, right.rank ?? .max)
        return (one, left.connectedAt, left.app.rawValue) < (other, right.connectedAt, right.app.rawValue)
      }
  }

  public func isConnected(_ id: ConnectedApp.ID) -> Bool { accounts[id]?.phase == .connected }

  /// Whether the end of a visit to a page belongs to this feature: the state of its address is awaited, or the window is
  /// away for a consent.
  public func takes(_ answer: BrowserAnswer, from window: WindowID) -> Bool {
    switch answer {
    case .returned(let address):
      ReturnAddress(address.revealed)?["state"].map { awaited[$0] != nil } ?? false
    case .cancelled, .failed: windows[window].connecting?.phase == .away
    case .token: false
    }
  }

  // MARK: Decisions

  public mutating func receive(_ action: ConnectedAppsAction, at now: Moment) -> Steps {
    switch action {
    case .begin: return reading == .unread ? load() : []
    case .changedElsewhere: return reading == .done ? [.run(.load, .latest("load"))] : load()
    case .loaded(let kept, let awaited): return loaded(kept, awaited) + deliverAll(at: now, isFirst: true)
    case .notLoaded(let problem): reading = .failed(problem)
    case .offered(let apps):
      self.apps = apps
      return deliverAll(at: now)
    case .departed(let visit, let app, let state, let window):
      guard windows[window].connecting?.app == app else {
        // Cancelled meanwhile: the page is not opened, and its return would be refused.
        return [.run(.abandon(state: state), .inOrder("visits"))]
      }
      awaited[state] = app
      windows[window].connecting?.phase = .away
      windows[window].connecting?.state = state
      return [.tell(.browserAsked(visit), window)]
    case .connected(let account, let replacing, let window): return connected(account, replacing, in: window)
    case .notConnected(let app, let problem, let window): return notConnected(app, problem, in: window)
    case .used(let app):
      guard var account = accounts[app], account.isConnected else { return [] }
      let isStored = account.usedAt.map { now.date.timeIntervalSince($0) < ConnectedAppsState.useMemory } ?? false
      let isSound = account.phase == .connected
      guard !isStored || !isSound else { return [] }
      (account.usedAt, account.phase) = (now.date, .connected)
      return keep(account)
    case .refused(let app):
      guard var account = accounts[app], account.phase == .connected else { return [] }
      account.phase = .attention
      return keep(account) + [.say(.attentionNeeded(app))]
    case .revoked(let app, let isRevoked): return forget(app, byHand: !isRevoked)
    case .notRevoked(let app, let problem): return notRevoked(app, problem, at: now)
    case .rang(let app):
      guard leaving[app]?.isWaiting == true, let account = accounts[app] else { return [] }
      leaving[app]?.isWaiting = false
      return [.run(.revoke(account), ConnectedAppsState.lane(app))]
    case .forgotten(let app, let byHand, let other): return forgotten(app, byHand: byHand, replacedBy: other)
    case .notForgotten(let app, let problem):
      leaving[app, default: Leaving()].problem = problem
      leaving[app]?.isWaiting = false
    case .notKept(let problem): return [.say(.told(Toast(problem)))]
    case .deliveriesDue: return deliverAll(at: now)
    case .delivered(let app): return delivered(app, at: now)
    case .notDelivered(let app, let problem): return notDelivered(app, problem)
    }
    return []
  }

  private mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  mutating func retry() -> Steps {
    if case .failed = reading { load() } else { [] }
  }

  private mutating func loaded(_ kept: [AppAccount], _ awaited: [String: ConnectedApp.ID]) -> Steps {
    reading = .done
    accounts = accounts.filter { leaving[$0.key] != nil }
    for account in kept { accounts[account.app] = account }
    self.awaited.merge(awaited) { $1 }
    // Disconnecting that a restart has interrupted goes on.
    let interrupted = kept.filter { $0.phase == .leaving && leaving[$0.app] == nil }.sorted {
      $0.app.rawValue < $1.app.rawValue
    }
    return interrupted.flatMap { account -> Steps in
      leaving[account.app] = Leaving()
      return [.run(.revoke(account), ConnectedAppsState.lane(account.app))]
    }
  }

  mutating func keep(_ account: AppAccount) -> Steps {
    accounts[account.app] = account
    return [.run(.keep(account), .inOrder("accounts"))]
  }

  static func lane(_ app: ConnectedApp.ID) -> Lane { .latest("leave \(app)") }
  static func pause(_ app: ConnectedApp.ID) -> Lane { .standing("pause \(app)") }

  // MARK: Connecting

  private mutating func connected(
    _ account: AppAccount, _ replacing: ConnectedApp.ID?, in window: WindowID
  ) -> Steps {
    let app = account.app
    var account = account
    var kept: Steps = []
    if let known = accounts[app], known.syncedAt != nil || known.rank != nil {
      (account.syncedAt, account.rank) = (known.syncedAt, known.rank)
      kept = keep(account)
    }
    accounts[app] = account
    leaving[app] = nil
    endConnecting(app, in: window)
    let words = missing(account)
    let toast =
      words.isEmpty
      ? Toast("\(name(app)) is connected.", tone: .success)
      : Toast("\(name(app)) is connected, but without \(words). Reconnect it to allow that too.", tone: .warning)
    var steps: Steps = kept + [.tell(.told(toast), window), .tell(.connected(app), window)] + deliver(app)
    if let replacing, accounts[replacing] != nil || app != replacing {
      let old = accounts[replacing] ?? AppAccount(replacing, connectedAt: account.connectedAt)
      steps.append(.run(.forget(old, reminder: nil, replacedBy: app), .inOrder("accounts")))
    }
    return steps + chosenConnected(app, in: window)
  }

  /// The words for what the person did not allow.
  func missing(_ account: AppAccount) -> String {
    let words = account.missing.map { app(account.app)?.scopeWords[$0] ?? "“\($0)”" }
    return ListWords.joined(words)
  }

  private mutating func notConnected(_ app: ConnectedApp.ID?, _ problem: Problem, in window: WindowID) -> Steps {
    // A page that belongs to nothing here is no failure of an authorization, and disturbs none.
    guard let app else { return [.tell(.told(Toast(problem)), window)] }
    endConnecting(app, in: window)
    if problem.code != "oauth-denied" { windows[window].problem = problem }
    // Another attempt at this front end could not help, and the problem says what does.
    let isFinal = problem.code == Problem.noBrowserToAsk.code
    return failed(app, in: window, saying: !isFinal)
  }

  func failedToast(in window: WindowID) -> Step<ConnectedAppsEffect, ConnectedAppsEvent> {
    .tell(.told(Toast(ConnectedAppsState.failure, tone: .warning)), window)
  }

  mutating func failed(_ app: ConnectedApp.ID, in window: WindowID, saying isSaid: Bool = true) -> Steps {
    (isSaid ? [failedToast(in: window)] : []) + [.tell(.authorizationFailed(app), window)]
      + chosenFailed(app, in: window)
  }

  private mutating func endConnecting(_ app: ConnectedApp.ID, in window: WindowID) {
    guard let connecting = windows[window].connecting, connecting.app == app else { return }
    if let state = connecting.state { awaited[state] = nil }
    windows[window].connecting = nil
  }

  // MARK: Disconnecting

  private mutating func notRevoked(_ app: ConnectedApp.ID, _ problem: Problem, at now: Moment) -> Steps {
    guard let attempts = leaving[app]?.attempts else { return [] }
    guard problem.isTemporary, attempts < ConnectedAppsState.pauses.count else { return forget(app, byHand: true) }
    leaving[app]?.attempts = attempts + 1
    leaving[app]?.isWaiting = true
    let due = now.date.addingTimeInterval(ConnectedAppsState.pauses[attempts])
    return [.run(.wait(app, until: due), ConnectedAppsState.pause(app))]
  }

  mutating func forget(_ app: ConnectedApp.ID, byHand: Bool) -> Steps {
    guard leaving[app] != nil, let account = accounts[app] else { return [] }
    leaving[app]?.problem = nil
    leaving[app]?.isWaiting = false
    let reminder = byHand ? AppAccount(app, .unrevoked, connectedAt: account.connectedAt) : nil
    return [
      .stop(ConnectedAppsState.pause(app)),
      .run(.forget(account, reminder: reminder, replacedBy: nil), .inOrder("accounts")),
    ]
  }

  private mutating func forgotten(
    _ app: ConnectedApp.ID, byHand: Bool, replacedBy other: ConnectedApp.ID?
  ) -> Steps {
    let connectedAt = accounts[app]?.connectedAt
    accounts[app] = nil
    undelivered[app] = nil
    if let other {
      leaving[app] = nil
      return [.say(.replaced(app, by: other))]
    }
    let window = leaving.removeValue(forKey: app)?.window
    if byHand, let connectedAt { accounts[app] = AppAccount(app, .unrevoked, connectedAt: connectedAt) }
    windows.forEach { local in local.pair = local.pair.filter { $0.value != app } }
    let toast =
      byHand
      ? Toast("\(name(app)) is disconnected on this device only. \(byHandWords(app))", tone: .warning)
      : Toast("\(name(app)) is disconnected.", tone: .success)
    return [.say(.disconnected(app))] + (window.map { [.tell(.told(toast), $0)] } ?? [])
  }

  /// Where a person ends the access of a provider that could not be told.
  func byHandWords(_ id: ConnectedApp.ID) -> String {
    guard let app = app(id) else { return "End the access in the settings of the provider." }
    return "\(app.name) could not be told. End the access there: \(app.manual)."
  }
}
