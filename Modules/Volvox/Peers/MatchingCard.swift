public import JSON
public import Kernel
public import Platform
public import Storage

/// The part of a person's own profile that matching may show, with the conditions that the person sets. A person has one,
/// and others see it in matching only while `isVisible`.
public struct MatchingCard: Syncable {
  public static let collection = "candidates"

  public var name: String
  /// The raw value of a role: sponsor, sponsee or both.
  public var role: String
  public var programme: String?
  /// A day as `2026-11-21`.
  public var soberSince: String?
  public var region: String?
  public var availability: [String]
  public var bio: String?
  public var looksFor: String?
  public var isVisible: Bool
  /// The conditions as `MatchingConditions` reads them, with those of newer versions.
  public var preferences: JSON

  public var id: ID<MatchingCard> { MatchingCard.own }
  public var when: Date { Date(timeIntervalSince1970: 0) }
  public static var own: ID<MatchingCard> { ID(named: "own") }

  public init(
    name: String, role: String, programme: String? = nil, soberSince: String? = nil, region: String? = nil,
    availability: [String] = [], bio: String? = nil, looksFor: String? = nil, isVisible: Bool = false,
    preferences: JSON = .object([:])
  ) {
    self.name = name
    self.role = role
    self.programme = programme
    self.soberSince = soberSince
    self.region = region
    self.availability = availability
    self.bio = bio
    self.looksFor = looksFor
    self.isVisible = isVisible
    self.preferences = preferences
  }

  /// Whether everything that matching needs is filled in.
  public var isComplete: Bool {
    !name.isEmpty && ["sponsor", "sponsee", "both"].contains(role) && programme?.isEmpty == false
      && !availability.isEmpty
  }

  public enum CodingKeys: String, ColumnKey {
    case id, name, role, region, availability, bio, preferences
    case programme = "recovery_program"
    case soberSince = "sober_since"
    case looksFor = "looks_for"
    case isVisible = "is_visible"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try fields.decodeIfPresent(String.self, forKey: key) }
    name = try text(.name) ?? ""
    role = try text(.role) ?? ""
    (programme, soberSince, region) = (try text(.programme), try text(.soberSince), try text(.region))
    (bio, looksFor) = (try text(.bio), try text(.looksFor))
    availability = try fields.decodeIfPresent([String].self, forKey: .availability) ?? []
    isVisible = try fields.decodeIfPresent(Bool.self, forKey: .isVisible) ?? false
    preferences = try fields.decodeIfPresent(JSON.self, forKey: .preferences) ?? .object([:])
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(role, forKey: .role)
    // An emptied field is sent as null, or the server would keep the former text.
    try fields.encode(programme, forKey: .programme)
    try fields.encode(soberSince, forKey: .soberSince)
    try fields.encode(region, forKey: .region)
    try fields.encode(availability, forKey: .availability)
    try fields.encode(bio, forKey: .bio)
    try fields.encode(looksFor, forKey: .looksFor)
    try fields.encode(isVisible, forKey: .isVisible)
    try fields.encode(preferences, forKey: .preferences)
  }
}
