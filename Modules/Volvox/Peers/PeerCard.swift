public import Days
public import JSON

/// Another person as the server shows them. Of a connection that has ended only the name is left.
public struct PeerCard: Sendable, Hashable, Identifiable {
  /// The person's identifier, in lower case.
  public let id: String
  public let name: String
  public let role: String
  public let programme: String?
  public let soberSince: CalendarDay?
  public let region: String?
  public let availability: [String]
  public let bio: String?
  public let looksFor: String?

  public init(
    _ id: String, name: String, role: String = "", programme: String? = nil, soberSince: CalendarDay? = nil,
    region: String? = nil, availability: [String] = [], bio: String? = nil, looksFor: String? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.programme = programme
    self.soberSince = soberSince
    self.region = region
    self.availability = availability
    self.bio = bio
    self.looksFor = looksFor
  }

  /// Reads a row of the server, whose texts are cut to what a screen can hold; nil without an identifier and a name.
  public init?(_ json: JSON) {
    guard let id = json["person"]?.string, id.utf8.count == 36, let name = json["name"]?.string, !name.isEmpty else {
      return nil
    }
    func text(_ key: String, _ most: Int) -> String? {
      json[key]?.string.flatMap { $0.isEmpty ? nil : String($0.prefix(most)) }
    }
    self.init(
      id.lowercased(), name: String(name.prefix(100)), role: text("role", 20) ?? "",
      programme: text("recovery_program", 100), soberSince: text("sober_since", 40).flatMap { CalendarDay($0) },
      region: text("region", 200),
      availability: (json["availability"]?.array ?? []).prefix(20).compactMap(\.string).map { String($0.prefix(40)) },
      bio: text("bio", 2_000), looksFor: text("looks_for", 2_000))
  }
}
