public import Forms
public import Interface
public import Kernel
public import Platform
public import Storage
public import TrainingPlan

/// The inputs from the product, and the results of effects.
public enum TrainingAction: Sendable, Equatable {
  case begin
  /// The runner is complete, or changed: a plan is proposed, unless it would be the one that is there.
  case runner(PlanRunner)
  case changed
  /// The person wrote elsewhere of a sign that a doctor has to see, or of a crisis.
  case signFound(WarningSigns.Sign, String)
  /// The offer for unlimited changes; nil for who has them.
  case allowance(TrainingAllowance?)
  case read(TrainingBook)
  case notRead(Problem)
  case form(FormAnswer<TrainingForm>)
  case proposed(Opened<KeptPlan>, in: WindowID?)
  case decided(TrainingBook, said: Decision, in: WindowID)
  case runSaved(DoneRunOrder, Opened<RunDone>)
  case runOutrun(DoneRunOrder, newer: Opened<RunDone>?)
  case runNotSaved(DoneRunOrder, Problem)
  case runDeleted(Opened<RunDone>, in: WindowID)
  case runRestored(in: WindowID)
  case failed(Problem, in: WindowID?)
  case handedOut(Delivery.Outcome, in: WindowID)

  /// A decision about a plan that was stored.
  public enum Decision: Sendable, Equatable {
    case approved, declined, changed, changeTakenBack
  }
}

/// The person's actions in one window.
public enum TrainingWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case form(FormAction<TrainingForm>)
  case dismissProblem
  /// A doctor was seen, or the sign was a mistake.
  case settleSign
  case toggle(String)
  /// Shows the plan in use while another waits, or the one that waits.
  case showInUse(Bool)
  /// Approves or declines the proposed plan.
  case approve
  case decline
  case revise(RevisionStep)
  case approveRevision
  case undoRevision
  /// Proposes a plan from today on, for the runner as the runs show them.
  case planAnew
  case planByFitness
  /// Proposes the plan that is shown anew, without its target time.
  case planWithoutTarget
  case deleteRun(UUID)
  case restoreRun(RunDone)
  case exportCalendar
  case exportWorkout(Int)

  public enum RevisionStep: Sendable, Equatable {
    case days(Int)
    /// The day that was missed, by its number.
    case missed(Int)
    case race(String)
  }
}

/// A run that is being stored.
public struct DoneRunOrder: Sendable, Equatable {
  let form: TrainingForm
  let window: WindowID
  let values: RunValues
  /// The opened record; nil for a new one.
  let version: Version?
  let draft: ID<FormDraft<TrainingForm>>
}

/// The effects that the feature requests.
public enum TrainingEffect: Sendable, Equatable {
  case listen
  case read
  case form(FormEffect<TrainingForm>)
  /// Stores the plan in use with one more change as a proposal, in place of an earlier one.
  case proposeChange(KeptPlan, AcceptedChange)
  /// Stores a proposal in place of an earlier one.
  case propose(PlanRunner, draft: ID<FormDraft<TrainingForm>>?, in: WindowID?)
  /// Stores plans, each over its version, and deletes others.
  case decide([PlanOrder], deleting: [Opened<KeptPlan>], TrainingAction.Decision, in: WindowID)
  case saveRun(DoneRunOrder)
  case keepWarning(RunWarning)
  case deleteRun(Opened<RunDone>, in: WindowID)
  case restoreRun(RunDone, in: WindowID)
  case handOut(OutgoingFile, in: WindowID)
}

public struct PlanOrder: Sendable, Equatable {
  let plan: KeptPlan
  let over: Version
}

/// The events that others may receive.
public enum TrainingEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  case offered(Toast, undo: TrainingWindowAction)
  /// The sheets are done; only their window is told.
  case finished([Route])
  /// A plan was approved, in the window that is told.
  case approved
  /// A new run was saved.
  case runKept
  /// Another plan waits for an answer, or none any more; or the first one is trained by.
  case proposalChanged
  case syncAsked
}
