internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Platform
public import SoberDays
internal import Storage

/// A product's offer: the programmes whose milestones can be marked, the first of which is the usual one, and the help
/// in a crisis.
public struct SobrietyOffer: Sendable, Equatable {
  public let programmes: [MilestoneProgramme]
  public let crisis: CrisisCard

  public init(programmes: [MilestoneProgramme], crisis: CrisisCard) {
    self.programmes = programmes
    self.crisis = crisis
  }
}

/// The ledger, what belongs to it, and the state of every window.
public struct SobrietyState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    public var hasFailed: Bool { if case .failed = self { true } else { false } }
  }

  let offer: SobrietyOffer
  public internal(set) var reading = Reading.unread
  private var session: UUID?
  var book = SobrietyBook()
  public internal(set) var ledger = SobrietyLedger([])
  /// Whether the store changed during the read under way.
  var mustReadAgain = false
  var isReadUnderWay = false
  /// The number of reflections last asked for.
  var extent = SobrietyWindowState.pageLength + 1
  /// The milestones that were told: those read since the start, and those whose record is being saved.
  var told: Set<UUID> = []
  /// The day at the last action, so that the count is drawn again on a new day.
  var today: CalendarDay?
  /// The instant at which that day ends where the person is.
  private var ending: Date?
  public var drafts: [FormDraft<SobrietyForm>] = []
  public var windows = WindowStates<SobrietyWindowState>()

  public init(_ offer: SobrietyOffer) { self.offer = offer }

  public typealias Steps = [Step<SobrietyEffect, SobrietyNews>]

  public static func effect(_ effect: FormEffect<SobrietyForm>) -> SobrietyEffect { .form(effect) }

  // MARK: Derived

  var plan: SobrietyPlan { book.plan ?? SobrietyPlan() }

  public var programme: MilestoneProgramme {
    offer.programmes.first { $0.id == plan.programme } ?? offer.programmes.first
      ?? MilestoneProgramme("none", "None", [])
  }

  func milestone(_ id: ID<MilestoneRecord>) -> Opened<MilestoneRecord>? { book.milestones.first { $0.id == id } }

  func note(of beginning: UUID) -> String? { book.records.first { $0.id.uuid == beginning }?.note }

  func checkIn(_ due: DueCheckIn) -> CheckIn? { book.checkIns.first { $0.day == due.day && $0.kind == due.kind } }

  // MARK: Transitions

  public mutating func receive(_ action: SobrietyWindowAction, from window: WindowID, at now: Moment) -> Steps {
    let turned = turn(at: now)
    return turned + decide(action, in: window, now)
  }

  public mutating func receive(_ action: SobrietyAction, at now: Moment) -> Steps {
    let turned = turn(at: now)
    switch action {
    case .begin:
      guard reading == .unread else { return turned }
      reading = .underWay
      return turned + [.run(.listen, .standing("changes"))] + findDrafts + readAgain()
    case .session(let account):
      guard account != session else { return turned }
      // What was typed goes with the account that is left.
      if session != nil {
        forgetAll()
        windows.forEach { $0.reflection = nil }
      }
      session = account
      return turned
    case .refresh, .changed: return turned + readAgain()
    case .turned: return turned
    case .read(let book): return turned + take(book, now)
    case .notRead(let problem):
      isReadUnderWay = false
      if reading != .done { reading = .failed(problem) }
      return turned
    case .done(let change, let window): return turned + done(change, in: window, now)
    case .notDone(let change, let problem, let window): return turned + notDone(change, problem, in: window)
    case .opened(let id, let opened, let window): take(opened, of: id, in: window)
    case .form(let answer): take(answer, at: now)
    }
    return turned
  }

  public mutating func closed(_ local: SobrietyWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  /// Notes the day, tells what is reached on it, and waits for the next one.
  private mutating func turn(at now: Moment) -> Steps {
    let next = now.day.following(1).start(in: now.zone)
    guard today != now.day || ending != next else { return [] }
    (today, ending) = (now.day, next)
    guard let next else { return tell(now) }
    return [.run(.awaitDay(next), .standing("day"))] + tell(now)
  }

  /// Reads once at a time; what changes meanwhile is read after it.
  mutating func readAgain() -> Steps {
    guard reading != .unread else { return [] }
    guard !isReadUnderWay else {
      mustReadAgain = true
      return []
    }
    isReadUnderWay = true
    mustReadAgain = false
    let page = windows.all.map(\.page).max() ?? 0
    extent = (page + 1) * SobrietyWindowState.pageLength + 1
    return [.run(.read(reflections: extent), .latest("read"))]
  }

  /// Reads after an own change. The read under way may have begun before it, so its answer is dropped.
  mutating func readAnew() -> Steps {
    isReadUnderWay = false
    return readAgain()
  }

  private mutating func take(_ book: SobrietyBook, _ now: Moment) -> Steps {
    isReadUnderWay = false
    reading = .done
    self.book = book
    told.formUnion(book.milestones.map(\.id.uuid))
    ledger = SobrietyLedger(book.records.compactMap(\.event))
    beginAnew(now)
    return tell(now) + (mustReadAgain ? readAgain() : [])
  }

  /// Saves the milestones of the current run that were not told before. The newest is told once they are saved.
  private mutating func tell(_ now: Moment) -> Steps {
    guard reading == .done, let run = ledger.runs(to: now.day).last else { return [] }
    let fresh = programme.reached(in: run).map { MilestoneRecord($0) }.filter { !told.contains($0.id.uuid) }
    guard !fresh.isEmpty else { return [] }
    told.formUnion(fresh.map(\.id.uuid))
    return [.run(.save(.milestones(fresh), in: nil), .inOrder("write"))]
  }
}
