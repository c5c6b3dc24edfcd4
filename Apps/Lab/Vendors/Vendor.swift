internal import FoundationEssentials
internal import JSON
public import Kernel
internal import Transport

/// A health provider on this machine, for tests and demonstrations: its authorization server and its interface for data, over
/// loopback, with a made-up person. Everything is in memory and ends with `stop`.
public final class Vendor: Sendable {
  public let kind: VendorKind
  private let server: Server
  private let state: Locked<VendorState>

  private init(_ kind: VendorKind, _ server: Server, _ state: Locked<VendorState>) {
    self.kind = kind
    self.server = server
    self.state = state
  }

  /// Starts a provider on a free port, or on the one given.
  public static func start(
    _ kind: VendorKind, _ plan: VendorPlan, time: Time, port: UInt16 = 0
  ) async throws(Problem) -> Vendor {
    let state = Locked(VendorState(kind, plan))
    var configuration = ServerConfiguration(port: port)
    configuration.limits.connections = 100
    let server = try await Server.start(
      configuration,
      handler: Handler(
        admit: { _, _ in .body(upTo: 1 << 20) },
        answer: { request in
          let now = time.now().date
          let (answer, faults) = state.withLock { state in
            (state.answer(VendorRequest(request), at: now), state.faults)
          }
          return Vendor.response(to: answer, faults)
        }))
    return Vendor(kind, server, state)
  }

  public var port: UInt16 { server.port }
  /// The address of everything it offers.
  public var address: String { "http://127.0.0.1:\(port)" }

  public func stop() async { await server.stop(within: .milliseconds(200)) }

  // MARK: What a test does

  public func change(_ change: (inout VendorFaults) -> Void) { state.withLock { change(&$0.faults) } }

  /// Ends every access, as a person does in the settings of the provider.
  public func withdraw() { state.withLock { $0.grants = [] } }

  /// Number of accesses that have not ended.
  public var grants: Int { state.withLock { $0.grants.count } }

  /// The access and refresh tokens of all accesses.
  public var tokens: [String] {
    state.withLock { $0.grants.flatMap { [$0.access] + ($0.refresh.map { [$0] } ?? []) } }
  }

  /// The newest requests, such as "GET /v4/users/me".
  public var log: [String] { state.withLock { $0.log } }

  /// Number of records that were written to it.
  public var written: Int { state.withLock { $0.written.count } }

  // MARK: Writing the answer

  private static func response(to answer: VendorAnswer, _ faults: VendorFaults) -> Response {
    var headers: Headers = ["cache-control": "no-store"]
    for (name, value) in answer.headers { headers.add(name, value) }
    if let location = answer.location { return .seeOther(location, headers: headers) }
    if let html = answer.html { return .html(html, status: answer.status, headers: headers) }
    guard let json = answer.json else { return Response(answer.status, headers: headers) }
    var bytes = Array((try? JSON.data(json)) ?? Data())
    if answer.isData {
      if let text = faults.answer { bytes = Array(text.utf8) }
      if faults.cutsAnswers {
        let half = Locked<[UInt8]?>(Array(bytes.prefix(bytes.count / 2)))
        headers.add("content-type", "application/json")
        return Response(
          answer.status, headers: headers,
          content: .pieces(length: bytes.count) { half.withLock { half in half.take() } })
      }
    }
    return .json(bytes, status: answer.status, headers: headers)
  }
}
