public import Connectivity
public import Kernel
public import Shell

extension Play {
  /// Opens a window of that person in that product, for a scenario that goes by that clock and has that server. Where
  /// it is a process of its own, the network is there from its first moment on.
  public typealias Opening =
    @Sendable (
      _ product: Product, _ person: String, _ clock: ManualTime, _ server: ServerPort?, _ network: Connectivity?
    ) async throws(Problem) -> Seat

  /// Makes the server of one scenario or recording, on its clock; nobody shares it.
  public typealias Serving = @Sendable (_ clock: ManualTime) -> Served

  /// A server, and what ends it.
  public struct Served: Sendable {
    public let port: ServerPort
    public let end: @Sendable () async -> Void

    public init(_ port: ServerPort, end: @escaping @Sendable () async -> Void) {
      self.port = port
      self.end = end
    }
  }

  /// Where one person of a scenario acts.
  public struct Seat: Sendable {
    public let pane: any AnyWindow
    /// The number of the process whose time it goes by; nil when that is the scenario's own.
    public let owner: Int32?
    /// Closes what was opened for it.
    public let end: @Sendable () async -> Void

    public init(_ pane: any AnyWindow, owner: Int32? = nil, end: @escaping @Sendable () async -> Void) {
      self.pane = pane
      self.owner = owner
      self.end = end
    }
  }
}

extension Play.Seat {
  /// Each process has identifiers of its own, and the same ones whenever the scenario is played.
  static func fresh(in home: String) -> Play.Opening {
    let opened = Locked<UInt64>(0)
    return { product, profile, clock, server, network throws(Problem) in
      let seed = opened.withLock { opened in
        opened += 1
        return opened
      }
      let person = try await Person.open(
        product, profile: profile, home: .folder(home), clock: clock, seed: seed, server: server)
      if let network { person.network.set(network) }
      let window = await person.window()
      return Play.Seat(window) {
        await window.close()
        await person.close()
      }
    }
  }
}
