internal import Connectivity
public import Kernel
public import Platform
public import Sync

/// The state of one window. The queue belongs to the person and is the same in every window; a question stands only
/// where it was asked.
public struct OfflineWindowState: LocalState {
  /// A question that must be answered first.
  public enum Question: Sendable, Hashable {
    case discard(UUID)
    case keep(UUID, Choice)
    case restore(Int64)
    case clear
  }

  /// A user's resolution of a conflict.
  public enum Choice: Sendable, Hashable {
    case mine, theirs, merge
  }

  /// A merge in progress.
  public struct Merging: Sendable, Hashable {
    public let op: UUID
    /// The side whose value is used, for each field that both have changed.
    public var sides: [String: Merge.Side] = [:]
  }

  /// The reading of the queue for a window that shows it. What was read before may have changed since.
  enum Reading: Sendable, Hashable {
    case none
    /// The reading with this turn was the first after the question.
    case asked(turn: Int)
    case done
  }

  public internal(set) var page = 0
  public internal(set) var looking: UUID?
  public internal(set) var question: Question?
  public internal(set) var merging: Merging?
  var reading = Reading.none
  /// The connectivity state whose banner was dismissed here, until the next screen.
  var dismissed: Connectivity?
  /// The number of conflicts when their banner was dismissed here.
  var dismissedConflicts: Int?

  public init() {}

  /// Another route is shown.
  mutating func move() {
    (dismissed, dismissedConflicts, question, merging) = (nil, nil, nil, nil)
    reading = .none
  }

  mutating func look(at op: UUID?, turn: Int) {
    (looking, question, merging) = (op, nil, nil)
    reading = .asked(turn: turn)
  }
}
