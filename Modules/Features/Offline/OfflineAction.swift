public import Connectivity
public import Interface
public import Kernel
public import Platform
public import Storage
public import Sync
public import SyncWire

/// Inputs from the shell and from other features, and the results of effects.
public enum OfflineAction: Sendable, Equatable {
  case begin
  /// The account that is signed in; nil when there is none.
  case session(UUID?)
  /// An account is signed in, and its person has not agreed to sending: nothing is sent or fetched.
  case withheld
  /// Sends and fetches everything now; the result goes to all windows.
  case syncNow
  /// Another feature has written into a cached collection.
  case cached

  case network(Bool)
  case hint(ServerNotice)
  case queued
  case woke
  case newDay
  case pushed(TimedAnswer<PushAnswer>)
  case pulled(TimedAnswer<PullAnswer>)
  case disk(Planner.Input)
  /// The queue as one reading found it; `turn` is that of the effect that asked for it.
  case looked(Waiting, turn: Int = .max)
  case remembered([Lost])
  case measured(StorageUse)
  case synced(Date?)
  /// Number of times that a full disk has reduced the caches.
  case reduced(Int)
  case worked(Work, in: WindowID, Problem?)
  case failed(Problem)
}

/// The user's actions in one window.
public enum OfflineWindowAction: Sendable, Hashable {
  /// The window shows another route.
  case moved
  case dismissBanner
  case dismissConflicts
  case syncNow
  /// A page of the queue, counted from zero.
  case page(Int)
  /// Opens one change; nil closes it.
  case look(UUID?)
  case readHistory
  case readStorage
  case retry(UUID)
  case retryAll
  case edit(UUID)
  case ask(OfflineWindowState.Question)
  case cancel
  case confirm
  case merge(UUID)
  case choose(String, Merge.Side)
  case leaveMerge
}

/// The usage of the device's storage budgets, and the records that were damaged.
public struct StorageUse: Sendable, Hashable {
  public var usages: [Usage]
  public var damaged: [SetAside]

  public init(usages: [Usage] = [], damaged: [SetAside] = []) {
    self.usages = usages
    self.damaged = damaged
  }
}

/// Work that the user requests from the disk.
public enum Work: Sendable, Hashable {
  case retry(UUID)
  case retryAll
  case discard(UUID)
  case resolve(UUID, Resolution)
  case restore(Int64)
  case clear
}

/// The effects that sync requests.
public enum OfflineEffect: Sendable, Equatable {
  case network
  case hints(UUID)
  case queue
  case days
  case reductions
  case wake(at: Date)
  /// Asks the platform for background time while something is being sent.
  case stay
  case push(Push)
  case pull(Pull)
  case disk(Planner.Order)
  case look(pages: Set<Int>, changes: Set<UUID>, turn: Int)
  case remember
  case measure
  case tidy
  case readSynced
  case keepSynced(Date)
  case work(Work, in: WindowID)
}

/// The events that other features may receive.
public enum OfflineEvent: Sendable, Equatable {
  case connectivity(Connectivity)
  /// For one window, or for all.
  case toast(Toast)
  /// The sync that one window asked for was not carried out; a toast has said why.
  case notSynced
  case announced(Announcement)
  /// Records came from the server.
  case changed(Taken)
  case finished(Planner.Report)
  /// Conflicts that need the user's decision.
  case conflicts([UUID])
  case sessionLost
  /// The entry is to be opened for editing in one window.
  case editAsked(Route)
}
