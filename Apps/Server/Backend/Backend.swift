internal import Auth
internal import Exports
internal import Gate
internal import Glibc
public import Kernel
internal import Mail
internal import Nats
internal import Objects
internal import Outbox
internal import PostgresStore
internal import PushDelivery
internal import Realtime
internal import Relational
internal import Rest
internal import SQLiteStore
internal import ServerFunctions
internal import Signing
public import Tokens
internal import Transport

/// A running server: Supabase's protocols on one database.
public actor Backend {
  public nonisolated let port: UInt16
  /// The base address of its services on this machine.
  public nonisolated let address: String
  /// The base address by which clients reach it.
  public nonisolated let publicAddress: String
  /// The address of the page that shows unsent mails; nil when mails are sent.
  public nonisolated let mailAddress: String?
  public nonisolated let keys: ProjectKeys

  private let server: Server
  private let folder: String
  private let parts: Parts

  /// The resources that are closed when the server stops.
  private struct Parts {
    let database: any Database
    let realtime: Realtime
    let buses: [any Bus]
    let outbound: OutboundServices
    let errands: Errands
    let sessions: RevocationFeed
    let exports: Exports
    let push: PushDelivery
    let sweeping: Task<Void, Never>
  }

  /// Starts a server. `secret` signs tokens, and is generated and stored in the folder when nil.
  public static func start(
    _ options: BackendOptions, secret: String? = nil, time: Time = .live,
    log: Log = .silent
  ) async throws(Problem) -> Backend {
    let log = log.from("backend")
    try Folder.make(options.folder)
    raiseFileLimit()
    let key = try TokenKey.kept(in: options.folder, given: secret)
    let vouching = try Vouching(key, signing: try SigningKeys(in: options.folder))
    let loop = try EventLoop.start()
    // Some services need the address, which is known only once the server listens; until they are ready it answers
    // 503.
    let readyRouter = Locked<Router?>(nil)
    let listening = Locked<Server?>(nil)
    let server = try await Server.start(
      options.configuration, log: log, on: loop,
      handler: Handler(
        comesBackAtOnce: true,
        admit: { head, _ in readyRouter.withLock { $0 }?.admit(head) ?? .refuse(Router.notReady) },
        answer: { request in
          guard let router = readyRouter.withLock({ $0 }) else { return Router.notReady }
          return await router.answer(request, connections: listening.withLock { $0 }?.connections.value ?? 0)
        }))
    listening.withLock { $0 = server }
    do throws(Problem) {
      return try await Backend(options, key, vouching, server, loop, readyRouter, time, log)
    } catch {
      await server.stop(within: .zero)
      throw error
    }
  }

  private init(
    _ options: BackendOptions, _ key: TokenKey, _ vouching: Vouching, _ server: Server, _ loop: EventLoop,
    _ readyRouter: Locked<Router?>, _ time: Time, _ log: Log
  ) async throws(Problem) {
    let address = options.address(at: server.port)
    let publicAddress = options.publicAddress?.text ?? address
    let (database, buses) = try await Backend.open(options, time, log)
    let outbound = try OutboundServices(options, time)
    let errands = Errands(database, options, key: key, time: time, log: log)
    var objectsSettings = ObjectsSettings()
    objectsSettings.largestResumable = options.largestUpload
    let objects = try Objects(
      database, in: "\(options.folder)/objects", key: key, settings: objectsSettings,
      publicPath: options.publicAddress?.path ?? "",
      holds: { id, session throws(Failure) in try Auth.holds(session: id, in: session) }, time: time, log: log)
    await objects.removeUnfinished()
    for bucket in options.buckets {
      try await objects.make(bucket: bucket.name, for: bucket.types, largest: bucket.largest)
    }
    var settings = AuthSettings(url: "\(publicAddress)/auth/v1", siteURL: options.site ?? publicAddress)
    settings.allowedRedirects = options.redirects
    settings.reuseInterval = options.reuseInterval
    settings.confirmsEmail = options.mailServer != nil
    settings.grantLife = Int(objectsSettings.uploadTime.components.seconds)
    // The first bus carries messages between instances: of clients, and of ended sessions.
    let sessions = await RevocationFeed.start(
      database, bus: buses.first, settings: settings, time: time, beat: .live, log: log)
    let exportsSettings = ExportsSettings()
    let exports = Exports(
      database, in: "\(options.folder)/exports", at: "\(publicAddress)/exports/v1", key: key.derived(for: "exports"),
      sources: ExportSources(database, objects, errands.ofAuth, settings: exportsSettings), settings: exportsSettings,
      time: time, beat: .live, log: log)
    let push = try PushDelivery(options, database, errands.outbox, outbound, key: key, time: time, log: log)
    var authNeeds = AuthNeeds(
      database: database, vouching: vouching, passwords: Passwords(),
      externalProviders: try outbound.externalSignIn(options.providers), outbox: errands.ofAuth,
      forget: { person throws(Failure) in
        // Files first: the account must still exist if forgetting is retried after a failure.
        do throws(Problem) { try await objects.forget(person) } catch { throw .busy(error.what) }
        try await exports.forget(person)
        try await push.forget(person)
        try await database.forget(person)
      }, erasing: Errands.erasing(database, objects, outbound), time: time, log: log)
    authNeeds.committed = { await sessions.committed() }
    let auth = try Auth(settings, authNeeds)
    let functions = try await Functions(
      options.functions, database, objects, outbound.fetch, key: key.derived(for: "functions"), time, log)
    await errands.begin(auth, outbound, push)
    await exports.begin()
    // Clients may connect as soon as the file exists, so it is written when all services are ready.
    try AddressFile(address: address).write(in: options.folder)
    let gatekeeper = Gatekeeper(vouching, time: time, revocations: sessions.revocations)
    var needs = Realtime.Needs(database: database) { token in
      // A channel whose session cannot be judged is refused for now; its client tries again.
      (try? await gatekeeper.current(gatekeeper.credential(of: token))) ?? .refused(.sessionEnded)
    }
    needs.revocations = sessions.revocations
    needs.bus = buses.first
    needs.policy = .any([.own, .rows(of: Backend.topics(database.schema), in: database)])
    needs.alwaysWatched = push.tables
    needs.time = time
    needs.beat = .live
    let realtime = await Realtime.start(needs, on: loop, log: log)
    await push.begin()
    let pass = Base64URL.text(key.derived(for: "mail page"))
    let router = Router(
      gatekeeper: gatekeeper,
      services: [Rest(database), auth, realtime, objects, functions, exports, push],
      metrics: Metrics(Router.names), outbox: errands.outbox.counts, database: database,
      mails: MailPage(mailer: outbound.folder, pass: pass),
      requestLog: options.logsRequests ? Backend.requestLog(log) : nil)
    readyRouter.withLock { $0 = router }
    let ticks = time.ticks(every: .seconds(86_400))
    let buckets = Set(options.functions.flatMap { $0.buckets.map(\.name) })
    let kept = KeptFiles(in: options.folder)
    @Sendable func sweep() async {
      await Backend.sweep(objects, kept, of: buckets, database, auth, time, log)
      await outbound.folder?.removeOld()
    }
    let sweeping = Task {
      await sweep()
      for await heard in ticks {
        await heard.use { _ in await sweep() }
      }
    }
    self.server = server
    self.address = address
    self.publicAddress = publicAddress
    folder = options.folder
    port = server.port
    mailAddress = outbound.folder == nil ? nil : "\(address)/mails?pass=\(pass)"
    keys = vouching.keys
    parts = Parts(
      database: database, realtime: realtime, buses: buses, outbound: outbound, errands: errands, sessions: sessions,
      exports: exports, push: push, sweeping: sweeping)
    log.info("ready at port \(server.port)")
  }

  /// Returns when no mail is sent and no account is erased at the moment.
  func errandsDone() async { await parts.errands.idle() }

  /// Stops accepting connections, lets pending requests finish for up to 10 s, and closes. Acknowledged writes are
  /// kept.
  public func stop() async {
    AddressFile(address: address).remove(from: folder)
    parts.sweeping.cancel()
    await parts.realtime.close()
    await server.stop(within: .seconds(10))
    await parts.push.close()
    await parts.exports.close()
    await parts.sessions.close()
    await parts.errands.close()
    await parts.outbound.close()
    await parts.database.close()
    for bus in parts.buses { await bus.close() }
  }

  static let migrations =
    Auth.migrations + Objects.migrations + OutboxWorker.migrations + Exports.migrations + PushDelivery.migrations

  private static func open(
    _ options: BackendOptions, _ time: Time, _ log: Log
  ) async throws(Problem) -> (any Database, [any Bus]) {
    guard let address = options.database else {
      guard options.pooler == nil else {
        throw Problem(
          "pooler-without-postgres",
          "A pooler stands before a PostgreSQL; this server stores its data in a folder.",
          safe: "Nothing was started.", remedy: "Give --database postgres://..., or omit --pooler and TROUPE_POOLER.")
      }
      guard options.bus == nil else {
        throw Problem(
          "bus-without-postgres",
          "A bus connects several servers on one PostgreSQL; this server stores its data in a folder.",
          safe: "Nothing was started.", remedy: "Give --database postgres://..., or omit --bus.")
      }
      guard let keys = options.sealing else {
        return (try SQLiteStore.open(options.folder, schema: options.schema, migrations: migrations, time: time), [])
      }
      let database = try await SQLiteStore.open(
        options.folder, schema: options.schema, migrations: migrations, time: time, keys: keys.store(in: options.folder)
      )
      return (database, [])
    }
    guard options.sealing == nil else {
      throw Problem(
        "seal-on-postgres", "Rows are sealed in a folder of the server's own, not on PostgreSQL.",
        safe: "Nothing was started.",
        remedy: "Omit --seal and encrypt the disk of the database, or omit --database and TROUPE_DATABASE.")
    }
    guard let url = options.bus else {
      let database = try await PostgresStore.open(
        address: address, pooler: options.pooler, schema: options.schema, migrations: migrations, log: log)
      return (database, [try await NotifyBus.open(address: address, pooler: options.pooler)])
    }
    // Changes and client messages use separate subjects.
    let clientMessages = try await NatsBus.open(address: url, subject: "troupe.realtime")
    let changes = try await NatsBus.open(address: url, subject: "troupe.changes")
    let database = try await PostgresStore.open(
      address: address, pooler: options.pooler, schema: options.schema, migrations: migrations, bus: changes, log: log)
    return (database, [clientMessages, changes])
  }

  /// Private channels named for a row: `connection:<id>` is open to both members while the connection is active.
  private static func topics(_ schema: Schema) -> [String: Select] {
    guard let connections = schema.tables["connections"] else { return [:] }
    var select = Select(connections)
    select.filter = .compare("status", .equal, .text("active"))
    return ["connection": select]
  }

  /// Deletes unreferenced files and uploads, old notifications, and rows of the database that no client still needs; sees to accounts whose
  /// erasing was given up.
  private static func sweep(
    _ objects: Objects, _ kept: KeptFiles, of buckets: Set<String>, _ database: any Database, _ auth: Auth,
    _ time: Time,
    _ log: Log
  ) async {
    do throws(Problem) {
      if kept.areKept { await objects.removeUnfinished() } else { try await objects.sweep() }
      try await objects.removeUnnamed(in: buckets)
      try await auth.rescheduleErasing()
    } catch {
      log.warning("sweeping failed and is tried again tomorrow: \(code: error)")
    }
    do throws(Failure) {
      try await PushDelivery.forgetHistory(in: database, now: time.now().date)
      try await database.purge()
    } catch {
      log.warning("old rows could not be forgotten: \(open: error.code)")
    }
  }

  private static func requestLog(_ log: Log) -> Router.RequestLog {
    { service, method, status, took in
      log.info("request \(open: service) \(open: method.name) \(status) in \(took.milliseconds) ms")
    }
  }

  /// Raises the limit of open files to the hard limit: each client holds one, and the soft default is too low for a
  /// server.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

extension Duration {
  fileprivate var milliseconds: Double { (seconds * 100_000).rounded() / 100 }
}

extension BackendOptions {
  func address(at port: UInt16) -> String {
    "\(tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
