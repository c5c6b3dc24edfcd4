public import Connectivity
public import HTTP
public import Kernel

/// One person's connection to the server: the simulated network condition, and the gate that every request of the
/// person passes.
public final class Network: Sendable {
  private struct Held {
    var state = NetworkState()
    /// Number of requests while the network was flaky.
    var flaky = 0
  }

  /// Delay added to each request while the network is slow.
  public static let slowness = Duration.seconds(3)

  public let states: Current<NetworkState>
  /// Emits whether there is a route, at each change. Settling waits until subscribers have handled it.
  package let ups: Broadcast<Bool>

  private let upSource: Broadcast<Bool>.Source
  private let settling: Settling
  private let source: Current<NetworkState>.Source
  private let held = Locked(Held())
  private let server: ServerPort?
  /// The client for other servers than the person's own; nil where there is none.
  package let outside: HTTPClient?
  private let time: Time
  private let hearing: Locked<Task<Void, Never>?>

  /// `outside` sends the requests to other servers than the person's own; `machine` reports whether this machine has a
  /// route, nil where that is not observed.
  public init(
    _ server: ServerPort? = nil, outside: HTTPClient? = nil, machine: Current<Bool?>? = nil, time: Time = .live,
    settling: Settling = Settling()
  ) {
    self.server = server
    self.outside = outside
    self.time = time
    self.settling = settling
    upSource = Broadcast.Source()
    ups = upSource.broadcast
    source = Current.Source(NetworkState(machine: machine?.value))
    states = source.current
    held.withLock { [machine = machine?.value] in $0.state.machine = machine }
    hearing = Locked(nil)
    guard let machine else { return }
    let news = machine.listen()
    hearing.withLock {
      $0 = Task { [weak self] in
        for await isUp in news { self?.change { $0.machine = isUp } }
      }
    }
  }

  deinit { hearing.withLock { $0?.cancel() } }

  /// Simulates a network condition; nil ends the simulation.
  public func set(_ connectivity: Connectivity?) {
    held.withLock { $0.flaky = 0 }
    change { $0.setting = connectivity }
  }

  private func change(_ body: (inout NetworkState) -> Void) {
    held.withLock { held in
      let before = held.state
      body(&held.state)
      // Published inside the lock, so that subscribers receive changes in order.
      guard held.state != before else { return }
      source.publish(held.state)
      if let isUp = held.state.isUp, isUp != before.isUp { upSource.say(isUp, settling: settling) }
    }
  }

  // MARK: Requests under simulated conditions

  /// Sends a request to the server, subject to the simulated condition. Settling does not wait for the delay of a slow
  /// network.
  public func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    guard let server else { throw .noServer }
    let rung = try await pass()
    defer { withExtendedLifetime(rung) {} }
    do throws(Problem) {
      let answer = try await server.send(request)
      change { $0.answered = true }
      return answer
    } catch {
      if Network.silence.contains(error.code) { change { $0.answered = false } }
      throw error
    }
  }

  /// Sends a request to another server than the person's own, subject to the simulated condition. Its answer says nothing
  /// about the person's server.
  package func send(
    _ request: Outgoing, by carry: @Sendable (Outgoing) async throws(Problem) -> Incoming
  ) async throws(Problem) -> Incoming {
    let rung = try await pass()
    defer { withExtendedLifetime(rung) {} }
    return try await carry(request)
  }

  /// Opens the connection on which the server tells of changes; nil where there is none.
  package var connect: RawConnecting? { server?.connect }

  /// Codes of failures that mean the server cannot be reached.
  private static let silence: Set<String> = ["fetch-unreachable", "fetch-timed-out"]

  /// Returns when the request may be sent. The caller retains the result until the request is over.
  private func pass() async throws(Problem) -> Heard<Moment>? {
    switch states.value.setting {
    case .offline?: throw .cutOff
    case .unreachable?: throw .unanswered
    case .flaky?:
      let number = held.withLock { held in
        held.flaky += 1
        return held.flaky
      }
      if number.isMultiple(of: 2) { throw .unanswered }
    case .slow?:
      let rung = await slowly()
      if Task.isCancelled { throw .givenUp }
      // The condition may have changed meanwhile.
      switch states.value.setting {
      case .offline?: throw .cutOff
      case .unreachable?: throw .unanswered
      default: return rung
      }
    case .online?, .signedOut?, nil: break
    }
    return nil
  }

  /// Waits for the delay on the person's clock, or until the network is no longer slow.
  private func slowly() async -> Heard<Moment>? {
    let alarm = time.alarm(at: time.now().advanced(by: Network.slowness).date)
    let states = states.listen()
    return await Receipt.aside {
      await withTaskGroup(of: Heard<Moment>?.self) { group in
        group.addTask {
          for await rung in alarm { return rung }
          return nil
        }
        group.addTask {
          for await state in states where state.setting != .slow { return nil }
          return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
      }
    }
  }
}

// The same codes and messages as real failures of such a network.
extension Problem {
  fileprivate static let cutOff = Problem(
    "fetch-unreachable", "The server cannot be reached: this device is offline.", safe: "Nothing was sent.",
    remedy: "Connect, and try again.")
  fileprivate static let unanswered = Problem(
    "fetch-unreachable", "The server cannot be reached: nobody answers.", safe: "Nothing was sent.",
    remedy: "Try again in a while.")
  fileprivate static let givenUp = Problem(
    "fetch-cancelled", "The request was given up before it was sent.", safe: "Nothing was sent.",
    remedy: "Ask again if it is still wanted.")
  fileprivate static let noServer = Problem(
    "no-server", "There is no server here to ask.", safe: "Everything is kept on this machine.",
    remedy: "Start with a server to have it kept there too.")
}
