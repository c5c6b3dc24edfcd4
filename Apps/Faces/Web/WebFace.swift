internal import Interface
public import Kernel
public import Shell
internal import Signing
internal import Transport

/// The running web face: serves all profiles of a registry in browser tabs.
public actor WebFace {
  /// The port on which it listens.
  public nonisolated let port: UInt16
  /// The address to open in a browser on this machine.
  public nonisolated let address: String
  /// The same address with a pass, for other users and other machines. It admits every client that has it.
  public nonisolated let addressWithPass: String

  private let server: Server
  private let tabs: Tabs
  private let sweeping: Task<Void, Never>

  /// Starts the server. The registry remains the caller's, who closes it after the face has stopped.
  public static func start(
    _ registry: ProfileRegistry, _ options: WebOptions, time: Time = .live, log: Log = .silent
  ) async throws(Problem) -> WebFace {
    let key =
      if case .folder(let path) = registry.home {
        try SigningKey.kept(as: "web.key", in: try OwnFolder(path))
      } else {
        try SigningKey.random()
      }
    let requestGuard = RequestGuard(key: key, isSecure: options.tls != nil, names: options.names)
    let tabs = Tabs(time: time, most: options.tabs)
    let router = SiteRouter(registry, options, requestGuard, tabs)
    let server = try await Server.start(
      options.configuration, log: log,
      handler: Handler(admit: { head, _ in requestGuard.admit(head) }, answer: { await router.answer($0) }))
    requestGuard.opens(at: server.port)
    let scheme = options.tls == nil ? "http" : "https"
    let host = options.names.min() ?? (options.host.contains(":") ? "[\(options.host)]" : options.host)
    let ticks = time.ticks(every: .seconds(60))
    return WebFace(
      server, tabs, Task { for await _ in ticks { await tabs.sweep() } },
      address: "\(scheme)://\(host):\(server.port)/", pass: try requestGuard.pass)
  }

  private init(_ server: Server, _ tabs: Tabs, _ sweeping: Task<Void, Never>, address: String, pass: String) {
    self.server = server
    self.tabs = tabs
    self.sweeping = sweeping
    self.address = address
    port = server.port
    addressWithPass = "\(address)?pass=\(pass)"
  }

  deinit { sweeping.cancel() }

  /// Closes every tab and lets requests under way finish. User input is on disk already.
  public func stop() async {
    sweeping.cancel()
    await tabs.closeAll()
    await server.stop()
  }
}

extension WebOptions {
  fileprivate var configuration: ServerConfiguration {
    var limits = ServerLimits()
    // Each tab has one open connection; pages, files and forms need further ones.
    limits.connections = tabs + 200
    return ServerConfiguration(
      host: host, port: port, tls: tls, allowsPlainBeyondLoopback: allowsPlainBeyondLoopback, limits: limits)
  }
}
