public import Days
public import Forms
internal import Insights
internal import Interface
public import Kernel
internal import Measures
public import Pillar
internal import Platform
public import Scores

/// A person's scores, goals and findings, and the state of every window.
public struct ProgressState: FormDeciding {
  /// The progress of reading the days, or the goals.
  public enum Reading: Sendable, Equatable {
    case unread, done
    case failed(Problem)
  }

  /// The person's days in numbers; nil until they were received.
  var table: DayTable?
  public internal(set) var days = Reading.unread
  /// The day of the scores.
  public internal(set) var day: CalendarDay?
  public internal(set) var scores: [Pillar: PillarScore] = [:]
  /// The scores of the last seven days, in order.
  public internal(set) var week: [Pillar: [PillarScore]] = [:]
  /// The scores of a week before, where there are any.
  public internal(set) var lastWeek: [Pillar: Int] = [:]
  /// The scores of the seven days before the last seven.
  var weekBefore: [Pillar: [Double?]] = [:]
  public internal(set) var recovery: Recovery?
  /// The scores of more days, while a window shows them.
  var history: History?

  /// The pillar that the person looks after first; nil for all alike.
  public internal(set) var focus: Pillar?

  /// Newest first.
  public internal(set) var goals: [KeptGoal] = []
  public internal(set) var goalsReading = Reading.unread
  /// Whether a read is under way; another follows it if something changed meanwhile.
  var isReading = false
  var mustReadAgain = false
  /// Goals that were found to be reached, and are being saved as such.
  var reaching: Set<ID<Goal>> = []
  public internal(set) var achievements: [Achievement] = []
  /// The progress of the goals when the days were last processed.
  var counted: KeptProgress?
  /// Drafts that no window has open, the newest first.
  public var drafts: [GoalDraft] = []

  /// The last findings.
  public internal(set) var run: KeptRun? { didSet { examine() } }
  /// The findings whose source is known and still holds; nil before the days were received.
  private(set) var sound: Set<Finding.ID>?
  /// The measures that the person has defined, for the analysis.
  private var own: [OwnSeries] = []
  /// Their words by identifier.
  var ownLabels: [String: OwnLabel] = [:]
  var isLooking = false
  var regards: [String: Regard] = [:]
  var hasBegun = false
  var hasRecalled = false

  public var windows = WindowStates<ProgressWindowState>()

  /// Whether findings are held against the days before they are shown.
  private let examines: Bool

  public init(examines: Bool = true) { self.examines = examines }

  public typealias Steps = [Step<ProgressEffect, ProgressEvent>]

  public mutating func receive(_ action: ProgressAction, at now: Moment) -> Steps {
    switch action {
    case .begin: return begin()
    case .days(let table): return take(table, now)
    case .own(let series, let labels): return take(series, labels)
    case .noDays(let problem): if table == nil { days = .failed(problem) }
    case .focus(let pillar):
      guard pillar != focus else { return [] }
      focus = pillar
      return [.say(.changed)]
    case .withheldChanged: return day.map { look($0) } ?? []
    case .refresh, .changed: return readAgain()
    case .recalled(let memory): return recalled(memory, now)
    case .form(let answer): take(answer, at: now)
    case .read(let goals): return adopt(goals, now)
    case .notRead(let problem):
      isReading = false
      goalsReading = .failed(problem)
    case .scored(let standing): return adopt(standing, now)
    case .traced(let history): if history.to == day { self.history = history }
    case .looked(let run): return looked(run)
    case .saved(let order, let kept): return saved(order, kept, now)
    case .notSaved(let order, let problem): return notSaved(order, problem)
    case .deleted(let kept, let window): return deleted(kept, in: window, now)
    case .notDeleted(let problem, let window):
      windows[window].problem = problem
      return readAnew()
    case .restored(let kept, let window): return restored(kept, in: window)
    case .notRestored(let key, let problem, let window): windows[window].undos.fail(key, problem)
    case .notKept(let problem, let window): windows[window].problem = problem
    case .undoEnds(let key, let window): windows[window].undos.expire(key)
    case .dayTurned: return table.map { take($0, now) } ?? []
    }
    return []
  }

  private mutating func begin() -> Steps {
    guard !hasBegun else { return [] }
    hasBegun = true
    return [.run(.recall, .latest("recall")), .run(.listen, .standing("changes"))] + findDrafts + readAnew()
  }

  // MARK: Days

  /// Takes new days; the same days are scored once per date.
  private mutating func take(_ table: DayTable, _ now: Moment) -> Steps {
    let today = now.day
    let isSame = self.table == table && days == .done
    guard !isSame || day != today else { return [] }
    self.table = table
    days = .done
    day = today
    examine()
    var steps: Steps = [.run(.score(table, today), .latest("score"))]
    if let midnight = today.following(1).start(in: now.zone) {
      steps.append(.run(.awaitDay(midnight), .standing("day")))
    }
    if !isSame { steps += look(today) }
    return steps + trace()
  }

  private mutating func adopt(_ standing: ScoredDay, _ now: Moment) -> Steps {
    scores = standing.scores
    week = standing.week
    lastWeek = standing.lastWeek
    weekBefore = standing.weekBefore
    recovery = standing.recovery
    return [.say(.changed)] + celebrate(now)
  }

  /// The longest range shown in any window; nil when there is none.
  private var wanted: Int? {
    windows.all.filter { $0.route?.path.first == "pillars" && $0.days > ProgressWindowState.calm }.map(\.days).max()
  }

  /// Computes the scores of the shown range.
  mutating func trace() -> Steps {
    guard let table, let day, let wanted else { return [] }
    return [.run(.trace(table, day, days: wanted), .latest("trace"))]
  }

  // MARK: Insights

  /// Compares the findings with the days, so that none outlives the entries that it is about.
  private mutating func examine() {
    guard examines, let table, let day else { return }
    sound = Set((run?.run.findings ?? []).filter { $0.holds(in: table, on: day) }.map(\.id))
  }

  /// Starts an analysis, which cancels the one under way. Waits for the stored result, so that the same days are not
  /// analysed at every start.
  private mutating func look(_ today: CalendarDay) -> Steps {
    guard hasRecalled, let table else { return [] }
    isLooking = true
    // What does not hold is made anew, also from days that were analysed.
    let isWhole = sound.map { $0.count == run?.run.findings.count } ?? true
    return [.run(.look(table, own, today, known: isWhole ? run?.digest : nil), .latest("insights"))]
  }

  /// Takes the person's own measures; other values are analysed, other names are only shown.
  private mutating func take(_ series: [OwnSeries], _ labels: [String: OwnLabel]) -> Steps {
    let isRenamed = labels != ownLabels
    ownLabels = labels
    var steps: Steps = isRenamed && run?.run.own.isEmpty == false ? [.say(.changed)] : []
    if series != own {
      own = series
      if days == .done, let day { steps += look(day) }
    }
    return steps
  }

  private mutating func looked(_ new: KeptRun?) -> Steps {
    isLooking = false
    guard let new else { return [] }
    let known = Set(run?.run.findings.map(\.id) ?? [])
    let found = new.run.findings.count { !known.contains($0.id) && regards[$0.id] == nil }
    run = new
    return [.run(.keepRun(new), .newest("run")), .say(.changed)] + (found > 0 ? [.say(.found(found))] : [])
  }

  private mutating func recalled(_ memory: Memory, _ now: Moment) -> Steps {
    hasRecalled = true
    run = run ?? memory.run
    counted = counted ?? memory.progress
    for regard in memory.regards where regards[regard.finding] == nil { regards[regard.finding] = regard }
    let known = Set(achievements.map(\.id))
    achievements += memory.achievements.filter { !known.contains($0.id) }
    let steps: Steps = day.map { look($0) } ?? []
    return steps + celebrate(now) + [.say(.changed)]
  }
}
