public import Samples

/// The facts about an app or device store that syncs can use: what it holds, what it takes, and what it forbids.
public struct HealthProvider: Sendable, Hashable, Codable, Identifiable {
  public enum Access: String, Sendable, Hashable, Codable {
    /// An account that the person connects in a browser.
    case account
    /// A store of a phone, whose shell asks for permission: HealthKit, Health Connect.
    case device
  }

  public enum Standing: Sendable, Hashable {
    case available
    /// The provider's interface has ended; another provider may take its place.
    case ended(String, replacement: String?)
  }

  /// The uses of a kind of data.
  public struct Ability: Sendable, Hashable, Codable {
    public var reads: Bool
    public var writes: Bool
    /// The way in which the provider computes heart rate variability.
    public var variability: VariabilityMeasure?

    public init(reads: Bool = true, writes: Bool = true, variability: VariabilityMeasure? = nil) {
      self.reads = reads
      self.writes = writes
      self.variability = variability
    }
  }

  /// Requests that are allowed within a window of time.
  public struct Quota: Sendable, Hashable, Codable {
    public let requests: Int
    public let seconds: Int

    public init(_ requests: Int, in seconds: Int) {
      self.requests = requests
      self.seconds = seconds
    }
  }

  public let id: String
  public var name: String
  public var access: Access
  public var standing: Standing
  public var abilities: [SampleKind: Ability]
  /// Number of days before the connection that can be read; nil without a limit.
  public var lookbackDays: Int?
  /// The most records in an answer.
  public var pageSize: Int
  public var quotas: [Quota]
  /// Number of days for which its data may be kept; nil without a limit.
  public var keptDays: Int?
  /// Whether its data may be made one with data of others.
  public var mayCombine: Bool
  /// The limits that its terms set, in a sentence.
  public var terms: String?
  /// The day of the next consent that the provider demands: "2027-06-01".
  public var nextConsent: String?
  /// Where a person ends the access by hand.
  public var managing: String?

  public init(
    _ id: String, name: String, access: Access = .account, standing: Standing = .available,
    abilities: [SampleKind: Ability], lookbackDays: Int? = nil, pageSize: Int = 1000, quotas: [Quota] = [],
    keptDays: Int? = nil, mayCombine: Bool = true, terms: String? = nil, nextConsent: String? = nil,
    managing: String? = nil
  ) {
    self.id = id
    self.name = name
    self.access = access
    self.standing = standing
    self.abilities = abilities
    self.lookbackDays = lookbackDays
    self.pageSize = pageSize
    self.quotas = quotas
    self.keptDays = keptDays
    self.mayCombine = mayCombine
    self.terms = terms
    self.nextConsent = nextConsent
    self.managing = managing
  }

  public var isAvailable: Bool { standing == .available }
  public func reads(_ kind: SampleKind) -> Bool { isAvailable && abilities[kind]?.reads ?? false }
  public func writes(_ kind: SampleKind) -> Bool { isAvailable && abilities[kind]?.writes ?? false }
  public var isSource: Bool { SampleKind.allCases.contains(where: reads) }
  public var isDestination: Bool { SampleKind.allCases.contains(where: writes) }
}

// MARK: - Reasons

extension HealthProvider {
  /// The reason why it can be no source at all; nil if it can.
  public var whyNoSource: String? {
    if case .ended(let reason, _) = standing { return reason }
    return isSource ? nil : "\(name) hands out no data."
  }

  /// The reason why it can be no destination at all; nil if it can.
  public var whyNoDestination: String? {
    if case .ended(let reason, _) = standing { return reason }
    return isDestination ? nil : "\(name) takes no data from other apps."
  }

  /// The reason why it cannot be the source of these kinds; nil if it can.
  public func whyNoSource(of kinds: [SampleKind]) -> String? {
    if let reason = whyNoSource { return reason }
    let missing = kinds.filter { !reads($0) }
    return missing.isEmpty ? nil : "\(name) does not hand out \(HealthProvider.list(missing, or: true))."
  }

  /// The reason why kinds from a source cannot go to it; nil if they can.
  public func whyNoDestination(of kinds: [SampleKind], from source: HealthProvider) -> String? {
    if let reason = whyNoDestination { return reason }
    if source.id == id { return "\(name) is the source." }
    let missing = kinds.filter { !writes($0) }
    if !missing.isEmpty { return "\(name) does not take \(HealthProvider.list(missing, or: true))." }
    if kinds.contains(.heartRateVariability), let there = source.abilities[.heartRateVariability]?.variability,
      let here = abilities[.heartRateVariability]?.variability, here != there
    {
      let (one, other) = (there.rawValue.uppercased(), here.rawValue.uppercased())
      return "\(source.name) has heart rate variability as \(one) and \(name) as \(other), "
        + "which are different quantities."
    }
    return nil
  }

  /// "steps, weight and sleep".
  public static func list(_ kinds: [SampleKind], or isOr: Bool = false) -> String {
    let names = kinds.map { $0.title.lowercased() }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) \(isOr ? "or" : "and") \(last)"
  }
}

// MARK: - JSON

extension HealthProvider.Standing: Codable {
  private enum CodingKeys: String, CodingKey {
    case ended, replacement
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let reason = try container.decodeIfPresent(String.self, forKey: .ended) else {
      self = .available
      return
    }
    self = .ended(reason, replacement: try container.decodeIfPresent(String.self, forKey: .replacement))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard case .ended(let reason, let replacement) = self else { return }
    try container.encode(reason, forKey: .ended)
    try container.encodeIfPresent(replacement, forKey: .replacement)
  }
}
