internal import Days
internal import Hours
internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// The versions that each window shows.
public struct VersionsState: WindowedDeciding {
  let kinds: [VersionedKind]
  private var hasBegun = false
  public var windows = WindowStates<VersionsWindowState>()

  public init(_ kinds: [VersionedKind]) { self.kinds = kinds }

  public typealias Steps = [Step<VersionsEffect, VersionsEvent>]

  func kind(_ collection: String) -> VersionedKind {
    kinds.first { $0.collection == collection }
      ?? VersionedKind(collection, one: "entry", icon: .list, titles: [], fields: [], page: VersionsPlaces.home)
  }

  public mutating func receive(_ action: VersionsAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return [.run(.listen, .standing("changes"))]
    case .changed: return windows.windows.flatMap { read(in: $0) }
    case .read(let reading, let subject, let window):
      guard windows[window].subject == subject else { return [] }
      windows[window].reading = .done(reading)
    case .notRead(let problem, let window):
      guard windows[window].subject != nil else { return [] }
      windows[window].reading = .failed(problem)
    case .planned(let plan, let window):
      guard windows[window].subject != nil else { return [] }
      guard !plan.restorations.isEmpty else {
        return [.tell(.told(Toast("Nothing was different at that time.", tone: .info)), window)]
      }
      windows[window].plan = plan
    case .notPlanned(let problem, let window):
      return [.tell(.told(Toast(problem.sentence, tone: .warning)), window)]
    case .restored(let count, let window):
      windows[window].isRestoring = false
      let words = count == 1 ? "Restored." : "\(count) entries restored."
      return [.tell(.told(Toast("\(words) What it replaced is in the history.", tone: .success)), window)]
        + read(in: window)
    case .notRestored(let problem, let window):
      windows[window].isRestoring = false
      return [.tell(.told(Toast(problem.sentence, tone: .warning)), window)]
    }
    return []
  }

  public mutating func receive(_ action: VersionsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      let subject = VersionsPlaces.subject(route)
      if windows[window].subject != subject {
        windows[window] = VersionsWindowState()
        windows[window].subject = subject
      }
      return read(in: window)
    case .left: windows[window] = VersionsWindowState()
    case .retry: return read(in: window)
    case .typeDay(let text):
      windows[window].day = String(text.prefix(VersionsWindowState.longest))
      windows[window].isDayWrong = false
    case .typeTime(let text):
      windows[window].time = String(text.prefix(VersionsWindowState.longest))
      windows[window].isTimeWrong = false
    case .plan: return plan(in: window, at: now)
    case .planTo(let time): return plan(to: time, in: window)
    case .cancel: windows[window].plan = nil
    case .confirm:
      guard let plan = windows[window].plan else { return [] }
      windows[window].plan = nil
      return restore(plan.restorations, in: window)
    case .restore(let restoration): return restore([restoration], in: window)
    }
    return []
  }

  private func read(in window: WindowID) -> Steps {
    guard let subject = windows[window].subject else { return [] }
    return [.run(.read(subject, in: window), .latest("read", of: window))]
  }

  private mutating func plan(in window: WindowID, at now: Moment) -> Steps {
    let local = windows[window]
    let typed = local.day.filter { !$0.isWhitespace }
    let day = typed.isEmpty ? now.day : CalendarDay(typed)
    let time = TimeOfDay(typed: local.time)
    windows[window].isDayWrong = day == nil
    windows[window].isTimeWrong = time == nil
    guard let day, let time, let instant = day.instant(at: time, in: now.zone) else { return [] }
    return plan(to: instant, in: window)
  }

  private func plan(to time: Date, in window: WindowID) -> Steps {
    guard let subject = windows[window].subject, !windows[window].isRestoring else { return [] }
    return [.run(.plan(subject, to: time, in: window), .latest("plan", of: window))]
  }

  private mutating func restore(_ restorations: [Restoration], in window: WindowID) -> Steps {
    guard windows[window].subject != nil, !windows[window].isRestoring else { return [] }
    windows[window].isRestoring = true
    return [.run(.restore(restorations, in: window), .inOrder("restore"))]
  }
}

/// The versions in one window.
public struct VersionsWindowState: LocalState {
  static let longest = 40

  enum Reading: Sendable, Equatable {
    case underWay
    case done(VersionReading)
    case failed(Problem)
  }

  /// Nil while no history is shown.
  var subject: VersionSubject?
  var reading = Reading.underWay
  var day = ""
  var time = ""
  var isDayWrong = false
  var isTimeWrong = false
  /// The change that is asked about.
  var plan: VersionPlan?
  var isRestoring = false

  public init() {}
}
