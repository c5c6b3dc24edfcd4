/// Limits connections: in total, and per peer, so that no single peer takes them all.
struct Crowd: Sendable {
  enum Verdict: Sendable {
    case welcome
    /// The total limit is reached.
    case full
    /// The limit of that peer is reached.
    case tooMany
  }

  private let limits: ServerLimits
  private let proxies: TrustedProxies
  private(set) var count = 0
  private var machines: [[UInt8]: Int] = [:]

  init(_ limits: ServerLimits, proxies: TrustedProxies = TrustedProxies()) {
    self.limits = limits
    self.proxies = proxies
  }

  mutating func admit(_ origin: ConnectionOrigin) -> Verdict {
    guard count < limits.connections else { return .full }
    if isCounted(origin) {
      let there = machines[origin.machine, default: 0]
      guard there < limits.connectionsPerPeer else { return .tooMany }
      machines[origin.machine] = there + 1
    }
    count += 1
    return .welcome
  }

  mutating func leave(_ origin: ConnectionOrigin) {
    count -= 1
    guard isCounted(origin), let there = machines[origin.machine] else { return }
    machines[origin.machine] = there > 1 ? there - 1 : nil
  }

  private func isCounted(_ origin: ConnectionOrigin) -> Bool {
    limits.areCounted(from: origin) && !proxies.trusts(origin)
  }
}
