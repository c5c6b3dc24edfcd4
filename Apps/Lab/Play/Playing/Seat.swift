public import Connectivity
internal import Fetch
public import Kernel
public import Shell

extension Play {
  /// Opens a window of a person in a product for a scenario with this clock and server. In a separate process the
  /// network condition applies from its start.
  public typealias Opening =
    @Sendable (
      _ product: Product, _ person: String, _ clock: ManualTime, _ server: ServerPort?, _ network: Connectivity?
    ) async throws(Problem) -> Seat

  /// Makes the server of one scenario or recording, on its clock; servers are not shared.
  public typealias Serving = @Sendable (_ clock: ManualTime) -> Served

  /// A server with the function that ends it.
  public struct Served: Sendable {
    public let port: ServerPort
    public let end: @Sendable () async -> Void

    public init(_ port: ServerPort, end: @escaping @Sendable () async -> Void) {
      self.port = port
      self.end = end
    }
  }

  /// The window of one person of a scenario.
  public struct Seat: Sendable {
    public let pane: any AnyWindow
    /// Identifier of the process whose clock it uses; nil for the scenario's own.
    public let owner: Int32?
    /// Closes the window and everything opened for it.
    public let end: @Sendable () async -> Void

    public init(_ pane: any AnyWindow, owner: Int32? = nil, end: @escaping @Sendable () async -> Void) {
      self.pane = pane
      self.owner = owner
      self.end = end
    }
  }
}

extension Play.Seat {
  /// Returns how to open windows in a folder. Each simulated process has its own, deterministic identifiers.
  /// With `hasDemo`, each person has the product's demonstration when their profile is opened first.
  static func fresh(in home: String, hasDemo: Bool = false, apps: ScenarioApps? = nil) -> Play.Opening {
    let opened = Locked<UInt64>(0)
    let demonstrated = Locked<Set<String>>([])
    return { product, profile, clock, server, network throws(Problem) in
      let seed = opened.withLock { opened in
        opened += 1
        return opened
      }
      let person = try await Person.open(
        apps?.given(to: product) ?? product, profile: profile, home: .folder(home), clock: clock, seed: seed,
        server: server,
        http: .curl(), permissions: apps?.permissions(of: profile))
      if let network { person.network.set(network) }
      if hasDemo, demonstrated.withLock({ $0.insert("\(product.id)/\(profile)").inserted }) {
        guard let demonstration = product.demonstration else { throw .noDemonstration(product) }
        try await demonstration.fill(person.store, clock.now)
      }
      let window = await person.window()
      if apps != nil { try await window.perform(.browses(returningTo: ScenarioApps.callback)) }
      return Play.Seat(window) {
        await window.close()
        await person.close()
      }
    }
  }
}

extension Problem {
  fileprivate static func noDemonstration(_ product: Product) -> Problem {
    Problem("no-demonstration", "\(product.name) has no demo data.", remedy: "Take the line `demo` out.")
  }

  static let demoElsewhere = Problem(
    "demo-elsewhere", "The scenario wants demo data, which are added to fresh folders alone.",
    safe: "Nothing was changed.", remedy: "Play it without --data.")

  static let appsElsewhere = Problem(
    "apps-elsewhere", "The scenario wants health apps, which are given to fresh folders alone.",
    safe: "Nothing was changed.", remedy: "Play it without --data.")
}
