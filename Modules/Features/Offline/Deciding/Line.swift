public import Connectivity

/// The connection to the server as inferred from the machine's network state and from the result of each request. It
/// has no clock and does not wait: every input changes it at once.
public struct Line: Sendable, Hashable {
  /// The result of a request.
  public enum Meeting: Sendable, Hashable {
    /// Answered after this many seconds.
    case answered(Double)
    /// The server answered that it is busy or failing.
    case busy
    case unreachable
    /// The server asks the user to sign in again.
    case unauthorized
  }

  /// Whether the machine has a network; nil until it has reported.
  var port: Bool?
  var hasSession = false
  var isSessionLost = false
  /// The most recent results; the newest is last.
  var recent: [Meeting] = []

  public init() {}

  /// Number of recent results that are kept.
  static let most = 6
  /// Number of round trips whose median counts, and the minimum below which there is no verdict.
  static let trips = 5
  static let fewestTrips = 3
  static let slow = 2.0

  // MARK: Observations

  public mutating func hear(port isUp: Bool) {
    // Another network: results from the old one do not apply.
    if isUp, port == false { recent = [] }
    port = isUp
  }

  public mutating func hear(session isThere: Bool) {
    hasSession = isThere
    // A lost session stays lost until the user signs in again.
    if isThere { isSessionLost = false }
  }

  public mutating func meet(_ meeting: Meeting) {
    if meeting == .unauthorized { isSessionLost = true }
    recent.append(meeting)
    recent.removeFirst(max(0, recent.count - Line.most))
  }

  // MARK: Assessment

  /// False until the machine or a request has reported.
  public var isKnown: Bool { port != nil || !recent.isEmpty }

  public var connectivity: Connectivity {
    if port == false || !isKnown { return .offline }
    if isSessionLost { return .signedOut }
    // Without an account no request is made, so only the network state counts.
    guard hasSession else { return port == true ? .online : .offline }
    if isCut { return port == true ? .unreachable : .offline }
    if isFlaky { return .flaky }
    return isSlow ? .slow : .online
  }

  private var failed: Int { recent.count { $0 == .unreachable || $0 == .busy } }
  private var isFlaky: Bool { failed >= 2 && failed < recent.count }

  /// One unreachable result counts as cut off, two in a row on a flaky connection, or three busy or unreachable ones.
  private var isCut: Bool {
    let last = recent.suffix(3)
    if last.count == 3, last.allSatisfy({ $0 == .busy || $0 == .unreachable }) { return true }
    guard recent.last == .unreachable else { return false }
    return !isFlaky || last.suffix(2).allSatisfy { $0 == .unreachable }
  }

  private var isSlow: Bool {
    let trips = recent.compactMap { if case .answered(let seconds) = $0 { seconds } else { nil } }.suffix(Line.trips)
    guard trips.count >= Line.fewestTrips else { return false }
    return trips.sorted()[trips.count / 2] > Line.slow
  }
}
