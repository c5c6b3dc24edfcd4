public import Connectivity
public import FoundationEssentials
public import Interface
public import Kernel
public import Storage
public import Sync
public import SyncWire

/// What a person does, what the shell tells, and what the world answers.
public enum OfflineAction: Sendable, Equatable {
  case begin
  /// Who is signed in; nil when nobody is.
  case session(UUID?)
  /// Everything is sent and asked for now; an answer goes to that window, or to all.
  case syncNow(OfflineDesk.Name?)
  /// Another feature has written into a cached collection.
  case cached
  case at(OfflineDesk.Name, OfflineDesk.Doing)
  /// The window is gone.
  case close(OfflineDesk.Name)

  case network(Bool)
  case hint(Hint)
  case queued
  case woke
  case newDay
  case pushed(Met<PushAnswer>)
  case pulled(Met<PullAnswer>)
  case disk(Planner.Input)
  case looked(Waiting)
  case remembered([Lost])
  case measured(StorageUse)
  case synced(Date?)
  /// So often a full disk has made the caches smaller.
  case reduced(Int)
  case worked(Work, at: OfflineDesk.Name, Problem?)
  case failed(Problem)
}

/// How full the device's budgets are, and what of them was damaged.
public struct StorageUse: Sendable, Hashable {
  public var usages: [Usage]
  public var damaged: [SetAside]

  public init(usages: [Usage] = [], damaged: [SetAside] = []) {
    self.usages = usages
    self.damaged = damaged
  }
}

/// What a person has the disk do.
public enum Work: Sendable, Hashable {
  case retry(UUID)
  case retryAll
  case discard(UUID)
  case resolve(UUID, Resolution)
  case restore(Int64)
  case clear
}

/// What it asks of the world.
public enum OfflineEffect: Sendable, Equatable {
  case network
  case hints(UUID)
  case queue
  case days
  case reductions
  case wake(at: Date)
  /// The platform is asked to let it go on while something is on its way.
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

/// What others may hear of it.
public enum OfflineEvent: Sendable, Equatable {
  case connectivity(Connectivity)
  /// For that window, or for all.
  case toast(Toast, at: OfflineDesk.Name?)
  case announced(Announcement)
  /// Records came from the server.
  case changed(Taken)
  case finished(Planner.Report)
  /// These wait for the person.
  case conflicts([UUID])
  case sessionLost
  /// The entry is to be opened there.
  case editAsked(Route, at: OfflineDesk.Name)
}
