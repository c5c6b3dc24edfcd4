/// Bounds the memory of request bodies, in total and for each peer and owner: the bytes received, until the request is
/// answered. An announced length holds nothing, but only a body announced as small may use the last part.
struct BodyRoom: Sendable {
  private let total: Int
  private let shares: BodyShares
  private(set) var held = 0
  private var heldByLarge = 0
  private var machines: [[UInt8]: Int] = [:]
  private var owners: [BodyOwner: Int] = [:]

  init(_ limits: ServerLimits) {
    total = limits.bodyMemory
    shares = limits.bodyShares
  }

  /// Adjusts the share of one connection. Returns false, and changes nothing, when a limit would be exceeded.
  mutating func change(from before: Int, to now: Int, for claim: BodyClaim = BodyClaim()) -> Bool {
    let more = now - before
    guard more <= 0 || hasRoom(for: more, of: claim) else { return false }
    held += more
    if !claim.isSmall { heldByLarge += more }
    if let machine = claim.machine { BodyRoom.add(more, to: &machines[machine]) }
    if let owner = claim.owner { BodyRoom.add(more, to: &owners[owner]) }
    return true
  }

  /// The number of peers and owners that hold memory.
  var holders: Int { machines.count + owners.count }

  private func hasRoom(for more: Int, of claim: BodyClaim) -> Bool {
    guard held + more <= total, claim.isSmall || heldByLarge + more <= total - part(shares.small) else { return false }
    if let machine = claim.machine, machines[machine, default: 0] + more > part(shares.peer) { return false }
    guard let owner = claim.owner else { return true }
    return owners[owner, default: 0] + more <= part(owner == .anonymous ? shares.anonymous : shares.account)
  }

  private func part(_ share: Double) -> Int { Int(Double(total) * share) }

  private static func add(_ more: Int, to held: inout Int?) {
    let now = (held ?? 0) + more
    held = now > 0 ? now : nil
  }
}

/// The claim of one request's body on the memory for bodies.
struct BodyClaim: Sendable {
  /// Nil for a peer that is not limited.
  var machine: [UInt8]?
  var owner: BodyOwner?
  var isSmall = false
}

/// The shares of `ServerLimits.bodyMemory`, each from 0 to 1.
public struct BodyShares: Sendable {
  /// Left to small bodies, so that large uploads never stop small writes.
  public var small = 0.25
  /// A body announced with at most so many bytes is small.
  public var smallBody = 65_536
  /// The most that one peer may hold, where `ServerLimits` limits peers.
  public var peer = 0.5
  /// The most that one account may hold.
  public var account = 0.25
  /// The most that all clients without an account may hold.
  public var anonymous = 0.25

  public init() {}
}

extension ServerLimits {
  /// Whether the limits per peer apply to that peer. Every client behind a proxy on this machine comes from loopback.
  func areCounted(from origin: ConnectionOrigin) -> Bool { !origin.isLoopback || limitsLoopback }
}
