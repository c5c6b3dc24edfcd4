package import Fetch
package import Kernel
package import Shell

/// A person's requests to other servers than the product's own, such as those of connected apps. They meet the person's
/// network conditions. The client starts at the first request and ends with this value.
package final class OutsideNetwork: Sendable {
  private let network: Network
  private let made = Locked<Fetch?>(nil)

  package init(_ network: Network) { self.network = network }

  package func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    let fetch = try fetch()
    return try await network.send(request) { request throws(Problem) in try await fetch.send(request) }
  }

  /// Hands a response out as it comes. Without a network nothing is sent, but to a server on this machine.
  package func stream(_ request: Outgoing, isHere: Bool = false) throws(Problem) -> IncomingStream {
    guard isHere || network.states.value.isUp != false else {
      throw Problem(
        "offline", "There is no network.", safe: "What you typed is kept.", remedy: "Try again when you are online.")
    }
    return try fetch().stream(request)
  }

  private func fetch() throws(Problem) -> Fetch {
    try made.withLock { made throws(Problem) -> Fetch in
      if let made { return made }
      let fetch = try Fetch()
      made = fetch
      return fetch
    }
  }
}
