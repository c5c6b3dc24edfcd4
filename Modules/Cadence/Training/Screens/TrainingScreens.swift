internal import Days
internal import Forms
public import Interface
public import Kernel
internal import Platform
internal import Storage
internal import TrainingPlan

typealias TrainingNode = Node<TrainingWindowAction>

extension TrainingState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<TrainingWindowAction> {
    let (local, words) = (windows[window], RunWords(surroundings))
    if let name = TrainingForm(route) { return formScreen(name, route, surroundings, window) }
    if let kind = TrainingState.change(route) { return changeScreen(kind, route, local, words) }
    switch route.path {
    case TrainingPlaces.plan.path: return planScreen(route, local, words)
    case TrainingPlaces.why.path: return whyScreen(route, local, words)
    case TrainingPlaces.profile.path: return profileScreen(route, local, words)
    case ["plan", "run"]: return runScreen(route, local, words)
    case ["plan", "week"]: return weekScreen(route, local, words)
    default: return todayScreen(route, local, words)
    }
  }

  /// The node shown in place of everything while nothing is known; nil once there is something to show.
  func unready() -> TrainingNode? {
    switch reading {
    case .failed(let problem):
      .unread(problem, retry: .refresh)
    case .unread, .underWay: .skeleton("Loading your plan", lines: 4)
    case .done: nil
    }
  }

  /// The problem of the last action, and of the plan itself.
  func standing(_ local: TrainingWindowState) -> [TrainingNode] {
    var nodes: [TrainingNode] = []
    if let problem = local.problem {
      nodes.append(.problem(problem, dismiss: .dismissProblem))
    }
    if let planProblem {
      nodes.append(.notice(planProblem.sentence, id: "unreadable", tone: .warning, icon: .warning))
    }
    return nodes
  }

  static let caution =
    "This is wellness, not medicine. Stop and see a doctor with chest pain, fainting, or pain that changes how you walk."

  /// The notice about an open sign for a doctor, or else about the last pain; nil without any.
  func painNotice(_ words: RunWords) -> TrainingNode? {
    let recent = runs.lazy.map(\.record).filter { (0...7).contains(words.today.days(since: $0.day)) }
    if let open = openSign(on: words.today) { return notice(about: open, words) }
    guard let last = recent.first, last.id == runs.first?.record.id, last.pain > 0 else { return nil }
    if last.pain >= PlanRunner.comebackPain {
      return .notice(
        "You marked a pain of \(last.pain) of 10. Stop running, and see a doctor before you run again.", id: "pain",
        tone: .warning, icon: .warning,
        course == nil || course?.plan.kind == .comeback
          ? [] : [.button("Make a plan for a comeback", id: "comeback", icon: .heart, does: .planAnew)])
    }
    return .notice(
      "You marked a slight pain. Keep to an easy effort; if it grows in a run, stop, and see a doctor if it stays.",
      id: "pain", tone: .info, icon: .info)
  }

  /// The state without a plan: a proposed one, or the way to one.
  func withoutPlan() -> [TrainingNode] {
    guard proposal == nil else {
      return [
        .empty(
          "Your plan is ready.", because: "Look at its weeks and reasons, then use it.", icon: .calendar,
          TrainingNode.link("Look at the plan", to: TrainingPlaces.plan, id: "look", icon: .calendar)
            .with { $0.isProminent = true })
      ]
    }
    return [
      .empty(
        "No plan yet.", because: "A few answers about your running make one, with a reason for every number.",
        icon: .run,
        TrainingNode.link("Your running", to: TrainingPlaces.runner, id: "runner", icon: .edit)
          .with { $0.isProminent = true })
    ]
  }
}
