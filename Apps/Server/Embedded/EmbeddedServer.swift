internal import Backend
public import Fetch
public import Kernel
public import Shell
public import Supabase
internal import Tokens

/// The server of one data folder, for a process that runs products: connects to the server that already serves the
/// folder, or starts one in this process. Nothing is looked for or started before first use.
public actor EmbeddedServer {
  /// Time for which finding is retried while another process is starting or stopping.
  public static let patience = Duration.seconds(5)
  private static let pause = Duration.milliseconds(20)

  private struct Found {
    let project: Project
    /// Nil when the server runs in another process.
    let backend: Backend?
  }

  private let plan: EmbeddedPlan
  private let fetch: Fetch
  private let time: Time
  private let log: Log
  private let patience: Duration
  private var folder: TemporaryFolder?
  private var finding: Task<Result<Found, Problem>, Never>?
  private var found: Found?
  /// Earlier addresses of the server: requests made for them are still redirected.
  private var former: Set<String> = []
  private var formerPort: UInt16 = 0
  private var isStopped = false

  /// `time` is the server's clock; `fetch` sends the requests.
  public init(
    _ plan: EmbeddedPlan, _ fetch: Fetch, time: Time = .live, log: Log = .silent, patience: Duration = patience
  ) {
    self.plan = plan
    self.fetch = fetch
    self.time = time
    self.log = log
    self.patience = patience
  }

  deinit { finding?.cancel() }

  /// The interface that a `Person` takes.
  public nonisolated var port: ServerPort {
    ServerPort(
      project: { () throws(Problem) in try await self.project() },
      send: { request throws(Problem) in try await self.send(request) }, connect: fetch.client.connect)
  }

  /// Returns the server's project, finding or starting the server on first use.
  public func project() async throws(Problem) -> Project { try await server().project }

  /// Whether it runs in this process.
  public var isHere: Bool { found?.backend != nil }

  /// The data folder; nil while it is not known.
  var path: String? { plan.folder ?? folder?.path }

  /// The address of the page that shows unsent mails; nil while the server does not run in this process.
  public var mailAddress: String? { found?.backend?.mailAddress }

  /// Stops a server in this process. Acknowledged writes are kept, unless the folder was temporary.
  public func stop() async {
    isStopped = true
    if let finding { _ = await finding.value }
    await found?.backend?.stop()
    found = nil
    folder = nil
  }

  // MARK: Requests

  /// Sends a request. When the serving process is gone, this process takes over and the request is repeated, which is
  /// safe because nothing received the first one.
  public func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    var request = request
    if let project = found?.project { redirect(&request, to: project) }
    do throws(Problem) {
      return try await fetch.send(request)
    } catch {
      guard error.code == "fetch-unreachable", let lost = found, lost.backend == nil, !isStopped,
        request.address.isBeneath(lost.project.address)
      else { throw error }
      forget(lost)
      let next = try await server().project
      redirect(&request, to: next)
      return try await fetch.send(request)
    }
  }

  private func forget(_ lost: Found) {
    guard found?.project == lost.project else { return }
    former.insert(lost.project.address)
    formerPort = Loopback.port(lost.project.address) ?? 0
    found = nil
  }

  private func redirect(_ request: inout Outgoing, to project: Project) {
    guard let old = former.first(where: { request.address.isBeneath($0) }) else { return }
    request.address = project.address + request.address.dropFirst(old.count)
  }

  // MARK: Server discovery and start

  private func server() async throws(Problem) -> Found {
    guard !isStopped else { throw ProfileRegistry.closed }
    if let found { return found }
    if let finding { return try await finding.value.get() }
    let task = Task { () async -> Result<Found, Problem> in
      defer { finding = nil }
      do throws(Problem) {
        let server = try await find()
        found = server
        return .success(server)
      } catch {
        return .failure(error)
      }
    }
    finding = task
    return try await task.value.get()
  }

  private func find() async throws(Problem) -> Found {
    let path = try home()
    let key = try Backend.keys(in: path, secret: plan.secret).anon
    var options = plan.options(in: path)
    // Prefers the former port, so that existing addresses stay valid.
    options.port = formerPort
    let end = ContinuousClock.now + patience
    while true {
      if let address = await running(in: path, key) {
        return Found(project: Project(address: address, key: key), backend: nil)
      }
      do throws(Problem) {
        let backend = try await Backend.start(options, secret: plan.secret, time: time, log: log)
        return Found(project: Project(address: backend.address, key: key), backend: backend)
      } catch {
        switch error.code {
        case "port-in-use" where options.port != 0: options.port = 0
        case "store-in-use":
          guard .now < end, !Task.isCancelled else { throw .taken(error) }
          try? await Task.sleep(for: EmbeddedServer.pause)
        default: throw error
        }
      }
    }
  }

  private func home() throws(Problem) -> String {
    if let path = plan.folder { return path }
    if let folder { return folder.path }
    let made = try TemporaryFolder()
    folder = made
    return made.path
  }

  /// Returns the address of the running server in the folder if it accepts the folder's key, which no other server
  /// does.
  private func running(in path: String, _ key: String) async -> String? {
    guard let address = AddressFile(in: path)?.address, Loopback.holds(address) else { return nil }
    var question = Outgoing("GET", "\(address)/auth/v1/settings", headers: [.init("apikey", key)])
    question.limits.total = .seconds(2)
    question.limits.answer = 65_536
    let answer = try? await fetch.send(question)
    return answer?.status == 200 ? address : nil
  }
}

extension String {
  fileprivate func isBeneath(_ address: String) -> Bool { self == address || hasPrefix("\(address)/") }
}

extension Problem {
  fileprivate static func taken(_ refusal: Problem) -> Problem {
    Problem(
      "server-in-use", "\(refusal.what) That process does not answer.", safe: "Everything is kept on this machine.",
      remedy: "End that process, or name its address with --backend.")
  }
}
