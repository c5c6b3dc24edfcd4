public import Days

/// A person as matching sees them: the columns of `candidates`, the preferences of the profile, and the counts that a
/// server keeps of them.
public struct Candidate: Sendable, Hashable, Identifiable {
  public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    case sponsor, sponsee, both

    var mayBeSponsor: Bool { self != .sponsee }
    var mayBeSponsee: Bool { self != .sponsor }
  }

  /// The conditions that a person sets for whoever is suggested to them.
  public struct Preferences: Sendable, Hashable {
    /// Programmes that are welcome; empty for any.
    public var programs: Set<String>
    /// The least sobriety of a sponsor in days. Matching asks for a year at least.
    public var leastSobriety: Int
    /// Only people of the same region.
    public var isNearOnly: Bool
    /// Only people with a time in common.
    public var needsCommonTime: Bool

    public init(
      programs: Set<String> = [], leastSobriety: Int = 0, isNearOnly: Bool = false, needsCommonTime: Bool = false
    ) {
      self.programs = Set(programs.map(Candidate.normalized))
      self.leastSobriety = leastSobriety
      self.isNearOnly = isNearOnly
      self.needsCommonTime = needsCommonTime
    }
  }

  public static let usualCapacity = 3

  public let id: String
  public var role: Role
  public var isVisible: Bool
  /// The first day of sobriety.
  public var soberSince: CalendarDay?
  public var availability: Availability
  public var preferences: Preferences
  /// The most people that this person sponsors at a time.
  public var capacity: Int
  /// Active sponsees.
  public var sponsees: Int
  /// Requests that wait for this person's answer.
  public var requests: Int
  /// The part of the profile that is filled in, in percent.
  public let completeness: Int

  // Compared as folded texts and by their fingerprints, since a ranking compares them a hundred thousand times.
  let program: Folded
  let region: Folded
  let country: Folded

  public init(
    _ id: String, role: Role, isVisible: Bool = true, program: String? = nil, soberSince: CalendarDay? = nil,
    region: String? = nil, availability: Availability = [], bio: String? = nil, looksFor: String? = nil,
    preferences: Preferences = Preferences(), capacity: Int = usualCapacity, sponsees: Int = 0, requests: Int = 0
  ) {
    self.id = id
    self.role = role
    self.isVisible = isVisible
    self.soberSince = soberSince
    self.availability = availability
    self.preferences = preferences
    self.capacity = capacity
    self.sponsees = sponsees
    self.requests = requests
    self.program = Folded(program)
    self.region = Folded(region)
    // "Berlin, Germany": the last part is the larger place.
    country = Folded(region?.split(separator: ",").last.map(String.init))
    func has(_ text: String?) -> Int { text?.allSatisfy(\.isWhitespace) == false ? 1 : 0 }
    let filled =
      has(program) + has(region) + has(bio) + has(looksFor) + (soberSince == nil ? 0 : 1)
      + (availability.isEmpty ? 0 : 1)
    completeness = filled * 100 / 6
  }

  static func normalized(_ text: String) -> String {
    String(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// Days sober on a day; nil if unknown, and none for a day in the future.
  func daysSober(on today: CalendarDay) -> Int? { soberSince.map { max(0, today.days(since: $0)) } }
}

/// A text without differences of case and spaces, and its fingerprint.
struct Folded: Sendable, Hashable {
  let text: String
  let print: UInt64

  init(_ text: String?) {
    self.text = text.map(Candidate.normalized) ?? ""
    print = self.text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  var isKnown: Bool { !text.isEmpty }

  /// Whether both are known and the same.
  func isSame(as other: Folded) -> Bool { print == other.print && isKnown && text == other.text }

  static func == (left: Folded, right: Folded) -> Bool { left.print == right.print && left.text == right.text }
}
