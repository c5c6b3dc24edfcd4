internal import FoundationEssentials
internal import Gate
internal import Kernel
internal import Tokens

extension Benchmark {
  private static let looks = 200_000
  private static let requests = 3_000

  /// Cost that the check for ended sessions adds to a request: the time of both looks that a request takes, with a million
  /// ended sessions in memory. Peer: the smallest request of a signed-in person to `troupe backend`, in the same run.
  static func endedSessions() async throws(Problem) -> [Figure] {
    let (check, bytes) = try await endedSessionCheck()
    let request = try smallestRequest()
    return [
      Figure(
        "identity-ended-check", here: check, peer: request, peerName: "the smallest request", unit: "µs", limit: 0.02),
      Figure(
        "identity-ended-memory", here: Double(bytes) / 1_048_576, peer: 10, peerName: "the bound", unit: "MB", limit: 1),
    ]
  }

  /// Returns the median time of the looks in microseconds, and the memory that a million ended sessions take.
  private static func endedSessionCheck() async throws(Problem) -> (microseconds: Double, bytes: Int) {
    let now = 1_800_000_000
    let revocations = Revocations { _ throws(Problem) in false }
    let gatekeeper = Gatekeeper(
      try Vouching(try TokenKey("a secret of at least thirty-two characters")), revocations: revocations, now: { now })
    let before = residentBytes()
    for start in stride(from: 0, to: 1_000_000, by: 5_000) {
      revocations.insert(
        (0..<5_000).map { _ in Revocation(session: UUID().uuidString, end: now + 3_600 + start % 2) }, at: now)
    }
    let bytes = max(0, residentBytes() - before)
    let callers = (0..<1_000).map { _ in
      Credential.caller(.person(UUID().uuidString, session: UUID().uuidString), expires: now + 60)
    }
    var times: [Double] = []
    for _ in 0..<9 {
      revocations.refresh([], began: .now, at: now)
      let start = ContinuousClock.now
      for number in 0..<looks / 9 {
        let credential = callers[number % callers.count]
        _ = gatekeeper.withoutEnded(credential)
        _ = try await gatekeeper.current(credential)
      }
      times.append((ContinuousClock.now - start).microseconds / Double(looks / 9))
    }
    return (Times(times).median, bytes)
  }

  private static func smallestRequest() throws(Problem) -> Double {
    let peer = try BackendPeer()
    defer { peer.process.stop() }
    let client = try LoadClient(at: peer.process.port)
    let request = RequestEncoding.request(
      "GET", "/rest/v1/journal_entries?select=id&limit=1", at: peer.process.port, peer.fields)
    var times: [Double] = []
    for _ in 0..<requests {
      let start = ContinuousClock.now
      let answer = try client.answer(to: request)
      times.append((ContinuousClock.now - start).microseconds)
      guard answer.status == 200 else { throw .unmeasured("the request was answered with \(answer.status)") }
    }
    return Times(times).median
  }
}
