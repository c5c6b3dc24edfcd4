internal import Days
internal import FoundationEssentials
public import Interface
public import Kernel
public import Pillar

/// The identity of a form: one for a new goal of each pillar, and one for each goal being edited.
public enum GoalFormName: Sendable, Hashable {
  case new(Pillar)
  case editing(ID<Goal>)

  /// Nil for a route that shows no form.
  public init?(_ route: Route) {
    guard route.path == ProgressPlaces.goal.path else { return nil }
    if let id = route.parameters["id"].flatMap({ ID<Goal>($0) }) {
      self = .editing(id)
    } else {
      self = .new(route.parameters["pillar"].flatMap(Pillar.init(rawValue:)) ?? .fitness)
    }
  }

  public var route: Route {
    switch self {
    case .new(let pillar): Route(ProgressPlaces.goal.path, ["pillar": pillar.rawValue])
    case .editing(let id): Route(ProgressPlaces.goal.path, ["id": "\(id)"])
    }
  }
}

/// The state of a goal's form in one window.
public struct GoalForm: Sendable, Equatable {
  public enum Phase: Sendable, Equatable {
    case editing, saving
    /// The goal is on disk.
    case done
    /// The goal does not exist, or no longer.
    case missing
  }

  public let name: GoalFormName
  public internal(set) var phase = Phase.editing
  var values: GoalValues
  var before: GoalValues
  /// The stored goal when the form was opened; nil for a new one.
  var opened: KeptGoal?
  /// Whether saving was attempted; from then on missing values are reported.
  var isTried = false
  public internal(set) var problem: Problem?
  /// Whether the goal was saved elsewhere since it was opened, and the user was told: the next save replaces that
  /// version.
  var isBehind = false
  /// The identifier of its draft, when it was restored from another window or an earlier process.
  var draft: ID<GoalDraft>?
  public internal(set) var isRecovered = false

  /// Whether the form differs from what is stored.
  public var isDirty: Bool { values != before }

  init(new pillar: Pillar, on today: CalendarDay) {
    name = .new(pillar)
    values = GoalValues(pillar: pillar, begins: today.text)
    before = values
  }

  init(_ kept: KeptGoal) {
    name = .editing(kept.id)
    values = GoalValues(kept.goal)
    before = values
    opened = kept
  }

  init(missing id: ID<Goal>, on today: CalendarDay) {
    name = .editing(id)
    values = GoalValues(pillar: .fitness, begins: today.text)
    before = values
    phase = .missing
  }
}
