internal import CPeer
internal import Carrying
internal import Days
internal import Dispatch
internal import Fetch
internal import FoundationEssentials
internal import Glibc
internal import HTTP
internal import HealthAPIs
internal import HealthProviders
internal import HealthSync
internal import Kernel
internal import Samples
internal import Storage

extension Benchmark {
  /// Carries two years of steps from a phone to Google Health's copy on this machine, day by day, and compares both ends.
  /// Peer: the same requests one after the other through bare libcurl. A phone has no record for a minute without steps; here
  /// it has 180 a day.
  static let healthSync = healthSync(days: 730)

  static func healthSync(days: Int) -> Benchmark {
    Benchmark(
      name: "healthsync",
      summary:
        "two years of minute steps mapped, written and reconciled, beside the same requests through bare libcurl",
      measure: { () throws(Problem) in
        let ground = try StorageGround()
        let sync = try await StepSync(days: days, on: ground)
        let carried = try await sync.carried()
        let nothing = try await sync.nothing()
        let peer = try await sync.replayed()
        guard carried.requests == peer.requests else {
          throw .unmeasured("\(peer.requests) of \(carried.requests) requests were answered well")
        }
        await sync.close()
        return [
          Figure(
            "healthsync-rate", here: Double(carried.requests) / carried.seconds,
            peer: Double(peer.requests) / peer.seconds, peerName: "bare libcurl", unit: "requests/s", better: .higher,
            limit: 0.5),
          Figure("healthsync-memory", here: carried.memory, peer: 60, peerName: "the limit", unit: "MiB", limit: 1),
          figure("healthsync-nothing", nothing, 100),
        ]
      })
  }
}

/// A sync of steps from a phone to Google Health.
private struct StepSync: Sendable {
  private static let minutes = 180
  private static let page = 1_000

  private let count: Int
  private let first: CalendarDay
  private let plan: SyncPlan
  private let store: Store
  private let needs: HealthSyncNeeds
  private let ground: StorageGround
  private let vendor: Locked<VendorProcess?>
  private let requests: RequestLog
  private let client: HTTPClient
  private let identifiers = Identifiers.live(.live)
  private let now = Date()

  init(days count: Int, on ground: StorageGround) async throws(Problem) {
    self.count = count
    self.ground = ground
    // The person at the provider has data of the last 400 days, which would be compared too.
    let today = CalendarDay(now, in: .gmt)
    first = today.following(-count - 410)
    let client = HTTPClient.curl()
    self.client = client
    let process = try VendorProcess("google-health")
    vendor = Locked(process)
    let token = try await StepSync.token(process, client)
    let log = try RequestLog("\(ground.folder)/requests", origin: process.address)
    requests = log
    let google = HealthAPI.googleHealth.port(at: HealthAPIOrigins(process.address), now: { [now] in now }) {
      request throws(Problem) in
      var request = request
      request.headers.append(Outgoing.Field("authorization", "Bearer \(token)"))
      log.add(request)
      return try await client.send(request)
    }
    let phone = StepSync.phone
    store = try await ground.open()
    needs = HealthSyncNeeds(store, port: { $0 == "google-health" ? google : phone })
    plan = SyncPlan(
      id: identifiers.next(), [.steps], from: "apple-health", to: "google-health",
      at: first.start(in: .gmt) ?? now)
  }

  func close() async {
    vendor.withLock { $0.take() }?.stop()
    await store.close()
  }

  private static func token(_ process: VendorProcess, _ client: HTTPClient) async throws(Problem) -> String {
    try await process.token(
      authorize: "/o/oauth2/v2/auth", token: "/token", HealthAPI.googleHealth.scopes.map(\.scope), by: client)
  }

  /// A phone's store that makes each page when it is asked for.
  private static let phone = HealthPort(
    read: { kind, span, page throws(Problem) in
      guard kind == .steps else { return SamplePage([]) }
      let start = page.flatMap(Int.init) ?? 0
      let day = Int((span.start.timeIntervalSince1970 / 86_400).rounded(.down))
      let all = Int((span.duration / 86_400).rounded()) * StepSync.minutes
      let end = min(all, start + StepSync.page)
      let samples = (start..<max(start, end)).map { number in
        let (day, minute) = (day + number / StepSync.minutes, number % StepSync.minutes)
        // From seven o'clock, one in five minutes.
        let begin = Date(timeIntervalSince1970: Double(day) * 86_400 + 25_200 + Double(minute) * 300)
        return Sample(
          .steps, from: begin, to: begin.addingTimeInterval(60), amount: Double(40 + (day + minute * 7) % 80),
          origin: Origin("apple-health", record: "\(day)-\(minute)", device: "Phone"))
      }
      return SamplePage(samples, next: end < all ? "\(end)" : nil)
    }, write: { _ throws(Problem) in [] }, delete: { _, _ throws(Problem) in })

  /// Carries all days and compares them.
  func carried() async throws(Problem) -> (requests: Int64, seconds: Double, memory: Double) {
    let watch = MemoryWatch()
    let start = ContinuousClock.now
    var written = 0
    for number in 0..<count {
      let day = first.following(number)
      written += try await needs.carry(plan, day...day, in: .gmt, identifiers: identifiers, at: now).written
    }
    var agreeing = 0
    for number in stride(from: 0, to: count, by: 30) {
      let days = first.following(number)...first.following(min(count, number + 30) - 1)
      let compared = try await needs.compare(plan, days, in: .gmt, identifiers: identifiers, at: now)
      agreeing += compared.count { $0.agrees && $0.source > 0 }
    }
    let seconds = (ContinuousClock.now - start).microseconds / 1_000_000
    let memory = watch.end()
    guard written == count * StepSync.minutes, agreeing == count else {
      throw .unmeasured("\(written) records were written, and \(agreeing) of \(count) days agree")
    }
    return (requests.count, seconds, memory)
  }

  /// Sends the same requests to the same provider, which is started anew.
  func replayed() async throws(Problem) -> (requests: Int64, seconds: Double) {
    vendor.withLock { $0.take() }?.stop()
    let process = try VendorProcess("google-health")
    vendor.withLock { $0 = process }
    let token = try await StepSync.token(process, client)
    let (path, address) = (requests.path, process.address)
    let start = ContinuousClock.now
    let answered = await withCheckedContinuation { continuation in
      DispatchQueue(label: "bench").async { continuation.resume(returning: peer_replay(path, address, token)) }
    }
    return (answered, (ContinuousClock.now - start).microseconds / 1_000_000)
  }

  /// Milliseconds of runs that look at a week again and find nothing new.
  func nothing() async throws(Problem) -> [Double] {
    let last = first.following(count - 1)
    let week = max(first, last.following(-6))...last
    var times: [Double] = []
    for _ in 0..<20 {
      let start = ContinuousClock.now
      let report = try await needs.carry(plan, week, in: .gmt, identifiers: identifiers, at: now)
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard report.written == 0 else { throw .unmeasured("a run without news writes \(report.written) records") }
    }
    return times
  }
}

/// The requests that were sent, in a file.
private final class RequestLog: Sendable {
  let path: String
  private let origin: String
  private let written: Locked<(file: Int32, count: Int64)>

  init(_ path: String, origin: String) throws(Problem) {
    self.path = path
    self.origin = origin
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .unmeasured("the disk takes no file") }
    written = Locked((file, 0))
  }

  deinit { _ = written.withLock { close($0.file) } }

  func add(_ request: Outgoing) {
    let body = request.body ?? []
    let line = "\(request.method) \(request.address.dropFirst(origin.count)) \(body.count)\n"
    let bytes = Array(line.utf8) + body
    written.withLock { state in
      if write(state.file, bytes, bytes.count) == bytes.count { state.count += 1 }
    }
  }

  var count: Int64 { written.withLock { $0.count } }
}
