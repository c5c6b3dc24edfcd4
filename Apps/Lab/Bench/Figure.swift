/// A measured value with its peer, from the same run, so that the load of the machine affects both.
public struct Figure: Sendable, Codable, Equatable {
  public enum Better: String, Sendable, Codable {
    case higher, lower
  }

  public let name: String
  public let here: Double
  public let peer: Double
  public let peerName: String
  public let ratio: Double
  public let unit: String
  public let better: Better
  /// Bound of the ratio; nil without a promise.
  public let limit: Double?

  private enum CodingKeys: String, CodingKey {
    case name, here, peer, ratio, unit, better, limit
    case peerName = "peer_name"
  }

  public init(
    _ name: String, here: Double, peer: Double, peerName: String, unit: String, better: Better = .lower,
    limit: Double? = nil
  ) {
    self.name = name
    self.here = here
    self.peer = peer
    self.peerName = peerName
    self.unit = unit
    self.better = better
    self.limit = limit
    ratio = peer == 0 ? 0 : here / peer
  }

  public var holds: Bool {
    guard let limit else { return true }
    return better == .lower ? ratio <= limit : ratio >= limit
  }

  /// Human-readable summary in one line.
  public var text: String {
    let promise = limit.map { holds ? ", within \(short($0))" : ", PAST \(short($0))" } ?? ""
    return "\(name): \(short(here)) \(unit), \(peerName) \(short(peer)) \(unit): ratio \(short(ratio))\(promise)"
  }

  private func short(_ number: Double) -> String {
    let digits = number >= 100 ? 1.0 : number >= 1 ? 100 : 10_000
    return String((number * digits).rounded() / digits)
  }
}
