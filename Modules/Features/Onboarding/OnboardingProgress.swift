public import Kernel
public import Platform
public import Storage

/// A person's progress in one step of one product, on all of their devices. Each step is a record of its own, so that
/// two devices that pass different steps both keep their progress; of two versions of one step, the further wins.
public struct OnboardingProgress: Syncable {
  public static let collection = "onboarding_progress"
  /// The step that stands for the whole onboarding. No step of a plan has this name.
  static let whole = "finished"

  public let plan: String
  public let step: String
  /// 0 is open, 1 skipped, 2 done.
  public let rank: Int
  public let choices: [String]
  public let reachedAt: Date

  public var id: ID<OnboardingProgress> { ID(named: "\(plan)/\(step)") }
  public var when: Date { reachedAt }

  public enum CodingKeys: String, ColumnKey {
    case id, plan, step, rank, choices
    case reachedAt = "reached_at"
  }

  init(plan: String, step: String, _ kept: KeptOnboarding.Step, at: Date) {
    self.plan = plan
    self.step = step
    rank = kept.standing.rank
    choices = kept.choices
    reachedAt = at
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    plan = try fields.decode(String.self, forKey: .plan)
    step = try fields.decode(String.self, forKey: .step)
    rank = try fields.decode(Int.self, forKey: .rank)
    choices = try fields.decodeIfPresent([String].self, forKey: .choices) ?? []
    reachedAt = try fields.decode(Date.self, forKey: .reachedAt)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(plan, forKey: .plan)
    try fields.encode(step, forKey: .step)
    try fields.encode(rank, forKey: .rank)
    try fields.encode(choices, forKey: .choices)
    try fields.encode(reachedAt, forKey: .reachedAt)
  }

  var kept: KeptOnboarding.Step {
    KeptOnboarding.Step(standing: rank >= 2 ? .done : rank == 1 ? .skipped : .open, choices: choices)
  }

  /// Whether it adds nothing to the other version.
  func isBehind(_ other: OnboardingProgress) -> Bool {
    rank < other.rank || rank == other.rank && choices == other.choices
  }
}

extension KeptOnboarding.Standing {
  var rank: Int {
    switch self {
    case .open: 0
    case .skipped: 1
    case .done: 2
    }
  }
}
