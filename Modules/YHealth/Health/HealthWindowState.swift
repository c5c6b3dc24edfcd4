public import FoundationEssentials
public import Kernel

/// The state of one window. The entries belong to the person and are the same in every window; a form, a question or an
/// Undo stands only where it was begun.
public struct HealthWindowState: LocalState {
  /// A question that must be answered first.
  public enum Question: Sendable, Hashable {
    /// A photo was requested, and the server is unreachable.
    case photoOffline(FormName)
    case discard(FormName)
    /// Whether to overwrite what was saved elsewhere.
    case replace(FormName)
  }

  /// A deleted entry that can be restored for a while.
  public struct Undo: Sendable, Equatable {
    public let kept: KeptEntry
    public let until: Date
    /// The reason why it could not be restored.
    var problem: Problem?

    static let lasts = Duration.seconds(10)
    /// Number of Undos offered at once.
    static let most = 5
  }

  public internal(set) var forms: [FormName: EntryForm] = [:]
  public internal(set) var question: Question?
  public internal(set) var undos: [Undo] = []
  /// Entries logged with one tap, which one more tap deletes.
  var added: [Undo] = []
  var habit = HabitWindowState()
  /// The reason why a deletion, an entry or a tick failed.
  var problem: Problem?
  /// Number of pages of the history that are shown.
  var pages = 1

  static let page = 50
  static let mostPages = 100

  public init() {}
}
