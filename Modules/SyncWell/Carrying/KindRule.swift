public import Kernel
public import Platform
public import Samples
public import Storage

/// The rule for two apps that have data of one kind for the same destination.
public enum ConflictChoice: String, Sendable, Hashable, Codable, CaseIterable {
  case ask, prefer, newest, greatest, sum, merge

  public var title: String {
    switch self {
    case .ask: "Ask me"
    case .prefer: "Prefer one app"
    case .newest: "Take the newest"
    case .greatest: "Take the greatest"
    case .sum: "Add up"
    case .merge: "Merge both"
    }
  }

  /// The title for a kind: of nights the greatest is the longest.
  public func title(of kind: SampleKind) -> String {
    self == .greatest && kind.shape == .sleep ? "Take the longest" : title
  }

  /// The usual rule of a kind: amounts of a day are never added up unasked, and workouts are a question.
  public static func usual(_ kind: SampleKind) -> ConflictChoice {
    switch kind.shape {
    case .sum, .sleep: .greatest
    case .reading: .sum
    case .workout: .ask
    }
  }

  /// The rules that make sense for a kind.
  public static func choices(_ kind: SampleKind) -> [ConflictChoice] {
    switch kind.shape {
    case .sum: [.ask, .prefer, .newest, .greatest, .sum]
    case .sleep: [.ask, .prefer, .newest, .greatest]
    case .reading: [.sum, .prefer, .newest]
    case .workout: [.ask, .prefer, .merge]
    }
  }
}

/// The person's rule for a kind at a destination.
public struct KindRule: Kept {
  public static let collection = "conflict_rules"

  public let id: ID<KindRule>
  public let destination: String
  public let kind: SampleKind
  public var choice: ConflictChoice
  /// The app that is preferred.
  public var preferred: String?
  /// Minutes for which a workout waits for a second recording; nil for none.
  public var waitMinutes: Int?
  public let createdAt: Date

  public var when: Date { createdAt }

  public init(
    id: ID<KindRule>, destination: String, kind: SampleKind, choice: ConflictChoice, preferred: String? = nil, at: Date
  ) {
    self.id = id
    self.destination = destination
    self.kind = kind
    self.choice = choice
    self.preferred = preferred
    createdAt = at
  }

  private enum CodingKeys: String, CodingKey {
    case id, destination, kind, choice, preferred
    case waitMinutes = "wait_minutes"
    case createdAt = "created_at"
  }
}
