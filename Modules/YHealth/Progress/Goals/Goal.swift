public import Days
public import FoundationEssentials
public import Kernel
public import Pillar
public import Storage

/// What a person means to reach, from one day on and perhaps until another.
public struct Goal: Kept {
  public static let collection = "goals"

  /// How it stands. The raw values are stored and sent, so they never change.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    case active, reached
    case givenUp = "given_up"
  }

  public let id: ID<Goal>
  public var pillar: Pillar
  /// What is measured, by its title, or words of the person's own.
  public var name: String
  public var target: Double?
  /// Says with the name what is counted, and how: "steps a day".
  public var unit: String?
  public var beginsOn: CalendarDay
  public var endsOn: CalendarDay?
  public var status: Status

  /// Noon of its first day, on the clocks of nobody in particular: goals are put in order by it.
  public var when: Date { Date(timeIntervalSince1970: Double(beginsOn.number) * 86_400 + 43_200) }

  public init(
    id: ID<Goal>, pillar: Pillar, name: String, target: Double? = nil, unit: String? = nil, beginsOn: CalendarDay,
    endsOn: CalendarDay? = nil, status: Status = .active
  ) {
    self.id = id
    self.pillar = pillar
    self.name = name
    self.target = target
    self.unit = unit
    self.beginsOn = beginsOn
    self.endsOn = endsOn
    self.status = status
  }

  private enum CodingKeys: String, CodingKey {
    case id, pillar, name, target, unit, status
    case beginsOn = "begins_on"
    case endsOn = "ends_on"
  }
}

/// A goal as the store has it.
public struct KeptGoal: Sendable, Equatable, Identifiable {
  public let goal: Goal
  /// To be handed back when it is saved, so that nobody writes over another unseen.
  public let version: Version
  /// The server does not have it yet.
  public let isWaiting: Bool

  public var id: ID<Goal> { goal.id }

  init(_ opened: Opened<Goal>) {
    goal = opened.record
    version = opened.version
    isWaiting = opened.state == .dirty
  }

  /// Newest first; of the same day, the one made last.
  static func isNewer(_ one: KeptGoal, _ other: KeptGoal) -> Bool {
    (one.goal.beginsOn, one.id.uuid.uuidString) > (other.goal.beginsOn, other.id.uuid.uuidString)
  }
}
