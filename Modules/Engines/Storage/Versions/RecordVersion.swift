public import JSON
public import Kernel
public import Platform

/// The old and the new value of one field in a change of a record; nil where the field had, or has, none.
public struct FieldVersion: Sendable, Hashable, Codable {
  public let name: String
  public let old: JSON?
  public let new: JSON?

  public init(_ name: String, old: JSON?, new: JSON?) {
    self.name = name
    self.old = old
    self.new = new
  }
}

/// The names of the person and the device that change a record.
public struct VersionAuthor: Sendable, Hashable {
  public static let longest = 200

  public let person: String?
  public let device: String?

  public init(person: String?, device: String?) {
    self.person = person.map { String($0.prefix(VersionAuthor.longest)) }
    self.device = device.map { String($0.prefix(VersionAuthor.longest)) }
  }
}

/// One change of a record: each field with its old and new value, the person, the device and the time. It is stored in the
/// transaction of the change, and synced, so that every device of an account has the versions of all of them.
public struct RecordVersion: Syncable, GroupedRecord, Hashable {
  public static let collection = "record_versions"

  public enum Change: String, Sendable, Codable, CaseIterable {
    /// New values of all fields.
    case created
    case changed
    /// Old values of all fields.
    case deleted
  }

  public let id: ID<RecordVersion>
  /// The collection of the record.
  public let kind: String
  public let record: UUID
  public let change: Change
  public let fields: [FieldVersion]
  public let at: Date
  public let person: String?
  public let device: String?
  /// The identifier of the device, which tells two of one name apart.
  public let origin: UUID

  public var when: Date { at }
  /// The versions of one record are read without the others.
  public var group: UUID { record }

  public init(
    id: ID<RecordVersion>, kind: String, record: UUID, change: Change, fields: [FieldVersion], at: Date,
    by author: VersionAuthor, on origin: UUID
  ) {
    self.id = id
    self.kind = kind
    self.record = record
    self.change = change
    self.fields = fields
    self.at = at
    (person, device) = (author.person, author.device)
    self.origin = origin
  }

  public enum CodingKeys: String, ColumnKey {
    case id, kind, change, fields, person, device
    case record = "record_id"
    case at = "changed_at"
    case origin = "device_id"
  }
}
