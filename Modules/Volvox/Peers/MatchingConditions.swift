public import JSON

/// The conditions that a person sets for matching, as `preferences` of the card holds them.
public struct MatchingConditions: Sendable, Hashable {
  public static let usualCapacity = 3
  public static let mostCapacity = 20
  /// The least sobriety of a sponsor in days that can be chosen; a year is the least in any case.
  public static let sobriety = [365, 730, 1826]

  /// Identifiers of programmes that are welcome; empty for any.
  public var programmes: Set<String> = []
  public var leastSobriety = 365
  /// Only people of the same region.
  public var isNearOnly = false
  /// Only people with a time in common.
  public var needsCommonTime = false
  /// The most people that this person sponsors at a time.
  public var capacity = usualCapacity

  public init() {}

  /// Values that are missing or of another kind are the usual ones.
  public init(_ json: JSON) {
    programmes = Set(json["programs"]?.array?.compactMap(\.string) ?? [])
    leastSobriety = json["least_sobriety_days"]?.count ?? 365
    isNearOnly = json["same_region"]?.bool ?? false
    needsCommonTime = json["common_availability"]?.bool ?? false
    capacity = json["capacity"]?.count ?? MatchingConditions.usualCapacity
  }

  /// Returns the conditions as JSON; what a newer version keeps in `former` stays.
  public func json(over former: JSON) -> JSON {
    var all: [String: JSON] = if case .object(let object) = former { object } else { [:] }
    all["programs"] = .array(programmes.sorted().map { .string($0) })
    all["least_sobriety_days"] = .number(Double(leastSobriety))
    all["same_region"] = .bool(isNearOnly)
    all["common_availability"] = .bool(needsCommonTime)
    all["capacity"] = .number(Double(capacity))
    return .object(all)
  }
}

extension JSON {
  fileprivate var count: Int? { number.flatMap { Int(exactly: $0) }.flatMap { 0...1_000_000 ~= $0 ? $0 : nil } }
}
