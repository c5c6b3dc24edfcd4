internal import JSON
package import Kernel
internal import Platform
package import Shell
internal import Storage
package import Supabase
internal import Sync
internal import SyncWire

/// A person's session with the server, opened on first use, and the requests that use it.
package actor Membership {
  private let environment: PersonEnvironment
  /// Whether the person's consents allow to send what they enter.
  private let maySend: @Sendable () -> Bool
  private var opening: Task<Result<Session, Problem>, Never>?

  package init(_ environment: PersonEnvironment, maySend: @escaping @Sendable () -> Bool = { true }) {
    self.environment = environment
    self.maySend = maySend
  }

  deinit { opening?.cancel() }

  /// Returns the session, restored from stored credentials without a request.
  package func session() async throws(Problem) -> Session {
    if let opening { return try await opening.value.get() }
    let environment = environment
    let task = Task { () async -> Result<Session, Problem> in
      do throws(Problem) {
        return .success(try await Session.open(Session.Needs(environment)))
      } catch {
        return .failure(error)
      }
    }
    opening = task
    let result = await task.value
    // A failure is not cached, so that the next call tries again.
    if case .failure = result { opening = nil }
    return try result.get()
  }

  /// Closes the session and returns when its connections have ended.
  func close() async {
    guard let opening, case .success(let session) = await opening.value else { return }
    await session.close()
  }

  /// Returns the server for what the person enters. Throws while their consents do not allow to send it.
  package func server() async throws(Problem) -> Server {
    guard maySend() else { throw .notConsented }
    return Server(try await session())
  }
}

extension Session.Needs {
  private static let drawerName = "session"
  private static let flowsName = "session-flows"

  fileprivate init(_ environment: PersonEnvironment) {
    let (drawer, network, server) = (environment.drawer, environment.network, environment.server)
    self.init(
      project: { () throws(Problem) in
        guard let server else { throw .serverless }
        return try await server.project()
      },
      ask: { request throws(Problem) in try await network.send(request) },
      load: { () throws(Problem) in try await drawer.load(Self.drawerName).flatMap { $0.isEmpty ? nil : $0 } },
      store: { bytes throws(Problem) in try await drawer.keep(Self.drawerName, bytes ?? []) },
      loadFlows: { () throws(Problem) in try await drawer.load(Self.flowsName).flatMap { $0.isEmpty ? nil : $0 } },
      storeFlows: { bytes throws(Problem) in try await drawer.keep(Self.flowsName, bytes ?? []) },
      time: environment.context.time, log: environment.context.log)
    device = environment.device
  }
}

// Requests of the sync to the server, in the types of the planner.
extension Membership {
  func push(_ push: SyncWire.Push) async -> (Answered<PushAnswer>, Double) {
    await met { server in await server.push(push) }
  }

  func pull(_ pull: Pull) async -> (Answered<PullAnswer>, Double) {
    await met { server in await server.pull(pull) }
  }

  private func met<Value: Sendable & Hashable>(
    _ ask: (Server) async -> Result<ServerAnswer<Value>, WireFailure>
  ) async -> (Answered<Value>, Double) {
    let server: Server
    do throws(Problem) {
      server = Server(try await session())
    } catch {
      return (Answered(.failure(.unauthorized)), 0)
    }
    switch await ask(server) {
    case .success(let answered):
      return (Answered(.success(answered.value), serverTime: answered.serverTime), answered.roundTrip.seconds)
    case .failure(let failure): return (Answered(.failure(SyncFailure(failure))), 0)
    }
  }
}

extension SyncFailure {
  init(_ failure: WireFailure) {
    switch failure {
    case .unreachable, .timedOut: self = .unreachable
    case .unauthorized: self = .unauthorized
    case .later(_, let after): self = .later(after: after?.seconds)
    case .refused(_, let code, let reason): self = .refused(code: code, reason: reason)
    // A truncated response does not say what was done.
    case .broken: self = .later(after: nil)
    }
  }
}

extension Problem {
  /// Thrown in a product without a server, or when none is configured.
  static let serverless = Problem(
    "no-server", "There is no server here to have an account with.", safe: "Everything is kept on this device.",
    remedy: "Start with --backend and a server's address.")

  fileprivate static let notConsented = Problem(
    "not-consented", "You have not consented to sending it to the server.", safe: "Everything is kept on this device.",
    remedy: "Decide in Settings, Consent.")
}
