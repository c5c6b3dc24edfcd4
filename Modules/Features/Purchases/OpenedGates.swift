internal import Entitlement
internal import JSON
internal import Platform

/// The rights that a list from elsewhere has opened for everybody: all that the plan lets be opened and the list does not name.
struct OpenedGates: Sendable, Hashable {
  /// The longest list, in bytes.
  static let longest = 10_000

  private var version = 0
  private(set) var entitlements: Set<Entitlement> = []

  /// Takes a newer list, `{"version": 2, "pro": ["historical-sync"]}`. Returns whether it was taken; one that cannot be read,
  /// is older, or names a feature that nobody knows changes nothing.
  @discardableResult
  mutating func take(_ bytes: [UInt8], _ plan: PurchasePlan) -> Bool {
    guard bytes.count <= OpenedGates.longest, let json = try? JSON(bytes: bytes),
      let number = json["version"]?.number, let version = Int(exactly: number), version > self.version,
      let names = json["pro"]?.array?.map(\.string), names.count <= 100
    else { return false }
    let known = plan.listed
    let gated = Set(names.compactMap(\.self))
    guard names.allSatisfy({ $0 != nil }), gated.isSubset(of: Set(known.map(\.name))) else { return false }
    self.version = version
    entitlements = known.filter { !gated.contains($0.name) }
    return true
  }
}
