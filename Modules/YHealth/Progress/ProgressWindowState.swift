public import FoundationEssentials
internal import Interface
public import Kernel
internal import Pillar

/// The state of one window. Scores, goals and findings belong to the person and are the same in every window; a form, a
/// chosen range or an Undo stands only where it was chosen.
public struct ProgressWindowState: LocalState {
  /// A deletion that can be undone for a while.
  public struct Undo: Sendable, Equatable {
    public enum What: Sendable, Equatable {
      case goal(KeptGoal)
      /// A dismissed finding, by its identifier, with its title.
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
    /// The reason why it could not be restored.
    var problem: Problem?

    static let lasts = Duration.seconds(10)
    /// Number of Undos offered at once.
    static let most = 5
  }

  /// The current route.
  var route: Route?
  /// Number of days shown in charts in Deep mode.
  public internal(set) var days = ProgressWindowState.calm
  /// The open tabs of the pillars' screens; the first one where nothing was chosen.
  var tabs: [Pillar: PillarTab] = [:]
  public internal(set) var forms: [GoalFormName: GoalForm] = [:]
  public internal(set) var undos: [Undo] = []
  /// The reason why an action failed.
  var problem: Problem?

  public init() {}

  /// Number of days shown in Light mode.
  static let calm = 7
}
