public import FoundationEssentials
public import Kernel

/// What one window has in hand. The entries are the person's and the same in every window; what is half typed, a
/// question or an Undo stands only where it was typed, asked or deleted.
public struct HealthDesk: Sendable, Equatable {
  public typealias Name = ID<HealthDesk>

  /// What stands in front and wants an answer.
  public enum Question: Sendable, Hashable {
    /// A photo is wanted, and the server is not in reach.
    case photoOffline(FormName)
    case discard(FormName)
    /// Whether what somebody else saved is to be written over.
    case replace(FormName)
  }

  /// Something was deleted and can be brought back for a while.
  public struct Undo: Sendable, Equatable {
    public let kept: KeptEntry
    public let until: Date
    /// It could not be brought back.
    var problem: Problem?

    static let lasts = Duration.seconds(10)
    /// More than these are not offered at once.
    static let most = 5
  }

  public internal(set) var forms: [FormName: EntryForm] = [:]
  public internal(set) var question: Question?
  public internal(set) var undos: [Undo] = []
  /// What one tap has logged, and one more takes back.
  var added: [Undo] = []
  var habit = HabitDesk()
  /// Something could not be deleted, logged or ticked.
  var problem: Problem?
  /// How many pages of the history are shown.
  var pages = 1

  static let page = 50
  static let mostPages = 100
}
