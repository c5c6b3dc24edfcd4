/// A plan as a coach can tell it: figures and sentences in the units of the reader. All of it is read off the plan and its trail.
public struct PlanTelling: Sendable, Hashable {
  /// One quality of the runner from 0 to 100; nil where nothing is known.
  public struct Axis: Sendable, Hashable {
    public let title: String
    public let value: Int?
    /// The formula in words.
    public let formula: String

    public init(_ title: String, _ value: Int?, formula: String) {
      self.title = title
      self.value = value
      self.formula = formula
    }
  }

  public struct Week: Sendable, Hashable {
    public enum Mark: String, Sendable, Hashable { case recovery, race }

    public let title: String
    public let volume: Double
    /// The share of faster work in per cent.
    public let intensity: Double
    public let mark: Mark?

    public init(_ title: String, volume: Double, intensity: Double, mark: Mark?) {
      self.title = title
      self.volume = volume
      self.intensity = intensity
      self.mark = mark
    }
  }

  /// A day of the first whole week; without an entry it is a rest day.
  public struct OneDay: Sendable, Hashable {
    public let date: String
    public let weekday: String
    public let entry: String?
    public let detail: String?
    public let minutes: Int?
    public let isKey: Bool
    /// The parts of the run, one after another.
    public let parts: [String]

    public init(
      _ date: String, _ weekday: String, entry: String? = nil, detail: String? = nil, minutes: Int? = nil,
      isKey: Bool = false, parts: [String] = []
    ) {
      self.date = date
      self.weekday = weekday
      self.entry = entry
      self.detail = detail
      self.minutes = minutes
      self.isKey = isKey
      self.parts = parts
    }
  }

  /// A reason: the figure, what the runner said or ran, the strength of the evidence and its source.
  public struct Reason: Sendable, Hashable {
    public let figure: String
    public let told: String
    public let strength: String
    public let source: String

    public init(figure: String, told: String, strength: String, source: String) {
      self.figure = figure
      self.told = told
      self.strength = strength
      self.source = source
    }
  }

  /// A major decision with its reasons.
  public struct Decision: Sendable, Hashable {
    public let title: String
    public let reasons: [Reason]

    public init(_ title: String, _ reasons: [Reason]) {
      self.title = title
      self.reasons = reasons
    }
  }

  /// The expected time of a race, and the target beside it.
  public struct Expectation: Sendable, Hashable {
    public let today: String
    public let half: String
    public let wide: String
    public let target: String?
    public let gap: String?
    public let achievability: String?

    public init(
      today: String, half: String, wide: String, target: String? = nil, gap: String? = nil,
      achievability: String? = nil
    ) {
      self.today = today
      self.half = half
      self.wide = wide
      self.target = target
      self.gap = gap
      self.achievability = achievability
    }
  }

  /// The identifier of the plan; another one after each change.
  public var id: String
  public var kind: RunnerPlan.Kind
  public var goal = ""
  /// The differences from the plan in use, in words; none without one.
  public var changes: [String] = []
  /// Where a plan that replaces another goes on, or that it begins anew, in a sentence; nil without another.
  public var progress: String?
  public var unit = "km"
  /// The considerations, one line after another.
  public var thoughts: [String] = []
  public var axes: [Axis] = []
  public var strength: String?
  public var weakness: String?
  public var weeks: [Week] = []
  public var peak = ""
  /// The weeks of recovery and taper in words; nil without any.
  public var recovery: String?
  public var taper: String?
  /// The days of the first whole week.
  public var days: [OneDay] = []
  /// Whether runs of a part of a week come before those days.
  public var isFirstWeekPart = false
  /// The reasons for which the key sessions stand on their days.
  public var placements: [String] = []
  public var expectation: Expectation?
  public var milestones: [String] = []
  public var decisions: [Decision] = []
  /// The first run: its title, and the days until it.
  public var firstRun: String?
  public var firstDay: String?
  public var daysAway: Int?

  public init(id: String, kind: RunnerPlan.Kind) {
    self.id = id
    self.kind = kind
  }
}
