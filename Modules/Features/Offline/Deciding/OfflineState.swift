public import Connectivity
internal import Interface
public import Kernel
public import Platform
public import Storage
public import Sync

/// The sync state: the planner, the connection, the queue, and the state of every window.
public struct OfflineState: WindowedDeciding {
  public let words: OfflineWords
  /// The budgets that the storage screen shows.
  public let storage: StoragePlan
  var planner: Planner
  public internal(set) var line = Line()
  var hasBegun = false
  /// Nil until it was read.
  public internal(set) var waiting: Waiting?
  /// Number of readings of the queue that were asked for.
  var turn = 0
  /// The newest known counts of the queue; never older than `waiting`.
  var counts = QueueCounts()
  /// The number of entries that are not sent until the person decides about them.
  public var unsettled: Int { counts.aside + counts.conflicts }
  /// Nil until they were read.
  public internal(set) var losers: [Lost]?
  public internal(set) var use: StorageUse?
  var keptSynced: Date?
  /// The failure of the device's own disk.
  var problem: Problem?
  /// Entries that were sent and have no outcome yet.
  var underWay: [UUID: Sent] = [:]
  /// The outcome of each entry of the last round that sent any.
  public internal(set) var outcomes: [Outcome] = []
  var isNewRound = true
  /// Whether an account is signed in whose person has not agreed to sending.
  public internal(set) var isWithheld = false
  /// The account whose hints are followed.
  var owner: UUID?
  /// The windows that asked for a sync and have not been told that the server does not answer; nil stands for all.
  var askers: Set<WindowID?> = []
  var warned = Warned()
  var reductions = 0
  public var windows = WindowStates<OfflineWindowState>()

  /// An entry being sent.
  struct Sent: Sendable, Hashable {
    let collection: String
    let id: UUID
    let at: Date
  }

  /// The outcome of one entry.
  public struct Outcome: Sendable, Hashable {
    public enum End: Sendable, Hashable {
      case sent
      case failed(String)
      case conflict
    }

    public let op: UUID
    public let collection: String
    /// The time of the entry.
    public let at: Date
    public let end: End
  }

  /// The storage warnings already shown, so that they are not repeated.
  struct Warned: Sendable, Hashable {
    var ofCache = false
    var ofClearing = false
    var ofQueue = false
  }

  /// Number of outcomes that are kept.
  static let mostOutcomes = 50

  /// The seed spreads out devices that come back online together.
  public init(_ kinds: [SyncedKind], words: OfflineWords, storage: StoragePlan, seed: UInt64) {
    self.words = words
    self.storage = storage
    planner = Planner(kinds, seed: seed)
  }

  // MARK: Derived state

  public var connectivity: Connectivity { line.connectivity }
  /// Whether an account is signed in and syncing.
  public var hasAccount: Bool { owner != nil }
  public var lastSynced: Date? { [planner.lastSynced, keptSynced].compactMap(\.self).max() }
  public var progress: Planner.Progress? { planner.progress }
  /// Whether anything is being sent, received or stored.
  public var isUnderWay: Bool { planner.isUnderWay }
  /// Whether the answer to a sync that this window, or no window in particular, asked for is awaited.
  public func isLoading(for window: WindowID) -> Bool {
    isUnderWay && (askers.contains(window) || askers.contains(nil))
  }
  /// Number of entries that have not reached the server.
  public var unsent: Int { counts.unsent }

  // MARK: Action handling

  public typealias Steps = [Step<OfflineEffect, OfflineEvent>]

  public mutating func receive(_ action: OfflineAction, at now: Moment) -> Steps {
    reporting { $0.decide(action, at: now.date) }
  }

  public mutating func receive(_ action: OfflineWindowAction, from window: WindowID, at now: Moment) -> Steps {
    reporting { $0.decide(action, from: window, at: now.date) }
  }

  /// Adds what follows from a change of the connection, of the work under way, and of the time of the last sync.
  private mutating func reporting(_ decide: (inout Self) -> Steps) -> Steps {
    let before = self
    var steps = decide(&self)
    steps = tellOfLine(since: before) + steps
    if planner.isUnderWay != before.planner.isUnderWay {
      steps.append(
        planner.isUnderWay ? .run(.stay, .standing("background")) : .stop(.standing("background")))
    }
    if let synced = planner.lastSynced, synced != before.planner.lastSynced {
      steps.append(.run(.keepSynced(synced), .newest("synced")))
    }
    return steps
  }

  private mutating func decide(_ action: OfflineAction, at now: Date) -> Steps {
    switch action {
    case .begin: return begin()
    case .session(let owner): return session(owner, at: now)
    case .withheld: return session(nil, isWithheld: true, at: now)
    case .syncNow: return syncNow(nil, at: now)
    case .cached: return [.run(.tidy, .newest("storage"))]
    case .network(let isUp):
      let wasUp = line.port
      line.hear(port: isUp)
      return plan(.network(isUp: isUp), at: now) + (isUp && wasUp == false ? listen() : [])
    case .hint(.ready): return plan(.hinting(true), at: now)
    case .hint(.changed): return plan(.hinted, at: now)
    case .hint(.gone): return plan(.hinting(false), at: now)
    case .queued: return plan(.queued, at: now) + [look()]
    case .woke: return plan(.woke, at: now)
    case .newDay: return [.run(.tidy, .newest("storage"))]
    case .pushed(let met): return hear(met, .pushed(met.answer), at: now)
    case .pulled(let met): return hear(met, .pulled(met.answer), at: now)
    case .disk(let input): return disk(input, at: now)
    case .looked(let waiting, let turn):
      self.waiting = waiting
      counts = waiting.counts
      tidyWindows(at: turn)
    case .remembered(let losers): self.losers = losers
    case .measured(let use): return measured(use)
    case .synced(let date): keptSynced = date
    case .reduced(let count): return reduced(count)
    case .worked(let work, let window, let problem): return worked(work, in: window, problem, at: now)
    case .failed(let problem): return complain(problem)
    }
    return []
  }

  private mutating func begin() -> Steps {
    guard !hasBegun else { return [] }
    hasBegun = true
    return [
      .run(.network, .standing("network")), .run(.queue, .standing("queue")), .run(.days, .standing("days")),
      .run(.reductions, .standing("reductions")),
      .run(.readSynced, .inOrder("disk")), look(), .run(.tidy, .newest("storage")),
    ]
  }

  private mutating func session(_ owner: UUID?, isWithheld: Bool = false, at now: Date) -> Steps {
    self.isWithheld = isWithheld
    line.hear(session: owner != nil)
    self.owner = owner
    return (owner == nil ? [.stop(.standing("hints"))] : listen()) + plan(.session(owner), at: now)
  }

  func listen() -> Steps { owner.map { [.run(.hints($0), .standing("hints"))] } ?? [] }

  mutating func look() -> Step<OfflineEffect, OfflineEvent> {
    turn += 1
    return .run(
      .look(
        pages: Set(windows.all.map(\.page)).union([0]), changes: Set(windows.all.compactMap(\.looking)), turn: turn),
      .newest("queue"))
  }

  /// Reports a disk failure once, until the disk works again.
  mutating func complain(_ problem: Problem) -> Steps {
    guard self.problem?.code != problem.code else { return [] }
    self.problem = problem
    return [.say(.toast(.init(problem)))]
  }
}
