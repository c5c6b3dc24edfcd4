internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Numbers
internal import Platform
internal import Storage
public import TrainingPlan

/// The plans and runs of a person, and the state of every window.
public struct TrainingState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  /// The approved plan; nil without one, or while it cannot be read.
  var course: PlanCourse?
  /// A plan that waits for an answer.
  var proposal: PlanCourse?
  var planProblem: Problem?
  /// The offer for unlimited changes; nil for who has them.
  var allowance: TrainingAllowance?
  /// A sign for a doctor that the person wrote of in the conversation, and what was settled; nil without any.
  var warning: RunWarning?
  /// The newest first.
  var runs: [Opened<RunDone>] = []
  private var isLooking = false
  /// Whether something changed during the read under way.
  private var mustLook = false
  /// A runner that came before the plans were read.
  private var awaited: PlanRunner?
  public var drafts: [FormDraft<TrainingForm>] = []
  public var windows = WindowStates<TrainingWindowState>()

  public init() {}

  public typealias Steps = [Step<TrainingEffect, TrainingEvent>]

  public static func effect(_ effect: FormEffect<TrainingForm>) -> TrainingEffect { .form(effect) }

  /// Whether a plan is there that is trained by.
  public var hasPlan: Bool { course != nil }
  /// Whether that plan leads to a race.
  public var isForRace: Bool { course?.plan.kind == .race }
  /// The runner of the proposed plan, or else of the approved one.
  public var runner: PlanRunner? { (proposal ?? course)?.plan.runner }

  // MARK: Transitions

  public mutating func receive(_ action: TrainingAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes"))] + look() + findDrafts
    case .runner(let runner): return propose(runner, now)
    case .changed: return lookAgain()
    case .signFound(let sign, let words): return found(sign, words, on: now.day)
    case .allowance(let allowance): self.allowance = allowance
    case .read(let book):
      isLooking = false
      return adopt(book, now) + (mustLook ? look() : []) + takeAwaited(now)
    case .notRead(let problem):
      isLooking = false
      if reading != .done { reading = .failed(problem) }
    case .form(let answer): take(answer, at: now)
    case .proposed(_, let window): return proposed(in: window)
    case .decided(let book, let said, let window):
      return adopt(book, now) + decided(said, in: window)
    case .runSaved(let order, let kept): return saved(order, kept)
    case .runOutrun(let order, let newer): return outrun(order, newer, now)
    case .runNotSaved(let order, let problem): return notStored(order.form, in: order.window, problem)
    case .runDeleted(let run, let window): return deleted(run, in: window)
    case .runRestored(let window):
      return lookAgain() + [.tell(.told(Toast("Run restored.", tone: .success)), window)]
    case .failed(let problem, let window):
      if let window {
        if windows[window].forms[.runner]?.phase == .saving {
          windows[window].forms[.runner]?.notSaved(problem)
        } else {
          windows[window].problem = problem
        }
      }
      return lookAgain()
    case .handedOut(let outcome, let window): return handedOut(outcome, in: window)
    }
    return []
  }

  public mutating func closed(_ local: TrainingWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  // MARK: Reading

  private mutating func look() -> Steps {
    isLooking = true
    mustLook = false
    return [.run(.read, .latest("read"))]
  }

  /// Reads after the read under way, so that a busy sync cannot keep every read from ending.
  mutating func lookAgain() -> Steps {
    guard reading != .unread else { return [] }
    mustLook = true
    return isLooking ? [] : look()
  }

  private mutating func adopt(_ book: TrainingBook, _ now: Moment) -> Steps {
    let (before, hadPlan) = (proposal?.kept, hasPlan)
    reading = .done
    runs = book.runs
    // Nothing else writes it, and one that could not be stored still stands.
    warning = warning ?? book.warning
    planProblem = nil
    course = course(of: book.plans.first { $0.record.status == .approved }, known: course)
    proposal = course(of: book.plans.first { $0.record.status == .proposed }, known: proposal)
    refill({ $0.record != nil }, at: now) { $0.kept($1.record) }
    return proposal?.kept == before && hasPlan == hadPlan ? [] : [.say(.proposalChanged)]
  }

  /// Makes the plan of a record, unless it is the one that is there.
  private mutating func course(of kept: Opened<KeptPlan>?, known: PlanCourse?) -> PlanCourse? {
    guard let kept else { return nil }
    if known?.kept == kept { return known }
    do throws(Problem) { return try PlanCourse(kept) } catch {
      planProblem = error
      return nil
    }
  }

  // MARK: Proposals

  private mutating func propose(_ runner: PlanRunner, _ now: Moment) -> Steps {
    guard reading == .done else {
      awaited = runner
      return []
    }
    var runner = runner
    // The conversation asks for no day of the long run: it stays while it can.
    if let day = (course ?? proposal)?.plan.runner.longRunDay, runner.days.contains(day) { runner.longRunDay = day }
    let fitness = RunFitness(book(on: now.day))?.result
    let asked = asRun(runner, fitness, now)
    // A record keeps distances in kilometres or miles, so both are compared as they are read from one.
    let stored = (try? PlanRunner(json: asked.json, today: asked.today)) ?? asked
    guard !isKnown(stored, said: runner, fitness) else { return [] }
    if let change = rescheduling(stored, said: runner, fitness, now), let kept = course?.kept.record {
      return [.run(.proposeChange(kept, change), .inOrder("keep"))]
    }
    return [.run(.propose(asked, draft: nil, in: nil), .inOrder("keep"))]
  }

  /// The change of the plan in use if the runner differs by nothing but the days, and the plan can go on: nil if it has to begin
  /// anew.
  private func rescheduling(
    _ runner: PlanRunner, said: PlanRunner, _ fitness: RaceResult?, _ now: Moment
  ) -> AcceptedChange? {
    guard let course, runner.days != course.plan.runner.days,
      course.kept.record.acceptedChanges.count < KeptPlan.mostChanges
    else { return nil }
    var like = course.plan.runner
    (like.days, like.longRunDay) = (runner.days, runner.longRunDay)
    // Days that were lost stand in the plan, and are none that the runner has blocked.
    like.blockedDays = runner.blockedDays
    let change = AcceptedChange(.daysChanged(to: runner.days, from: firstFree(now.day)), from: firstFree(now.day))
    guard matches(like, runner, said: said, fitness),
      (try? PlanRevision(of: course.plan, after: change.change, from: change.from)) != nil
    else { return nil }
    return change
  }

  private mutating func takeAwaited(_ now: Moment) -> Steps {
    guard let runner = awaited else { return [] }
    awaited = nil
    return propose(runner, now)
  }

  /// The runner with what was run in place of what was said, keeping the goal and the days. Of a pain that was said and one that
  /// was marked the greater counts.
  private func asRun(_ said: PlanRunner, _ fitness: RaceResult?, _ now: Moment) -> PlanRunner {
    let book = book(on: now.day)
    var runner = said
    if book.running.contains(where: { $0.day < book.today }) {
      runner = book.runner(like: said)
      runner.pain = max(runner.pain, said.pain)
    }
    runner.race = runner.race ?? fitness
    return runner
  }

  /// Whether a plan for that runner is there, apart from the day on which it was asked for and from what the runs since have
  /// changed.
  private func isKnown(_ runner: PlanRunner, said: PlanRunner, _ fitness: RaceResult?) -> Bool {
    [proposal, course].contains { known in
      guard let known, let kept = try? known.kept.record.planRunner() else { return false }
      // A race that was moved stands in the plan, and not in the runner that it was made for.
      // Nor do days that were changed.
      return [kept.days == known.plan.runner.days ? kept : known.plan.runner, known.plan.runner].contains {
        matches($0, runner, said: said, fitness)
      }
    }
  }

  private func matches(_ known: PlanRunner, _ runner: PlanRunner, said: PlanRunner, _ fitness: RaceResult?) -> Bool {
    var like = known
    (like.today, like.longestDay, like.saidLongestDay) = (runner.today, runner.longestDay, runner.saidLongestDay)
    if runner.weekly != said.weekly { like.weekly = runner.weekly }
    if runner.longest != said.longest { like.longest = runner.longest }
    if runner.pain != said.pain { like.pain = runner.pain }
    // A plan that was made anew by a fitness goes by that one.
    if said.race == nil || like.race == fitness { like.race = runner.race }
    return like == runner
  }

  // MARK: Runs

  func kept(_ id: UUID?) -> Opened<RunDone>? { runs.first { $0.record.id.uuid == id } }

  func book(on day: CalendarDay) -> RunBook { RunBook(runs, on: day) }

  // MARK: Forms

  public func fresh(_ name: TrainingForm, in window: WindowID, at now: Moment) -> Form<TrainingForm>? {
    var form = Form(name, in: window)
    form.region = RegionalSettings(of: now)
    switch name {
    case .runner:
      if let runner = (proposal ?? course)?.plan.runner {
        form.begin(with: TrainingForm.values(of: book(on: now.day).runner(like: runner), at: now))
      }
    case .add: break
    case .mark(let day): form.begin(with: marking(day, now))
    case .edit(let id):
      if let kept = kept(id) {
        form.fill(with: kept, at: now)
      } else {
        form.phase = reading == .done ? .missing : .opening
      }
    }
    return form
  }

  /// The values of a planned run that went as planned.
  func marking(
    _ day: CalendarDay, _ now: Moment, _ said: (metres: Int, seconds: Int?)? = nil
  ) -> FormValues<TrainingField> {
    var texts: [TrainingField: String] = [.day: day.text]
    if let run = course?.run(on: day) {
      texts[.ran] = NumberNotation(locale: now.locale).text(RunWords(now).number(run.metres))
      texts[.activity] = (run.kind == .race ? RunDone.Activity.race : .run).rawValue
      texts[.effort] = "\(run.kind == .race ? 9 : run.isFast ? 7 : run.kind == .long ? 4 : 3)"
    }
    if let said {
      texts[.ran] = NumberNotation(locale: now.locale).text(RunWords(now).number(said.metres))
      texts[.activity] = texts[.activity] ?? RunDone.Activity.run.rawValue
      texts[.time] = said.seconds.map { RunWords(now).time($0) }
    }
    return FormValues(texts)
  }
}
