public import HTTP
public import Kernel
public import Platform
internal import Threads

/// Listens for the server's change notifications while there is a listener.
public struct Hints: Sendable {
  let session: Session
  private let timing: HintTiming
  private let connect: RawConnecting
  private let log: Log

  /// `connect` opens the connections, one for each listener.
  public init(
    _ session: Session, timing: HintTiming = HintTiming(), connect: @escaping RawConnecting, log: Log = .silent
  ) {
    self.session = session
    self.timing = timing
    self.connect = connect
    self.log = log.from("hints")
  }

  /// Returns the hints for one listener. Reconnects whenever the connection is lost, and reports the loss.
  public func hints(for user: UUID, _ collections: [String]) -> AsyncStream<Hint> {
    let box = HintBox()
    let run = HintRun(box, session.listeners.begin { await self.listen(for: user, collections, into: box) })
    return AsyncStream {
      await run.box.next()
    } onCancel: {
      run.end()
    }
  }

  private func listen(for user: UUID, _ collections: [String], into box: HintBox) async {
    var waits = HintWaits(timing)
    var random = SystemRandomNumberGenerator()
    var isGone = false
    defer { box.end() }
    while !Task.isCancelled {
      if await once(user, collections, into: box) {
        waits.reset()
        isGone = false
      }
      if !isGone { box.put(.gone) }
      isGone = true
      try? await Task.sleep(for: waits.wait(&random))
    }
  }

  /// Runs one connection to its end; returns whether it was ever ready.
  private func once(_ user: UUID, _ collections: [String], into box: HintBox) async -> Bool {
    let line: HintLine
    do throws(Problem) {
      let project = try await session.gateway.project()
      // Checked before anything is sent that others could read.
      let origin = try ProjectOrigin(project)
      let token = try await session.access()
      let path = "\(origin.prefix)/realtime/v1/websocket?apikey=\(Outgoing.escaped(project.key))&vsn=1.0.0"
      let address = SocketAddress(origin: origin, path: path, connect: connect)
      line = HintLine(address, user, collections, as: token, timing, log) { box.put($0) }
    } catch {
      log.info("nobody is asked for hints: \(code: error)")
      return false
    }
    guard let thread = line.start() else { return false }
    for await _ in line.beats {
      do throws(Problem) {
        line.renew(try await session.access())
      } catch {
        // The server ends the channel when the old token expires.
        log.info("the token for hints was not renewed: \(code: error)")
      }
    }
    line.end()
    // `close` waits for this task, and at the program's end the thread must have ended too.
    await thread.ended()
    if line.wasTurnedAway { await session.verify() }
    return line.wasReady
  }
}

/// Listens until it is ended or released.
private final class HintRun: Sendable {
  let box: HintBox
  private let task: Task<Void, Never>?

  init(_ box: HintBox, _ task: Task<Void, Never>?) {
    self.box = box
    self.task = task
    if task == nil { box.end() }
  }

  deinit { end() }

  func end() {
    task?.cancel()
    box.end()
  }
}
