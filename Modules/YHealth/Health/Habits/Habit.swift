public import Kernel
public import Platform
public import Storage

/// A habit that a person wants to keep.
public struct Habit: Syncable {
  public static let collection = "habits"
  static let longestName = 200
  /// Number of habits of one person that are read.
  static let most = 200

  /// The period of a habit.
  public enum Cadence: String, Sendable, Hashable, Codable, CaseIterable {
    case daily, weekly, monthly
  }

  public let id: ID<Habit>
  public var name: String
  public var cadence: Cadence
  /// The number of times that it is due in a day, a week or a month.
  public var times: Int
  public var isArchived: Bool

  /// The creation time, taken from the identifier.
  public var when: Date { id.uuid.made ?? Date(timeIntervalSince1970: 0) }

  public init(id: ID<Habit>, name: String, cadence: Cadence = .daily, times: Int = 1, isArchived: Bool = false) {
    self.id = id
    self.name = name
    self.cadence = cadence
    self.times = times
    self.isArchived = isArchived
  }

  public enum CodingKeys: String, ColumnKey {
    case id, name, cadence, times
    case isArchived = "is_archived"
  }
}

extension UUID {
  /// The time in a UUID of version 7; nil for others.
  var made: Date? {
    guard uuid.6 >> 4 == 7 else { return nil }
    let bytes = [uuid.0, uuid.1, uuid.2, uuid.3, uuid.4, uuid.5]
    return Date(timeIntervalSince1970: Double(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) / 1000)
  }
}
