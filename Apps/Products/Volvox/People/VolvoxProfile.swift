internal import Forms
internal import Interface
internal import JSON
internal import Kernel
internal import Platform
package import ProductKit
internal import Profile
internal import Storage

/// A person's own profile in Volvox.Sober. The people they are connected with see it.
struct VolvoxProfile: Syncable {
  static let collection = "profiles"

  var id: ID<VolvoxProfile> { VolvoxProfile.own }
  var name: String?
  var role: String?
  var photoPath: String?
  var bio: String?
  var programme: String?
  /// A day as `2026-11-21`.
  var soberSince: String?
  var region: String?
  var availability: [String] = []
  /// The answers that only one role gives, by field.
  var preferences: JSON = .object([:])

  var when: Date { .distantPast }
  static let own = ID<VolvoxProfile>(named: "own")

  enum CodingKeys: String, ColumnKey {
    case id, name, role, bio, region, availability, preferences
    case photoPath = "photo_path"
    case programme = "recovery_program"
    case soberSince = "sober_since"
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try fields.decodeIfPresent(String.self, forKey: key) }
    (name, role, photoPath) = (try text(.name), try text(.role), try text(.photoPath))
    (bio, programme, soberSince) = (try text(.bio), try text(.programme), try text(.soberSince))
    region = try text(.region)
    availability = try fields.decodeIfPresent([String].self, forKey: .availability) ?? []
    preferences = try fields.decodeIfPresent(JSON.self, forKey: .preferences) ?? .object([:])
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    // An emptied field is sent as null, or the server would keep the former text.
    try fields.encode(name, forKey: .name)
    try fields.encode(role, forKey: .role)
    try fields.encode(photoPath, forKey: .photoPath)
    try fields.encode(bio, forKey: .bio)
    try fields.encode(programme, forKey: .programme)
    try fields.encode(soberSince, forKey: .soberSince)
    try fields.encode(region, forKey: .region)
    try fields.encode(availability, forKey: .availability)
    try fields.encode(preferences, forKey: .preferences)
  }
}

extension VolvoxProfile {
  /// The answers in `preferences`.
  private static let preferred: [ProfileField] = [.journey, .wantsSponsor, .experience, .wantsSponsee]

  private static let columns: [(ProfileField, any WritableKeyPath<VolvoxProfile, String?> & Sendable)] = [
    (.name, \.name), (.role, \.role), (.bio, \.bio), (.programme, \.programme), (.soberSince, \.soberSince),
    (.region, \.region),
  ]

  static let coding = ProfileCoding<VolvoxProfile>(
    id: own,
    read: { record in
      var values = ProfileValues()
      for (field, column) in columns { values[field] = record[keyPath: column] ?? "" }
      values[.availability] = ProfileValues.text(of: record.availability)
      for field in preferred { values[field] = record.preferences[field.rawValue]?.string ?? "" }
      return StoredProfile(values, photoPath: record.photoPath)
    },
    write: { profile, before, _ in
      var record = before ?? VolvoxProfile()
      for (field, column) in columns {
        record[keyPath: column] = profile.values[field].isEmpty ? nil : profile.values[field]
      }
      record.availability = profile.values.list(.availability)
      record.photoPath = profile.photoPath
      // Answers of a newer version stay.
      var preferences: [String: JSON] = if case .object(let all) = record.preferences { all } else { [:] }
      for field in preferred {
        let text = profile.values[field]
        preferences[field.rawValue] = text.isEmpty ? nil : .string(text)
      }
      record.preferences = .object(preferences)
      return record
    })
}

/// The records of a person that are synced in Volvox.Sober.
package enum PeopleRecords {
  package static let all = [profiles]

  /// The full profile, visible to its owner and to the people they are connected with now.
  static let profiles = SyncedRecord(
    VolvoxProfile.self, one: "profile", many: "profiles", icon: .person, editing: Route(["profile", "edit"]),
    conflicts: .newest, isNamed: true,
    access: .owner(
      seenWhile: RecordSQL(
        stringLiteral: "\(VolvoxTables.connected("person")) and \(VolvoxTables.notBlocked("person"))"),
      sources: VolvoxTables.connecting("person") + VolvoxTables.blocking("person")),
    columns: [
      .unread(.owner("person")),
      .text(.name, "Name", length: 1...100),
      .word(.role, "Role", of: VolvoxRole.self) { $0.title },
      .text(.photoPath, .hidden, length: 1...1_000),
      .text(.bio, "About me", length: 0...5_000),
      .text(.programme, "Recovery programme", length: 1...100),
      .date(.soberSince, "Sober since"),
      .text(.region, "Location", length: 1...200),
      .texts(.availability, "Availability", size: 1_000),
      .json(.preferences, .hidden, size: 10_000),
      .unread(.text("time_zone", .hidden, length: 1...64)),
    ],
    rules: [.onePerOwner, .soberDate(.soberSince), .line(.name, "A name")])
}
