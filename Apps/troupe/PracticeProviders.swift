internal import Cadence
internal import FoundationEssentials
internal import Kernel
internal import ProductKit
internal import Shell
internal import SyncWell
internal import Vendors
internal import YHealth

/// Copies of health providers on this machine, with which SyncWell, yHealth and Cadence can be tried where they are
/// registered with none.
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

  /// The product with these providers, if it connects any.
  func given(to product: Product) -> Product {
    let clients = running.map { ($0.kind.rawValue, HealthAccess.Client("troupe", address: $0.address)) }
    let access = HealthAccess(clients: Dictionary(clients, uniquingKeysWith: { first, _ in first }))
    return switch product.id {
    case Product.syncwell.id: .syncwell(access)
    case Product.yhealth.id: .yhealth(access)
    case Product.cadence.id: .cadence(access)
    default: product
    }
  }

  func stop() async { for vendor in running { await vendor.stop() } }
}
