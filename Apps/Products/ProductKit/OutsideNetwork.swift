package import HTTP
package import Kernel
package import Shell

/// A person's requests to other servers than the product's own, such as those of connected apps. They meet the person's
/// network conditions.
package struct OutsideNetwork: Sendable {
  private let network: Network

  package init(_ network: Network) { self.network = network }

  package func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    guard let client = network.outside else { throw .noClient }
    return try await network.send(request, by: client.send)
  }

  /// Hands a response out as it comes. Without a network nothing is sent, but to a server on this machine.
  package func stream(_ request: Outgoing, isHere: Bool = false) throws(Problem) -> IncomingStream {
    guard isHere || network.states.value.isUp != false else {
      throw Problem(
        "offline", "There is no network.", safe: "What you typed is kept.", remedy: "Try again when you are online.")
    }
    guard let client = network.outside else { throw .noClient }
    return try client.stream(request)
  }
}

extension Problem {
  static let noClient = Problem(
    "no-client", "This program reaches no other servers.", safe: "Nothing was sent.",
    remedy: "Use it in a program that does.")
}
