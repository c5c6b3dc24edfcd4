public import Days
public import Kernel
public import Pillar
public import Platform
public import Storage

/// A person's goal, from a first day on, with or without an end.
public struct Goal: Syncable {
  public static let collection = "goals"

  /// The state of a goal. The raw values are stored and sent, so they never change.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    case active, reached
    case givenUp = "given_up"
  }

  public let id: ID<Goal>
  public var pillar: Pillar
  /// The title of its measure, or the person's own words.
  public var name: String
  public var target: Double?
  /// Together with the name, the target: "steps a day".
  public var unit: String?
  public var beginsOn: CalendarDay
  public var endsOn: CalendarDay?
  public var status: Status

  /// Noon UTC of its first day, for sorting.
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

  public enum CodingKeys: String, ColumnKey {
    case id, pillar, name, target, unit, status
    case beginsOn = "begins_on"
    case endsOn = "ends_on"
  }
}

/// A goal as stored.
public struct KeptGoal: Sendable, Equatable, Identifiable {
  public let goal: Goal
  /// The version to pass when saving, so that no other change is overwritten unseen.
  public let version: Version
  /// Whether it has not reached the server yet.
  public let isWaiting: Bool

  public var id: ID<Goal> { goal.id }

  init(_ opened: Opened<Goal>) {
    goal = opened.record
    version = opened.version
    isWaiting = opened.state == .dirty
  }

  /// Sorts by first day, newest first, then by identifier.
  static func isNewer(_ one: KeptGoal, _ other: KeptGoal) -> Bool {
    (one.goal.beginsOn, one.id.uuid.uuidString) > (other.goal.beginsOn, other.id.uuid.uuidString)
  }
}
