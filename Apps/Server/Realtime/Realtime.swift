public import Gate
public import Kernel
public import Relational
public import Tokens
public import Transport
internal import WebSocketCodec

/// Phoenix channels as Supabase's clients use them: broadcast, presence, and database changes.
///
/// It must be served by a server on the same loop.
public final class Realtime: Service {
  /// Authenticates a token that a client sends in a frame: a user's, or a project key.
  public typealias Judge = nonisolated(nonsending) @Sendable (_ token: String) async -> Credential

  /// The dependencies of the service.
  public struct Needs: Sendable {
    public let database: any Database
    /// Carries broadcasts and presence between instances; nil when there is only one.
    public var bus: (any Bus)?
    public let judge: Judge
    public var policy = TopicPolicy.own
    /// The tables that the database watches also while no client listens to them, for other hearers of its changes.
    public var alwaysWatched: Set<String> = []
    /// The ended sessions, whose channels and sockets are closed; nil when tokens live until they expire.
    public var revocations: Revocations?
    /// The clock of token expiry.
    public var time = Time.live
    /// The clock of sockets and of other instances. It runs in real time even when `time` is moved by hand; nil when
    /// both are the same.
    public var beat: Time?

    public init(database: any Database, judge: @escaping Judge) {
      self.database = database
      self.judge = judge
    }
  }

  /// Counters for monitoring.
  public struct Figures: Sendable, Hashable {
    public internal(set) var sockets = 0
    public internal(set) var channels = 0
    /// Frames received and frames sent.
    public internal(set) var heard = 0
    public internal(set) var said = 0
    /// Sockets closed because they read too slowly.
    public internal(set) var letGo = 0
    /// Approximate number of bytes that wait for clients.
    public internal(set) var backlog = 0
  }

  private let hub: Hub
  private let limits: RealtimeLimits
  private let loop: EventLoop

  private init(_ hub: Hub, _ limits: RealtimeLimits, _ loop: EventLoop) {
    self.hub = hub
    self.limits = limits
    self.loop = loop
  }

  /// Starts the service; once it returns, changes are being received. `close` stops it.
  public static func start(
    _ needs: Needs, on loop: EventLoop, limits: RealtimeLimits = RealtimeLimits(), log: Log = .silent
  ) async -> Realtime {
    var random = SystemRandomNumberGenerator()
    let instance = String(random.next() as UInt64, radix: 36)
    let hub = Hub(needs, limits: limits, log: log.from("realtime"), instance: instance, on: loop)
    await hub.begin()
    await hub.watch().value
    return Realtime(hub, limits, loop)
  }

  /// Closes every socket, telling clients that the server stops.
  public func close() async { await hub.close() }

  public var figures: Figures { get async { await hub.counted() } }

  // MARK: Service conformance

  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int {
    path.first == "api" ? limits.body : 0
  }

  public func answer(_ request: Request, at path: ArraySlice<Substring>, from credential: Credential) async -> Response
  {
    guard case .caller(let caller, let expires) = credential else { return Realtime.refusal(of: credential) }
    let pass = Pass(caller: caller, expires: expires)
    let limits = limits
    switch Array(path) {
    case ["websocket"]: return await connect(request, pass)
    case ["api", "broadcast"]:
      return await post(request, by: pass.caller) { body throws(Malformed) in try PostedBroadcast.batch(body, limits) }
    case let parts where parts.count == 5 && parts[0] == "api" && parts[1] == "broadcast" && parts[3] == "events":
      let isPrivate = request.target.query["private"] == "true"
      return await post(request, by: pass.caller) { body throws(Malformed) in
        [try PostedBroadcast(topic: String(parts[2]), event: String(parts[4]), isPrivate: isPrivate, content: body)]
      }
    default: return Realtime.refusal(.notFound, "There is nothing here")
    }
  }

  public func admit(_ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential) -> Admission {
    credential.caller == nil
      ? .refuse(Realtime.refusal(of: credential)) : .body(upTo: bodyLimit(for: head, at: path))
  }

  private static func refusal(of credential: Credential) -> Response {
    switch credential {
    case .none: refusal(.unauthorized, "No API key found in request")
    case .refused(.expired): refusal(.unauthorized, "The token has expired")
    case .refused(.sessionEnded): refusal(.unauthorized, "The session has ended")
    case .refused, .caller: refusal(.forbidden, "The token is not valid")
    }
  }

  private func connect(_ request: Request, _ pass: Pass) async -> Response {
    guard let wire = FrameSerializer(version: request.target.query["vsn"]) else {
      return Realtime.refusal(.badRequest, "Versions 1.0.0 and 2.0.0 are spoken here")
    }
    guard loop.isIsolatingCurrentContext() == true else {
      return Realtime.refusal(.failed, "The server does not run on the loop of its channels")
    }
    guard await hub.hasRoom else {
      return Realtime.refusal(.tooManyRequests, "Too many connected sockets")
    }
    let hub = hub
    let bounds = WebSocketLimits(message: limits.message, inbox: 65_536, pulse: .seconds(30))
    return .webSocket(for: request, limits: bounds) { socket in
      guard let number = await hub.enter(socket, wire, pass) else {
        return await socket.close(.tryAgainLater, reason: "too many connected sockets")
      }
      for await message in socket.messages { await hub.take(message, from: number) }
      await hub.leave(number)
    }
  }

  private func post(
    _ request: Request, by caller: Caller, _ read: (ArraySlice<UInt8>) throws(Malformed) -> [PostedBroadcast]
  ) async -> Response {
    guard request.method == .post else { return Realtime.refusal(.methodNotAllowed, "Broadcasts are posted") }
    do throws(Malformed) {
      let broadcasts = try read(request.body[...])
      for broadcast in broadcasts where broadcast.room.isPrivate {
        guard await hub.mayJoin(caller, broadcast.room.topic) else {
          return Realtime.refusal(.forbidden, "You do not have permissions to write to this Channel topic")
        }
      }
      for broadcast in broadcasts { await hub.broadcast(broadcast.payload, in: broadcast.room) }
      return Response(.accepted)
    } catch {
      return Realtime.refusal(.unprocessable, error.what)
    }
  }

  static func refusal(_ status: Status, _ reason: String) -> Response {
    .json([UInt8](#"{"error":\#(reason)}"#), status: status)
  }
}
