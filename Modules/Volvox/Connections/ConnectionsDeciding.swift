internal import Days
internal import Hours
internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The state of one window.
public struct ConnectionsWindowState: LocalState {
  struct ReportForm: Equatable {
    var kind: PeerReport?
    var words = ""
    var isTried = false
  }

  struct PlanForm: Equatable {
    var day: String?
    var time = "18:00"
    var isTried = false
  }

  var feedback = ""
  var report = ReportForm()
  var plan = PlanForm()
  /// Questions that were sent and not answered yet.
  var busy: Set<PeerAsk> = []
  /// The person about whom is asked whether to block them.
  var blocking: String?
  var problem: Problem?

  public init() {}
}

// The transitions for the person's actions in one window.
extension ConnectionsState {
  public mutating func receive(_ action: ConnectionsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared: return fetchIfNeeded()
    case .left(let route):
      windows[window].problem = nil
      windows[window].blocking = nil
      switch route.path {
      case ConnectionsPlaces.end.path: windows[window].feedback = ""
      case ConnectionsPlaces.report.path: windows[window].report = .init()
      case ConnectionsPlaces.checkIn.path: windows[window].plan = .init()
      default: break
      }
    case .refresh:
      guard case .failed = reading else { return fetch() + [.say(.syncAsked)] }
      return [read, .say(.syncAsked)]
    case .act(let act): return ask(act, in: window)
    case .typeFeedback(let text): windows[window].feedback = String(text.prefix(SponsorConnection.longestFeedback))
    case .end(let id):
      guard let connection = connections.first(where: { $0.id.uuid == id }) else { return [] }
      let feedback = windows[window].feedback
      let words = feedback.allSatisfy(\.isWhitespace) ? nil : feedback
      return ask(
        ConnectionsAct(.end(connection.id, feedback: words), name: name(partner(of: connection))), in: window)
    case .typeReport(let text): windows[window].report.words = String(text.prefix(PeerReport.longestWords))
    case .chooseReport(let kind): windows[window].report.kind = kind
    case .report(let person): return report(person, in: window)
    case .typeDay(let text): windows[window].plan.day = String(text.prefix(40))
    case .typeTime(let text): windows[window].plan.time = String(text.prefix(20))
    case .plan(let id): return plan(id, in: window, now)
    case .unplan(let checkIn):
      return [.run(.save(.unplan(checkIn), name: name(checkIn.partner), in: window), .inOrder("write"))]
    case .askBlock(let person): windows[window].blocking = person
    case .block(let person):
      windows[window].blocking = nil
      guard let id = UUID(uuidString: person) else { return [] }
      return [.run(.block(id, name: name(id), in: window), .inOrder("write"))]
    case .unblock(let block):
      return [.run(.save(.unblock(block), name: name(block.blocked), in: window), .inOrder("write"))]
    case .cancel: windows[window].blocking = nil
    case .dismissProblem: windows[window].problem = nil
    }
    return []
  }

  private mutating func ask(_ act: ConnectionsAct, in window: WindowID) -> Steps {
    guard windows[window].busy.insert(act.ask).inserted else { return [] }
    windows[window].problem = nil
    return [.run(.ask(act, in: window), .inOrder("ask"))]
  }

  private mutating func report(_ person: String, in window: WindowID) -> Steps {
    windows[window].report.isTried = true
    let form = windows[window].report
    guard let kind = form.kind, !form.words.allSatisfy(\.isWhitespace), let id = UUID(uuidString: person) else {
      return []
    }
    return ask(ConnectionsAct(.report(id.lower, kind, words: form.words), name: name(id)), in: window)
  }

  private mutating func plan(_ id: UUID, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].plan.isTried = true
    guard let connection = active.first(where: { $0.id.uuid == id }), let session,
      case .success(let at) = planned(windows[window].plan, now)
    else { return [] }
    let partner = partner(of: connection)
    return [
      .run(
        .plan(
          connection: id, planner: session, partner: partner, at: at, name: name(partner), in: window),
        .inOrder("write"))
    ]
  }

  struct PlanComplaint: Error, Equatable {
    let sentence: String
  }

  /// The typed instant, or what is wrong with it.
  func planned(_ form: ConnectionsWindowState.PlanForm, _ now: Moment) -> Result<Date, PlanComplaint> {
    let text = form.day ?? now.day.following(1).text
    guard let day = CalendarDay(text), let time = TimeOfDay(typed: form.time),
      let at = day.instant(at: time, in: now.zone)
    else { return .failure(PlanComplaint(sentence: "Enter a day and a time, such as 18:00.")) }
    if at <= now.date { return .failure(PlanComplaint(sentence: "Choose a time that lies ahead.")) }
    if day > now.day.following(366) { return .failure(PlanComplaint(sentence: "Choose a day within a year.")) }
    return .success(at)
  }
}
