public import Connectivity
public import FoundationEssentials
public import Interface
public import Kernel
public import Storage
public import Sync
public import SyncWire

/// The user's actions, inputs from the shell, and the results of effects.
public enum OfflineAction: Sendable, Equatable {
  case begin
  /// The account that is signed in; nil when there is none.
  case session(UUID?)
  /// Sends and fetches everything now; the result goes to that window, or to all.
  case syncNow(OfflineDesk.Name?)
  /// Another feature has written into a cached collection.
  case cached
  case at(OfflineDesk.Name, OfflineDesk.Doing)
  /// The window is closed.
  case close(OfflineDesk.Name)

  case network(Bool)
  case hint(ServerNotice)
  case queued
  case woke
  case newDay
  case pushed(TimedAnswer<PushAnswer>)
  case pulled(TimedAnswer<PullAnswer>)
  case disk(Planner.Input)
  case looked(Waiting)
  case remembered([Lost])
  case measured(StorageUse)
  case synced(Date?)
  /// Number of times that a full disk has reduced the caches.
  case reduced(Int)
  case worked(Work, at: OfflineDesk.Name, Problem?)
  case failed(Problem)
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
  case look(pages: Set<Int>, changes: Set<UUID>)
  case remember
  case measure
  case tidy
  case readSynced
  case keepSynced(Date)
  case work(Work, at: OfflineDesk.Name)
}

/// The events that other features may receive.
public enum OfflineEvent: Sendable, Equatable {
  case connectivity(Connectivity)
  /// For one window, or for all.
  case toast(Toast, at: OfflineDesk.Name?)
  case announced(Announcement)
  /// Records came from the server.
  case changed(Taken)
  case finished(Planner.Report)
  /// Conflicts that need the user's decision.
  case conflicts([UUID])
  case sessionLost
  /// The entry is to be opened for editing there.
  case editAsked(Route, at: OfflineDesk.Name)
}
