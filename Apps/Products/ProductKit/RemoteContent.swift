internal import HTTP
package import Kernel
internal import Platform
package import Shell

/// Small files from a server that change a product without a release, such as its help texts. Their address is in the
/// environment variable `TROUPE_CONTENT`; without it the product uses what is built in.
package struct RemoteContent: Sendable {
  private static let variable = "TROUPE_CONTENT"
  /// The largest file, in bytes, and the longest wait for it.
  private static let largest = 256 << 10
  private static let patience = Duration.seconds(10)

  /// The address of the folder of a product.
  private let folder: String

  /// Nil without an address, or with one that is neither `https` nor on this machine.
  package init?(of product: String) {
    guard let address = ProcessInfo.processInfo.environment[RemoteContent.variable] else { return nil }
    self.init(of: product, at: address)
  }

  package init?(of product: String, at address: String) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://127.0.0.1:"), address.utf8.count <= 1_000 else {
      return nil
    }
    folder = "\(address.hasSuffix("/") ? address : "\(address)/")\(product)/"
  }

  package typealias Fetching = @Sendable () async throws(Problem) -> [UInt8]

  /// Returns the fetching of one file of the folder.
  package func fetching(_ name: String, on network: Network) -> Fetching {
    let address = folder + name
    return { () throws(Problem) in
      var question = Outgoing("GET", address, headers: [.init("accept", "application/json")])
      (question.limits.total, question.limits.answer) = (RemoteContent.patience, RemoteContent.largest)
      guard let client = network.outside else { throw .noClient }
      let answer = try await client.send(question)
      guard answer.status == 200 else {
        throw RemoteContent.missing(answer.status)
      }
      return answer.body
    }
  }

  /// The problem of an answer of that status.
  package static func missing(_ status: Int) -> Problem {
    Problem(
      "content-missing", "The server has no newer texts (\(status)).", safe: "The known ones stay.",
      remedy: "Go on with the known ones; they are asked for again later.")
  }
}
