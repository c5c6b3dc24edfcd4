public import Pillar
public import Scores

/// The facts of one pillar.
public struct PillarFacts: Sendable, Hashable, Codable {
  public enum Standing: Sendable, Hashable, Codable {
    case score(PillarScore)
    /// Its figures are still being loaded.
    case syncing
    case unavailable
  }

  public let pillar: Pillar
  public let standing: Standing
  /// The scores of the seven days that end with the score's own, the oldest first; nil where there was none.
  public let history: [Int?]

  public init(_ pillar: Pillar, _ standing: Standing, history: [Int?] = []) {
    self.pillar = pillar
    self.standing = standing
    self.history = history
  }

  static let days = 7
}
