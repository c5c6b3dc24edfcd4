internal import Fetch
internal import FoundationEssentials
internal import HTTP
internal import HealthProviders
internal import Kernel
internal import Permissions
internal import ProductKit
internal import Samples
internal import Shell
internal import SyncWell
internal import Vendors

/// The health apps of one scenario: copies of providers on this machine, and the two stores of a phone, each with data of a
/// made-up person. They outlive the processes of the scenario.
final class ScenarioApps: Sendable {
  /// An address at which nobody listens: the browser of a scenario goes no further.
  static let callback = "http://127.0.0.1:9/-/callback"

  private let vendors: [Vendor]
  private let stores: [String: MemoryHealthStore]
  private let client = HTTPClient.curl()
  /// The permissions that people have granted, such as "ada/health".
  private let granted = Locked<Set<String>>([])

  private init(_ vendors: [Vendor], _ stores: [String: MemoryHealthStore]) {
    (self.vendors, self.stores) = (vendors, stores)
  }

  static func start(on clock: ManualTime) async throws(Problem) -> ScenarioApps {
    let now = clock.now.date
    var vendors: [Vendor] = []
    for kind in VendorKind.allCases { vendors.append(try await Vendor.start(kind, .until(now), time: clock.time)) }
    let (apple, android) = (MemoryHealthStore("apple-health"), MemoryHealthStore("health-connect"))
    func origin(_ store: MemoryHealthStore, _ name: String, _ device: String) -> Origin {
      Origin(store.provider, record: name, device: device)
    }
    for hour in 1...36 {
      let start = now.addingTimeInterval(-3600 * Double(hour))
      let end = start.addingTimeInterval(600)
      apple.record([
        Sample(
          .steps, from: start, to: end, amount: Double(400 + hour), origin: origin(apple, "steps-\(hour)", "iPhone"))
      ])
      android.record([
        Sample(
          .distance, from: start, to: end, amount: Double(300 + hour),
          origin: origin(android, "metres-\(hour)", "Pixel"))
      ])
    }
    let morning = now.addingTimeInterval(-3600)
    apple.record([Sample(.weight, from: morning, amount: 71.5, origin: origin(apple, "weight", "Scale"))])
    android.record([Sample(.restingHeartRate, from: morning, amount: 52, origin: origin(android, "rest", "Watch"))])
    return ScenarioApps(vendors, ["apple-health": apple, "health-connect": android])
  }

  /// SyncWell with these apps; any other product as it is.
  func given(to product: Product) -> Product {
    let clients = vendors.map { ($0.kind.rawValue, HealthAccess.Client("troupe", address: $0.address)) }
    let access = HealthAccess(
      clients: Dictionary(clients, uniquingKeysWith: { first, _ in first }), stores: stores.mapValues(\.port))
    return product.id == Product.syncwell.id ? .syncwell(access) : product
  }

  /// The device of a person, which grants what it is asked for, and nothing before that.
  func permissions(of person: String) -> PermissionPort {
    let granted = granted
    return PermissionPort(
      standing: { id throws(Problem) in
        granted.withLock { $0.contains("\(person)/\(id)") } ? .granted : .undecided
      },
      ask: { id throws(Problem) in
        granted.withLock { _ = $0.insert("\(person)/\(id)") }
        return .granted
      }, openSettings: { _ throws(Problem) in })
  }

  func stop() async { for vendor in vendors { await vendor.stop() } }

  /// Decides at the page of a provider, and returns the address at which the browser arrives.
  func decide(_ isAllowed: Bool, at page: String) async throws(Problem) -> String {
    let html = String(decoding: try await client.send(Outgoing("GET", page)).body, as: UTF8.self)
    func values(_ name: String) -> [String] {
      html.split(separator: "name=\(name) value=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let fields =
      [Outgoing.Field("ticket", values("ticket").first ?? ""), .init("decision", isAllowed ? "allow" : "deny")]
      + values("scope").map { Outgoing.Field("scope", $0) }
    let address = page.split(separator: "?").first.map(String.init) ?? page
    guard let arrived = try await client.send(.form(address, fields))["location"] else {
      throw Problem("not-sent-back", "The page of the provider did not lead back.", remedy: "Look at its address.")
    }
    return arrived
  }
}
