internal import Connectivity
public import FoundationEssentials
public import Kernel
public import Sync

/// What one window has in hand. The queue is the person's and the same in every window; a question stands only where it
/// was asked.
public struct OfflineDesk: Sendable, Hashable {
  public typealias Name = ID<OfflineDesk>

  /// What is done at a desk.
  public enum Doing: Sendable, Hashable {
    /// The window shows another route.
    case moved
    case dismissBanner
    case dismissConflicts
    case syncNow
    /// A page of the queue, counted from nought.
    case page(Int)
    /// A change is looked at, or none any more.
    case look(UUID?)
    case readHistory
    case readStorage
    case retry(UUID)
    case retryAll
    case edit(UUID)
    case ask(Question)
    case cancel
    case confirm
    case merge(UUID)
    case choose(String, Merge.Side)
    case leaveMerge
  }

  /// What wants an answer first.
  public enum Question: Sendable, Hashable {
    case discard(UUID)
    case keep(UUID, Choice)
    case restore(Int64)
    case clear
  }

  /// How a person ends a conflict.
  public enum Choice: Sendable, Hashable {
    case mine, theirs, merge
  }

  /// A merge that is being made.
  public struct Merging: Sendable, Hashable {
    public let op: UUID
    /// Whose value holds, of the fields that both have changed.
    public var sides: [String: Merge.Side] = [:]
  }

  public internal(set) var page = 0
  public internal(set) var looking: UUID?
  public internal(set) var question: Question?
  public internal(set) var merging: Merging?
  /// The state whose banner was dismissed here, until the next screen.
  var dismissed: Connectivity?
  /// How many conflicts there were when their banner was dismissed here.
  var dismissedConflicts: Int?
}
