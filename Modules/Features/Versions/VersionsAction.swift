public import Interface
public import Kernel
public import Platform
public import Storage

/// The stored versions of a subject, the newest first, with the fields of the records as they are now.
public struct VersionReading: Sendable, Equatable {
  public let versions: [RecordVersion]
  public let now: [UUID: Fields]
  /// This device.
  public let device: UUID?

  public init(versions: [RecordVersion], now: [UUID: Fields], device: UUID?) {
    self.versions = versions
    self.now = now
    self.device = device
  }
}

/// The changes that restoring a subject to a time would make.
public struct VersionPlan: Sendable, Equatable {
  public let time: Date
  public let restorations: [Restoration]
  /// The records as they are now.
  public let now: [UUID: Fields]
  /// The names of records that are not there now, as their versions have them.
  public let gone: [UUID: Fields]

  /// The plan of the versions after that time. `logs` has all versions of each record.
  public init(to time: Date, _ logs: [VersionLog], now: [UUID: Fields]) {
    self.time = time
    self.now = now
    var gone: [UUID: Fields] = [:]
    restorations = logs.compactMap { log in
      let id = log.versions.first?.record
      let fields = id.flatMap { now[$0] }
      if let id, fields == nil { gone[id] = log.last }
      return log.restoration(to: time, now: fields)
    }
    self.gone = gone
  }
}

/// Everything that happens to the versions besides the person's actions.
public enum VersionsAction: Sendable, Equatable {
  case begin
  /// A version was stored.
  case changed
  case read(VersionReading, of: VersionSubject, in: WindowID)
  case notRead(Problem, in: WindowID)
  case planned(VersionPlan, in: WindowID)
  case notPlanned(Problem, in: WindowID)
  case restored(count: Int, in: WindowID)
  case notRestored(Problem, in: WindowID)
}

/// The person's actions in one window.
public enum VersionsWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case retry
  case typeDay(String)
  case typeTime(String)
  /// Shows what the typed time would change.
  case plan
  /// The same for the time of a version.
  case planTo(Date)
  case cancel
  case confirm
  /// Gives one field an earlier value.
  case restore(Restoration)
}

/// The effects that the feature requests.
public enum VersionsEffect: Sendable, Equatable {
  case listen
  case read(VersionSubject, in: WindowID)
  case plan(VersionSubject, to: Date, in: WindowID)
  case restore([Restoration], in: WindowID)
}

/// The events that others may receive.
public enum VersionsEvent: Sendable, Equatable {
  case told(Toast)
}
