internal import Fetch
public import FoundationEssentials
public import Kernel
internal import Threads

/// Listens to the server's word that something has changed, for as long as anybody listens to us.
public struct Hints: Sendable {
  let session: Session
  private let timing: HintTiming
  private let authorities: String?
  private let log: Log

  /// `authorities` are certificates as PEM, instead of those whom the system trusts.
  public init(
    _ session: Session, timing: HintTiming = HintTiming(), authorities: String? = nil, log: Log = .silent
  ) {
    self.session = session
    self.timing = timing
    self.authorities = authorities
    self.log = log.from("hints")
  }

  /// For one listener. It connects again whenever the connection is lost, and says so.
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

  /// One connection from its first byte to its last; whether it ever told anything.
  private func once(_ user: UUID, _ collections: [String], into box: HintBox) async -> Bool {
    let line: HintLine
    do throws(Problem) {
      let project = try await session.gateway.project()
      // Before anything that another could read.
      let origin = try Origin(project)
      let token = try await session.access()
      let path = "\(origin.prefix)/realtime/v1/websocket?apikey=\(Outgoing.escaped(project.key))&vsn=1.0.0"
      let address = SocketAddress(origin: origin, path: path, authorities: authorities)
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
        // The server ends the channel when the old one runs out.
        log.info("the token for hints was not renewed: \(code: error)")
      }
    }
    line.end()
    // Who waits for our end waits for the thread's: at the program's end nothing of it may still run.
    await thread.ended()
    return line.wasReady
  }
}

/// Listens until it is ended or nobody holds it.
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
