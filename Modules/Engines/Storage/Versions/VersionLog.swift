internal import JSON
internal import Kernel
public import Platform

/// The known versions of one record, from which its fields at an earlier time follow.
///
/// Versions before the retention limit are gone, and other devices may have changed the record at the same time. So a field
/// has the newest value that was set up to that time; without one, the value that the next change replaced; and without
/// either the value of now.
public struct VersionLog: Sendable, Hashable {
  /// The oldest first.
  public let versions: [RecordVersion]

  public init(_ versions: [RecordVersion]) {
    self.versions = versions.sorted { ($0.at, $0.id.description) < ($1.at, $1.id.description) }
  }

  /// Returns the record's fields at that time, given those of now; nil when it did not exist then.
  public func fields(at time: Date, now: Fields?) -> Fields? {
    let before = versions.prefix { $0.at <= time }
    let after = versions.dropFirst(before.count)
    if let last = before.last {
      if last.change == .deleted { return nil }
    } else if let next = after.first {
      if next.change == .created { return nil }
    } else {
      return now
    }
    var fields = now ?? [:]
    for version in after.reversed() { for field in version.fields { fields[field.name] = Value(field.old ?? .null) } }
    for version in before where version.change != .deleted {
      if version.change == .created { for name in fields.keys { fields[name] = .null } }
      for field in version.fields { fields[field.name] = Value(field.new ?? .null) }
    }
    return fields
  }

  /// Returns what leads from the fields of now to those at that time; nil when they are equal.
  public func restoration(to time: Date, now: Fields?) -> Restoration? {
    guard let record = versions.first else { return nil }
    guard let wanted = fields(at: time, now: now) else {
      return now == nil ? nil : Restoration(kind: record.kind, id: record.record, fields: nil)
    }
    let changed = wanted.filter { name, value in
      !Fields.ofTheServer.contains(name) && !(now?[name] ?? .null).means(value)
    }
    if now != nil, changed.isEmpty { return nil }
    return Restoration(kind: record.kind, id: record.record, fields: now == nil ? wanted : changed)
  }
}

/// A change that gives a record earlier values.
public struct Restoration: Sendable, Hashable {
  /// The collection of the record.
  public let kind: String
  public let id: UUID
  /// The fields that get these values; nil deletes the record.
  public let fields: Fields?

  public init(kind: String, id: UUID, fields: Fields?) {
    self.kind = kind
    self.id = id
    self.fields = fields
  }
}
