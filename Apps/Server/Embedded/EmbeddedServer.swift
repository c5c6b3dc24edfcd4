internal import Backend
public import Fetch
public import Kernel
public import Shell
public import Supabase
internal import Tokens

/// The server of one data folder, for a process that has products to run: whichever serves that folder already, else one
/// in this process. Neither is looked for before somebody asks.
public actor EmbeddedServer {
  /// For so long it is tried again where another process is just starting or ending.
  public static let patience = Duration.seconds(5)
  private static let pause = Duration.milliseconds(20)

  private struct Found {
    let project: Project
    /// Nil when another process has it.
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
  /// Where it was met before it went on elsewhere: requests that were made out to there still find it.
  private var former: Set<String> = []
  private var formerPort: UInt16 = 0
  private var isStopped = false

  /// The server goes by `time`, and is asked by `fetch`.
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

  /// As persons are given it.
  public nonisolated var port: ServerPort {
    ServerPort(
      project: { () throws(Problem) in try await self.project() },
      send: { request throws(Problem) in try await self.send(request) })
  }

  /// Where it is; found or started when somebody asks first.
  public func project() async throws(Problem) -> Project { try await server().project }

  /// Whether it runs in this process.
  public var isHere: Bool { found?.backend != nil }

  /// Where it keeps everything; nil while that is not known.
  var path: String? { plan.folder ?? folder?.path }

  /// Where mails are read that were not sent to anybody; nil while it does not run here.
  public var mailAddress: String? { found?.backend?.mailAddress }

  /// Ends what runs here. What it has acknowledged is kept, unless its folder was a temporary one.
  public func stop() async {
    isStopped = true
    if let finding { _ = await finding.value }
    await found?.backend?.stop()
    found = nil
    folder = nil
  }

  // MARK: Asking

  /// Where the process that had it is gone, this one takes its place, and the request is made again: nobody was there to
  /// take the first.
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

  // MARK: Finding

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
    // Where it was before, if that is free: what was made out to there stays right.
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

  /// Who answers where the folder says, and takes the folder's key: nobody else does.
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
      "server-in-use", "\(refusal.what) That one does not answer.", safe: "Everything is kept on this machine.",
      remedy: "End that process, or name its address with --backend.")
  }
}
