internal import Days
public import Forms
internal import Interface
internal import Kernel
internal import TrainingPlan

/// The state of one window. Plans and runs belong to the person; a form or a change under way stands only where it was begun.
public struct TrainingWindowState: FormHolding {
  /// A change of the plan that is looked at before it is accepted.
  struct Revising: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
      /// Nothing is chosen yet.
      case open
      case revised(PlanRevision)
      case refused(Problem)
    }

    let kind: ChangeKind
    /// The sheet that shows it.
    let route: Route
    var days = 3
    var missed: CalendarDay?
    var race = ""
    var change: PlanChange?
    var outcome = Outcome.open
  }

  public var forms = FormTable<TrainingForm>()
  var revising: Revising?
  /// The sections that are open, by their identifiers.
  var opened: Set<String> = []
  /// Whether the plan in use is shown while another waits.
  var showsInUse = false
  /// The sheet that marks a run, if it was opened with figures of it.
  var logged: Route?
  var problem: Problem?
  var isExporting = false

  public init() {}
}
