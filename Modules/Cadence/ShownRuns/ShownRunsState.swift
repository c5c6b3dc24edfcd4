internal import Days
public import Interface
public import Kernel
internal import Numbers
internal import Platform
internal import TrainingPlan
internal import Units

/// The acts on shown activities, and the results of effects.
public enum ShownRunsAction: Sendable, Equatable {
  case begin
  case loaded([ShownRun])
  case notLoaded(Problem)
  /// The stored activities are different now, or an hour has passed.
  case due
  case retry
}

/// The requests of the feature.
public enum ShownRunsEffect: Sendable, Equatable {
  case load
  case listen
  case awaitHour
}

/// The feature tells nobody anything: what it shows goes nowhere else.
public enum ShownRunsEvent: Sendable, Equatable {}

/// The activities of an account whose terms allow nothing but to show them.
public struct ShownRunsState: Deciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public private(set) var reading = Reading.unread
  /// The newest first.
  public private(set) var runs: [ShownRun] = []

  public init() {}

  public mutating func receive(_ action: ShownRunsAction, at now: Moment) -> [Step<ShownRunsEffect, ShownRunsEvent>] {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [
        .run(.load, .latest("load")), .run(.listen, .standing("changes")), .run(.awaitHour, .standing("hour")),
      ]
    case .loaded(let runs):
      reading = .done
      self.runs = runs
    case .notLoaded(let problem): if reading != .done { reading = .failed(problem) }
    case .due: return [.run(.load, .latest("load"))]
    case .retry:
      guard case .failed = reading else { return [] }
      reading = .underWay
      return [.run(.load, .latest("load"))]
    }
    return []
  }
}

// MARK: - Screen

extension ShownRunsState {
  public static let place = Place("/apps/strava", title: "Runs on Strava", keywords: ["Strava", "runs", "activities"])

  public func screen(_ route: Route, in surroundings: Surroundings) -> Screen<ShownRunsAction> {
    Screen(
      route, title: "Runs on Strava", nodes: [.heading("Runs on Strava", level: 1)] + content(surroundings.now))
  }

  private func content(_ now: Moment) -> [Node<ShownRunsAction>] {
    switch reading {
    case .unread, .underWay: return [.skeleton("Loading your runs", lines: 3)]
    case .failed(let problem):
      return [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", id: "retry", icon: .refresh, does: .retry)])
      ]
    case .done: break
    }
    let shown = runs.filter { !$0.isExpired(at: now.date) }
    guard !shown.isEmpty else {
      return [
        .empty(
          "No runs are shown.", because: "The runs of a connected Strava account are listed here.", icon: .run,
          .link("Connected apps", to: Route(["apps"]), id: "apps", icon: .link))
      ]
    }
    let words = RunLine(now)
    return [
      .text(
        "Strava lets Cadence show you these for \(ShownRun.days) days after they were fetched, and forbids to use them for "
          + "advice or to hand them to a language model. Your coach and your plan do not know them.", id: "why"),
      .link("Use your Strava archive instead", to: Route(["connect"]), id: "archive", icon: .add),
      .list(
        "Activities", id: "list",
        shown.map { run in
          .row(words.title(run), id: run.id.description, value: words.line(run)).with { $0.icon = .run }
        }),
    ]
  }
}

/// The words of one activity.
private struct RunLine {
  private let now: Moment
  private let dates: DateWords
  private let plan: PlanWords

  init(_ now: Moment) {
    self.now = now
    dates = DateWords(now)
    let amounts = AmountNotation(of: now.locale)
    plan = PlanWords(amounts.unit(of: .distance) == .mile ? .miles : .km, decimal: amounts.numbers.decimal)
  }

  func title(_ run: ShownRun) -> String {
    let words = run.sport.split(separator: "_").joined(separator: " ")
    let sport = words.prefix(1).uppercased() + words.dropFirst()
    return run.metres.map { "\(sport), \(plan.distance($0))" } ?? sport
  }

  /// "24 November 2026, 45:10, 5:30 /km".
  func line(_ run: ShownRun) -> String {
    [dates.day(run.start), plan.time(run.seconds), run.pace.map { plan.pace($0...$0) }].compactMap(\.self)
      .joined(separator: ", ")
  }
}
