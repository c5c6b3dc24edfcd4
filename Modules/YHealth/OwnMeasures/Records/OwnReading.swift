public import Kernel
internal import Numbers
public import Platform
public import Storage

/// An entry of a measure: its values at an instant.
public struct OwnReading: Syncable {
  public static let collection = "own_readings"
  static let longestNote = 5000

  public internal(set) var id: ID<OwnReading>
  public let measure: UUID
  /// The level, the number, the dose or the systolic pressure.
  public var value: Double?
  /// The diastolic pressure.
  public var second: Double?
  /// False for a medicine that was not taken.
  public var isTaken: Bool
  public var note: String?
  public var measuredAt: Date

  public var when: Date { measuredAt }

  public init(
    id: ID<OwnReading>, measure: UUID, value: Double? = nil, second: Double? = nil, isTaken: Bool = true,
    note: String? = nil, measuredAt: Date
  ) {
    self.id = id
    self.measure = measure
    self.value = value
    self.second = second
    self.isTaken = isTaken
    self.note = note
    self.measuredAt = measuredAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, measure, value, second, note
    case isTaken = "is_taken"
    case measuredAt = "measured_at"
  }

  /// "6 of 10", "Taken, 400 mg", "128/82 mmHg".
  func words(of measure: OwnMeasure, in numbers: NumberNotation) -> String {
    switch measure.kind {
    case .medicine:
      guard isTaken else { return "Not taken" }
      return ["Taken", value.map { measure.said($0, in: numbers) }].compactMap(\.self).joined(separator: ", ")
    case .pressure:
      guard let value, let second else { return "No value" }
      return "\(numbers.text(value.thousandths))/\(numbers.text(second.thousandths)) mmHg"
    case .scale, .number: return value.map { measure.said($0, in: numbers) } ?? "No value"
    }
  }
}

/// An entry as it is stored.
public struct StoredReading: Sendable, Equatable {
  public let reading: OwnReading
  let version: Version
  let isWaiting: Bool

  var id: UUID { reading.id.uuid }

  init(_ row: Opened<OwnReading>) {
    (reading, version) = (row.record, row.version)
    isWaiting = row.state == .dirty
  }

  /// Sorts newest first, and entries of the same instant by identifier, so that both stay.
  static func isNewer(_ one: StoredReading, _ other: StoredReading) -> Bool {
    (one.reading.measuredAt, one.id.uuidString) > (other.reading.measuredAt, other.id.uuidString)
  }
}
