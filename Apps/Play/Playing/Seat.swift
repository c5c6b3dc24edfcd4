public import Kernel
public import Shell

extension Play {
  /// Opens a window of that person in that product, for a scenario that goes by that clock.
  public typealias Opening =
    @Sendable (_ product: Product, _ person: String, _ clock: ManualTime) async throws(Problem) -> Seat

  /// Where one person of a scenario acts.
  public struct Seat: Sendable {
    public let pane: any Pane
    /// The number of the process whose time it goes by; nil when that is the scenario's own.
    public let owner: Int32?
    /// Closes what was opened for it.
    public let end: @Sendable () async -> Void

    public init(_ pane: any Pane, owner: Int32? = nil, end: @escaping @Sendable () async -> Void) {
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
    return { product, profile, clock throws(Problem) in
      let seed = opened.withLock { opened in
        opened += 1
        return opened
      }
      let person = try await Person.open(product, profile: profile, home: .folder(home), clock: clock, seed: seed)
      let window = await person.window()
      return Play.Seat(window) {
        await window.close()
        await person.close()
      }
    }
  }
}
