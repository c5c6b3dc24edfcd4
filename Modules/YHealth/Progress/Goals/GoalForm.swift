internal import Days
internal import FoundationEssentials
public import Interface
public import Kernel
internal import Numbers
public import Pillar

/// The identity of a form: one for a new goal of each pillar, and one for each goal being edited.
public enum GoalFormName: Sendable, Hashable {
  case new(Pillar)
  case editing(ID<Goal>)

  /// Nil for a route that shows no form. A new goal is one of the pillar in `focus` unless the route names another.
  public init?(_ route: Route, focus: Pillar? = nil) {
    guard route.path == ProgressPlaces.goal.path else { return nil }
    if let id = route.parameters["id"].flatMap({ ID<Goal>($0) }) {
      self = .editing(id)
    } else {
      self = .new(route.parameters["pillar"].flatMap(Pillar.init(rawValue:)) ?? focus ?? .fitness)
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
  /// The locale in which its numbers are written.
  var locale: String
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

  init(new pillar: Pillar, at now: Moment) {
    name = .new(pillar)
    locale = now.locale
    values = GoalValues(pillar: pillar, begins: now.day.text)
    before = values
  }

  init(_ kept: KeptGoal, in locale: String) {
    name = .editing(kept.id)
    self.locale = locale
    values = GoalValues(kept.goal, in: NumberNotation(locale: locale))
    before = values
    opened = kept
  }

  init(missing id: ID<Goal>, at now: Moment) {
    name = .editing(id)
    locale = now.locale
    values = GoalValues(pillar: .fitness, begins: now.day.text)
    before = values
    phase = .missing
  }
}
