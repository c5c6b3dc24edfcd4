public import Interface
public import JSON
public import Kernel
internal import Platform
public import Shell

/// A connection to a profile that another process has open. A `RemoteWindow` or a `Pipe` continues with it, never both.
public final class Visit: Sendable {
  private struct Held {
    var given = 0
    var frame: Frame?
    var early: [[UInt8]] = []
    var isLate = false
  }

  /// The time allowed to an owner for answering a command.
  public static let patience = Duration.seconds(10)
  /// The longest line accepted, in bytes. The longest answer is that to a query, of eight megabytes before encoding; a
  /// batch has several.
  private static let longest = 64 << 20
  private static let unsent = 4 << 20
  /// The largest number of messages kept before the first answer.
  private static let earliest = 1000

  let patience: Duration
  let socket: Socket
  let out: LineSender
  let lines: AsyncStream<LineReader.Line>
  private let held = Locked(Held())

  /// The process identifier of the owner, which tells whether two visits lead to the same process.
  public let owner: Int32

  private init(_ socket: Socket, _ patience: Duration) {
    self.socket = socket
    self.patience = patience
    owner = socket.peer?.process ?? 0
    out = LineSender(on: socket, most: Visit.unsent, patience: patience)
    lines = LineReader.from(socket.file, longest: Visit.longest, keeper: socket)
  }

  deinit { socket.end() }

  /// Connects to the owner of the folder; nil when none accepts, as for a moment while an owner starts or ends.
  static func open(_ folder: String, patience: Duration = patience) async throws(Problem) -> Visit? {
    guard let socket = Socket.connected(in: folder) else { return nil }
    let visit = Visit(socket, patience)
    do {
      try await visit.ask(.screen)
      return visit
    } catch {
      if error.code == Problem.gone.code { return nil }
      throw error
    }
  }

  /// The frame of the last answer.
  var frame: Frame? { held.withLock { $0.frame } }

  /// Returns the messages received before the first answer, without frames, which the last answer supersedes. Returns
  /// each only once.
  func early() -> [[UInt8]] {
    held.withLock { held in
      defer { held.early = [] }
      return held.early
    }
  }

  /// Performs a command before other code listens for messages.
  @discardableResult
  public func ask(_ command: Command) async throws(Problem) -> Frame {
    switch try await answer(to: command.method, command.params) {
    case .result(_, let frame): return frame
    default: throw .unreadable
    }
  }

  /// Sends a request that is not a command, such as the state of the sync.
  public func ask(_ method: String, _ params: JSON) async throws(Problem) -> JSON {
    switch try await answer(to: method, params, within: .seconds(70)) {
    case .told(_, let result): return result
    default: throw .unreadable
    }
  }

  private func answer(
    to method: String, _ params: JSON, within patience: Duration? = nil
  ) async throws(Problem) -> OwnerMessage {
    let number = held.withLock { held in
      held.given += 1
      return held.given
    }
    out.send(Visit.line(method, params, number))
    let timer = Task { [held, socket, patience = patience ?? self.patience] in
      try? await Task.sleep(for: patience)
      guard !Task.isCancelled else { return }
      held.withLock { $0.isLate = true }
      socket.end()
    }
    defer { timer.cancel() }
    for await line in lines {
      guard let bytes = line.bytes else { throw .unreadable }
      let answer = OwnerMessage(bytes)
      switch answer {
      case .result(number, let frame):
        held.withLock { $0.frame = frame }
        return answer
      case .told(number, _): return answer
      case .failure(number, let problem): throw problem
      case .farewell(let problem): throw problem ?? .gone
      case .outlet:
        let isTooMuch = held.withLock { held in
          held.early.append(bytes)
          return held.early.count > Visit.earliest
        }
        if isTooMuch { throw .unreadable }
      case .result, .told, .failure, .frame, .other: break
      }
    }
    throw held.withLock { $0.isLate } ? .mute : .gone
  }

  static func line(_ command: Command, _ number: Int) -> String { line(command.method, command.params, number) }

  static func line(_ method: String, _ params: JSON, _ number: Int) -> String {
    let request: JSON = [
      "jsonrpc": "2.0", "id": .number(Double(number)), "method": .string(method), "params": params,
    ]
    return (try? JSON.text(request)) ?? ""
  }
}
