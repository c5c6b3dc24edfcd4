internal import Days
internal import FoundationEssentials
public import Interface
public import Kernel
public import Pillar

/// Which form: one for a new goal of each pillar, and one for each goal that is edited.
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

/// A form for a goal that one window has in hand.
public struct GoalForm: Sendable, Equatable {
  public enum Phase: Sendable, Equatable {
    case editing, saving
    /// It is on the disk.
    case done
    /// There is no such goal, or no longer.
    case missing
  }

  public let name: GoalFormName
  public internal(set) var phase = Phase.editing
  var values: GoalValues
  var before: GoalValues
  /// What was opened; nil for a new one.
  var opened: KeptGoal?
  /// Somebody wanted to save it, and learnt what is missing.
  var isTried = false
  public internal(set) var problem: Problem?
  /// Somebody else saved it since it was opened, and whoever types here was told: the next save replaces theirs.
  var isBehind = false
  /// Where its draft is kept, when it is another window's or an earlier process's.
  var draft: ID<GoalDraft>?
  public internal(set) var isRecovered = false

  /// Something was entered that the store does not have.
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
