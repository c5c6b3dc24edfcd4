/// Who is let in: so many in all, and so many of one machine, so that no single one takes all the places.
struct Crowd: Sendable {
  enum Verdict: Sendable {
    case welcome
    /// No place is left.
    case full
    /// No place is left for that machine.
    case tooMany
  }

  private let limits: ServerLimits
  private(set) var count = 0
  private var machines: [[UInt8]: Int] = [:]

  init(_ limits: ServerLimits) { self.limits = limits }

  mutating func admit(_ origin: Origin) -> Verdict {
    guard count < limits.connections else { return .full }
    if isCounted(origin) {
      let there = machines[origin.machine, default: 0]
      guard there < limits.connectionsPerPeer else { return .tooMany }
      machines[origin.machine] = there + 1
    }
    count += 1
    return .welcome
  }

  mutating func leave(_ origin: Origin) {
    count -= 1
    guard isCounted(origin), let there = machines[origin.machine] else { return }
    machines[origin.machine] = there > 1 ? there - 1 : nil
  }

  /// From loopback come all who come through a proxy of this machine.
  private func isCounted(_ origin: Origin) -> Bool { !origin.isLoopback || limits.limitsLoopback }
}
