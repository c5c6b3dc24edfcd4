public import FoundationEssentials
internal import Interface
public import Kernel

/// What one window has in hand. Scores, goals and findings are the person's and the same in every window; a form, a
/// chosen range or an Undo stands only where it was chosen.
public struct ProgressDesk: Sendable, Equatable {
  public typealias Name = ID<ProgressDesk>

  /// What can be brought back for a while.
  public struct Undo: Sendable, Equatable {
    public enum What: Sendable, Equatable {
      case goal(KeptGoal)
      /// A finding that was dismissed, by its identifier, and what it is called.
      case finding(String, title: String)

      var key: String {
        switch self {
        case .goal(let kept): "goal \(kept.id)"
        case .finding(let id, _): "finding \(id)"
        }
      }
    }

    public let what: What
    public let until: Date
    /// It could not be brought back.
    var problem: Problem?

    static let lasts = Duration.seconds(10)
    /// More than these are not offered at once.
    static let most = 5
  }

  /// What is shown now.
  var route: Route?
  /// How many days the charts go back in Deep mode.
  public internal(set) var days = ProgressDesk.calm
  public internal(set) var forms: [GoalFormName: GoalForm] = [:]
  public internal(set) var undos: [Undo] = []
  /// Something could not be done.
  var problem: Problem?

  /// All that Light mode shows.
  static let calm = 7
}
