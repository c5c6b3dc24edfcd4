internal import Days
public import Forms
internal import Hours
internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The state of one window.
public struct ConnectionsWindowState: FormHolding {
  struct PlanForm: Equatable {
    var day: String?
    var time = "18:00"
    var isTried = false
  }

  public var forms = FormTable<PairForm>()
  /// Whether a report was to be sent and something was missing.
  var isReportTried = false
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
    case .appeared(let route):
      if let name = PairForm(route) { appear(name, in: window, at: now) }
      return fetchIfNeeded()
    case .left(let route):
      if let name = PairForm(route) { leave(name, in: window) }
      windows[window].problem = nil
      windows[window].blocking = nil
      switch route.path {
      case ConnectionsPlaces.report.path: windows[window].isReportTried = false
      case ConnectionsPlaces.checkIn.path: windows[window].plan = .init()
      default: break
      }
    case .refresh:
      guard case .failed = reading else { return fetch() + [.say(.syncAsked)] }
      return [read, .say(.syncAsked)]
    case .act(let act): return ask(act, in: window)
    case .typeFeedback(let id, let text):
      return type(.end(id), in: window, at: now) {
        $0[.feedback] = String(text.prefix(SponsorConnection.longestFeedback))
      }
    case .end(let id):
      guard let connection = connections.first(where: { $0.id.uuid == id }) else { return [] }
      let feedback = typed(.end(id), windows[window])[.feedback]
      let words = feedback.allSatisfy(\.isWhitespace) ? nil : feedback
      return ask(
        ConnectionsAct(.end(connection.id, feedback: words), name: name(partner(of: connection))), in: window)
    case .typeReport(let person, let text):
      return type(.report(person), in: window, at: now) { $0[.words] = String(text.prefix(PeerReport.longestWords)) }
    case .chooseReport(let person, let kind):
      return type(.report(person), in: window, at: now) { $0[.kind] = kind.rawValue }
    case .includeMessages(let person, let isOn):
      return type(.report(person), in: window, at: now) { $0[.messages] = isOn ? "on" : "" }
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
    case .form(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  public mutating func closed(_ local: ConnectionsWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  public mutating func save(_ name: PairForm, in window: WindowID, at now: Moment) -> Steps {
    switch name {
    case .report(let person): report(person.lower, in: window)
    case .end(let connection): receive(.end(connection), from: window, at: now)
    }
  }

  /// The texts that are typed in a sheet.
  func typed(_ name: PairForm, _ local: ConnectionsWindowState) -> FormValues<PairField> {
    local.forms[name]?.values ?? FormValues()
  }

  private mutating func ask(_ act: ConnectionsAct, in window: WindowID) -> Steps {
    guard windows[window].busy.insert(act.ask).inserted else { return [] }
    windows[window].problem = nil
    return [.run(.ask(act, in: window), .inOrder("ask"))]
  }

  private mutating func report(_ person: String, in window: WindowID) -> Steps {
    windows[window].isReportTried = true
    guard let id = UUID(uuidString: person) else { return [] }
    let typed = typed(.report(id), windows[window])
    guard let kind = PeerReport(rawValue: typed[.kind]), !typed[.words].allSatisfy(\.isWhitespace) else { return [] }
    return ask(
      ConnectionsAct(
        .report(id.lower, kind, words: typed[.words]), name: name(id),
        includesMessages: typed[.messages] == "on" && hasMessages(with: id)), in: window)
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
