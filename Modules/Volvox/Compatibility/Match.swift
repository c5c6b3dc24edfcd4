/// A candidate who passed all gates, with a score and its reasons.
public struct Match: Sendable, Hashable, Identifiable {
  public enum Factor: String, Sendable, Hashable, CaseIterable {
    case program, availability, region, experience, completeness, room

    /// The points of a factor that fits in full; together 100.
    public var most: Int {
      switch self {
      case .program: 35
      case .availability: 25
      case .region, .experience, .completeness, .room: 10
      }
    }
  }

  /// A factor of the score.
  public struct Reason: Sendable, Hashable {
    public let factor: Factor
    public let points: Int
    public let words: String
  }

  public let id: String
  /// Role of the candidate for the viewer.
  public let role: Candidate.Role
  /// From 0 to 100.
  public let score: Int
  /// The place of the candidate in the list that was ranked.
  public let place: Int
  let points: Points

  /// Points by factor.
  struct Points: Sendable, Hashable {
    var program: UInt8 = 0
    var availability: UInt8 = 0
    var region: UInt8 = 0
    var experience: UInt8 = 0
    var completeness: UInt8 = 0
    var room: UInt8 = 0

    var sum: Int { Int(program) + Int(availability) + Int(region) + Int(experience) + Int(completeness) + Int(room) }

    subscript(_ factor: Factor) -> Int {
      switch factor {
      case .program: Int(program)
      case .availability: Int(availability)
      case .region: Int(region)
      case .experience: Int(experience)
      case .completeness: Int(completeness)
      case .room: Int(room)
      }
    }
  }
}
