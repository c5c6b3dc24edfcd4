internal import Analytics
internal import HTTP
internal import JSON
internal import Kernel
internal import Platform
internal import Shell

/// A server that takes the recorded events of a product. Its address is in the environment variable `TROUPE_ANALYTICS`; without it
/// nothing leaves the device.
package struct UsageCollector: Sendable {
  private static let variable = "TROUPE_ANALYTICS"
  private static let patience = Duration.seconds(10)
  private static let largest = 4_096

  private let address: String
  /// The name of the server, for the person.
  package let host: String

  package static var given: UsageCollector? {
    ProcessInfo.processInfo.environment[variable].flatMap { UsageCollector(at: $0) }
  }

  /// Nil for an address that is neither `https` nor on this machine.
  package init?(at address: String) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://127.0.0.1:"), address.utf8.count <= 1_000,
      let host = URLComponents(string: address)?.host, !host.isEmpty
    else { return nil }
    self.address = address
    self.host = host
  }

  /// The way of a product's events to the server, as JSON: `{"product", "events": [{"event", "at", "properties"}]}`.
  func port(of product: String, on network: Network) -> AnalyticsPort {
    let address = address
    return AnalyticsPort("They go to \(host), and nothing in them names you or this device.") {
      batch throws(Problem) in
      guard network.states.value.isUp != false, let client = network.outside else { throw .collectorUnreachable }
      let events = batch.map { event -> JSON in
        let properties = event.values.map { value -> (String, JSON) in
          switch value.content {
          case .word(let word): (value.property, .string(word))
          case .count(let count): (value.property, .number(Double(count)))
          }
        }
        return [
          "event": .string(event.name), "at": .string(Moment(event.at).text),
          "properties": .object(Dictionary(properties, uniquingKeysWith: { first, _ in first })),
        ]
      }
      let body: JSON = ["product": .string(product), "events": .array(events)]
      guard let bytes = try? JSON.data(body) else { return }
      var request = Outgoing(
        "POST", address, headers: [.init("content-type", "application/json")], body: Array(bytes))
      (request.limits.total, request.limits.answer) = (UsageCollector.patience, UsageCollector.largest)
      let answer = try await client.send(request)
      guard 200...299 ~= answer.status else { throw .collectorUnreachable }
    }
  }
}

extension Problem {
  fileprivate static let collectorUnreachable = Problem(
    "usage-unreachable", "The server for usage statistics did not take them.", safe: "They wait on this device.",
    remedy: "Wait: they are sent later by themselves.")
}
