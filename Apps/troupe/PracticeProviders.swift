internal import FoundationEssentials
internal import Kernel
internal import Shell
internal import SyncWell
internal import Vendors

/// Copies of health providers on this machine, with which SyncWell can be tried where it is registered with none.
final class PracticeProviders: Sendable {
  private let running: [Vendor]

  private init(_ running: [Vendor]) { self.running = running }

  /// Starts the copies; nil when `TROUPE_PROVIDERS` names clients of the providers themselves, or says "none".
  static func start(_ time: Time) async throws(Problem) -> PracticeProviders? {
    guard ProcessInfo.processInfo.environment["TROUPE_PROVIDERS"] == nil else { return nil }
    var running: [Vendor] = []
    for kind in VendorKind.allCases {
      running.append(try await Vendor.start(kind, .until(time.now().date), time: time))
    }
    return PracticeProviders(running)
  }

  /// The product with these providers, if it is SyncWell.
  func given(to product: Product) -> Product {
    guard product.id == Product.syncwell.id else { return product }
    let clients = running.map { ($0.kind.rawValue, HealthAccess.Client("troupe", address: $0.address)) }
    return .syncwell(HealthAccess(clients: Dictionary(clients, uniquingKeysWith: { first, _ in first })))
  }

  func stop() async { for vendor in running { await vendor.stop() } }
}
