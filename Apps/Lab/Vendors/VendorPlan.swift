public import FoundationEssentials

/// The state with which a provider on this machine begins.
public struct VendorPlan: Sendable {
  /// The numbers of its person follow from it.
  public var seed: UInt64
  /// The first day with data, at midnight UTC, and how many days follow.
  public var first: Date
  public var days: Int
  /// The client that is registered.
  public var client = "troupe"
  /// The secret of that client; nil for one that has none.
  public var secret: String?
  /// Days that arrive late: number of days after `first`, and the instant from which they are there.
  public var late: [Int: Date] = [:]
  /// Number of accounts that may connect at most, as Strava's standard tier has it; nil without a limit.
  public var athletes: Int?
  /// The quotas, instead of those of the provider.
  public var quotas: [VendorQuota]?
  /// Number of written records that are kept at most.
  public var mostWritten = 10_000

  public init(seed: UInt64 = 1, first: Date, days: Int = 400) {
    self.seed = seed
    self.first = first
    self.days = days
  }

  /// 400 days up to an instant.
  public static func until(_ now: Date, seed: UInt64 = 1) -> VendorPlan {
    let today = (now.timeIntervalSince1970 / 86_400).rounded(.down)
    return VendorPlan(seed: seed, first: Date(timeIntervalSince1970: (today - 399) * 86_400))
  }
}

/// The faults of a provider, as a test or a person at a demonstration sets them.
public struct VendorFaults: Sendable, Hashable {
  /// Every request of the app is refused, as Strava does without the developer's subscription.
  public var isInactive = false
  /// Every request is answered with this status.
  public var status: Int?
  /// Data answers end before their announced length.
  public var cutsAnswers = false
  /// Data answers are this text, whatever was asked.
  public var answer: String?

  public init() {}
}
