public import Days
public import Kernel
public import Platform
public import SoberDays
public import Storage

/// A stored entry of the sobriety ledger. It is never changed; a correction is a record of its own.
public struct SobrietyRecord: Syncable {
  public static let collection = "sobriety_records"
  static let longestNote = 5000
  /// Number of entries of one person that are read.
  static let most = 2000

  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case start, slip, correction
  }

  public let id: ID<SobrietyRecord>
  public let kind: Kind
  /// The day from which days are counted. For a correction, the day to which the other entry is moved.
  public let beganOn: CalendarDay
  /// The start or slip that a correction is about.
  public let corrects: UUID?
  /// Whether a correction takes the other entry back.
  public let isWithdrawn: Bool
  public let note: String?
  /// Nil in rows of an earlier form.
  public let recordedAt: Date?

  public var when: Date { beganOn.noon }

  public init(
    id: ID<SobrietyRecord>, _ kind: Kind, on day: CalendarDay, corrects: UUID? = nil, isWithdrawn: Bool = false,
    note: String? = nil, recordedAt: Date
  ) {
    self.id = id
    self.kind = kind
    beganOn = day
    self.corrects = corrects
    self.isWithdrawn = isWithdrawn
    self.note = note
    self.recordedAt = recordedAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, kind, note, corrects
    case beganOn = "began_on"
    case isWithdrawn = "is_withdrawn"
    case recordedAt = "recorded_at"
  }

  /// The entry of the ledger. Nil for a correction that names none.
  public var event: SobrietyEvent? {
    let at = recordedAt ?? .distantPast
    switch kind {
    case .start: return SobrietyEvent(id: id.uuid, recordedAt: at, .start(beganOn))
    case .slip: return SobrietyEvent(id: id.uuid, recordedAt: at, .slip(beganOn))
    case .correction:
      return corrects.map {
        SobrietyEvent(id: id.uuid, recordedAt: at, .correction(of: $0, to: isWithdrawn ? nil : beganOn))
      }
    }
  }
}

extension CalendarDay {
  /// Noon in Greenwich, by which records of a day are ordered.
  var noon: Date { Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200) }
}
