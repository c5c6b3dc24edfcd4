internal import Interface
internal import Kernel
internal import Transport

/// The address on this machine to which a browser returns from a page that a product opened (RFC 8252, 7.3).
///
/// Something listens there during a visit only, at 127.0.0.1: until the browser returns with the visit's state, the visit is
/// cancelled, or its time has passed.
struct BrowserReturn: Sendable {
  /// The time for a visit. Providers and the product await a consent for as long.
  static let patience = Duration.seconds(600)
  /// The longest address with which a browser may return, in bytes.
  static let longest = 4_096

  let port: UInt16
  let patience: Duration

  /// Chooses a free port.
  init(patience: Duration = BrowserReturn.patience) async throws(Problem) {
    let server = try await Server.start(handler: Handler(answer: { _ in Response(.notFound) }))
    port = server.port
    self.patience = patience
    await server.stop(within: .zero)
  }

  private var origin: String { "127.0.0.1:\(port)" }

  var callback: String { "http://\(origin)/callback" }

  /// Listens until the visit ends, and returns its end. `began` is called when a browser may return. Throws when the port was
  /// taken meanwhile.
  func answer(
    to visit: BrowserVisit, began: @Sendable () async -> Void
  ) async throws(Problem) -> BrowserAnswer {
    let (addresses, found) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1))
    let server = try await Server.start(configuration, handler: handler(visit) { found.yield($0) })
    await began()
    let address = await withTaskGroup(of: String?.self) { group in
      group.addTask { await addresses.first { _ in true } }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    // The response of the request under way still leaves.
    await server.stop(within: .seconds(2))
    return address.map { .returned(Redacted($0)) } ?? .cancelled
  }

  private var configuration: ServerConfiguration {
    var configuration = ServerConfiguration(port: port)
    configuration.limits.request = RequestLimits(
      requestLine: BrowserReturn.longest, headerBytes: 16_384, headerCount: 100)
    configuration.limits.connections = 16
    configuration.limits.headTime = .seconds(5)
    configuration.limits.idleTime = .seconds(5)
    return configuration
  }

  /// Accepts one return of the visit. Every other request is answered, and changes nothing.
  private func handler(_ visit: BrowserVisit, found: @escaping @Sendable (String) -> Void) -> Handler {
    let (origin, callback) = (origin, callback)
    let isOver = Locked(false)
    return Handler(
      admit: { head, _ in
        // Another name of this machine would be a page that pretends to be it.
        guard head.authority == origin else { return .refuse(.text("Not here.", status: .misdirected)) }
        guard head.target.path == "/callback" else { return .refuse(.text("Nothing is here.", status: .notFound)) }
        guard head.method == .get, !head.hasBody else {
          return .refuse(.text("This address is for browsers.", status: .methodNotAllowed))
        }
        return .body(upTo: 0)
      },
      answer: { request in
        let address = "\(callback)?\(request.target.queryText ?? "")"
        guard visit.ends(at: address) else {
          return .text("This page belongs to no visit that began in the console.", status: .forbidden)
        }
        let isFirst = isOver.withLock { isOver in
          defer { isOver = true }
          return !isOver
        }
        guard isFirst else { return .text("This address was used already.", status: .gone) }
        found(address)
        return .text("Troupe has the answer. You can close this page and go back to the console.")
      })
  }
}
