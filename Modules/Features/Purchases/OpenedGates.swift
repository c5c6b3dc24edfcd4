internal import Entitlement
internal import JSON
internal import Platform

/// The features that a list from elsewhere has opened for everybody: all that the plan names and the list does not.
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
    let known = Set(plan.gates.map(\.id))
    let gated = Set(names.compactMap(\.self))
    guard names.allSatisfy({ $0 != nil }), gated.isSubset(of: known) else { return false }
    self.version = version
    entitlements = Set(plan.gates.lazy.filter { !gated.contains($0.id) }.map(\.entitlement))
    return true
  }
}
