public import Forms
internal import Interface
internal import Kernel
internal import Pillar

/// The state of one window. Scores, goals and findings belong to the person and are the same in every window; a form, a
/// chosen range or an Undo stands only where it was chosen.
public struct ProgressWindowState: FormHolding {
  /// A deletion that can be undone for a while.
  public enum Removed: Undoable {
    case goal(KeptGoal)
    /// A dismissed finding, by its identifier, with its title.
    case finding(String, title: String)

    public var undoKey: String {
      switch self {
      case .goal(let kept): "goal \(kept.id)"
      case .finding(let id, _): "finding \(id)"
      }
    }
  }

  /// The current route.
  var route: Route?
  /// Number of days shown in charts in Deep mode.
  public internal(set) var days = ProgressWindowState.calm
  /// Number of days of the report for a doctor.
  public internal(set) var reportDays = DoctorReport.periods[0]
  /// The open tabs of the pillars' screens; the first one where nothing was chosen.
  var tabs: [Pillar: PillarTab] = [:]
  public var forms = FormTable<GoalFormName>()
  public internal(set) var undos = UndoOffers<Removed>()
  /// The reason why an action failed.
  var problem: Problem?

  public init() {}

  /// Number of days shown in Light mode.
  static let calm = 7
}
