internal import Days
internal import Kernel
internal import Storage
internal import TrainingPlan

/// A stored plan with what follows from it: the plan with all accepted changes, and their differences.
struct PlanCourse: Sendable, Equatable {
  /// An accepted change and what it did.
  struct Mended: Sendable, Equatable {
    let change: PlanChange
    let differences: [PlanDifference]
  }

  let kept: Opened<KeptPlan>
  let plan: RunnerPlan
  let mended: [Mended]
  /// Changes that do not fit the plan any more, since the rules of this version differ.
  let unfit: Int

  init(_ kept: Opened<KeptPlan>) throws(Problem) {
    self.kept = kept
    let runner = try kept.record.planRunner()
    var plan = RunnerPlan(for: runner, seed: UInt64(max(0, kept.record.seed)))
    var (mended, unfit) = ([Mended](), 0)
    for accepted in kept.record.acceptedChanges {
      do throws(Problem) {
        let revision = try PlanRevision(of: plan, after: accepted.change, from: accepted.from)
        mended.append(Mended(change: accepted.change, differences: revision.differences))
        plan = revision.plan
      } catch {
        unfit += 1
      }
    }
    (self.plan, self.mended, self.unfit) = (plan, mended, unfit)
  }

  var runner: PlanRunner { plan.runner }
  var last: CalendarDay { plan.weeks.last?.last ?? runner.today }

  func run(on day: CalendarDay) -> PlannedRun? { plan.runs.first { $0.day == day } }

  func week(of day: CalendarDay) -> PlannedWeek? {
    plan.weeks.first { $0.days.contains(day) }
  }

  /// The first run after that day.
  func next(after day: CalendarDay) -> PlannedRun? { plan.runs.first { $0.day > day } }
}
