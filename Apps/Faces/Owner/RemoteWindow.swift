internal import Dispatch
public import Interface
internal import JSON
public import Kernel
internal import Platform
public import Shell

/// A window in the process that has the profile open, used like a local one.
public actor RemoteWindow: AnyWindow {
  public nonisolated let frames: Current<Frame>
  public nonisolated let outlets: Broadcast<Outlet>

  private let visit: Visit
  private let frameSource: Current<Frame>.Source
  private let outletSource: Broadcast<Outlet>.Source
  private let settling = Settling()
  private var waiting: [Int: CheckedContinuation<Result<Frame, Problem>, Never>] = [:]
  /// The requests that are not answered by a frame.
  private var asking: [Int: CheckedContinuation<Result<JSON, Problem>, Never>] = [:]
  private var given = 0
  /// The reason why the connection has ended; nil while it is open.
  private var end: Problem?
  private var hearing: Task<Void, Never>?

  public static func open(_ visit: Visit) async throws(Problem) -> RemoteWindow {
    guard let frame = visit.frame else { throw .gone }
    let window = RemoteWindow(visit, frame)
    await window.begin()
    return window
  }

  private init(_ visit: Visit, _ frame: Frame) {
    self.visit = visit
    // Request numbers that do not collide with those of the visit.
    given = 1 << 20
    frameSource = Current.Source(frame)
    outletSource = Broadcast.Source()
    frames = frameSource.current
    outlets = outletSource.broadcast
  }

  deinit { hearing?.cancel() }

  private func begin() {
    let lines = visit.lines
    hearing = Task { [weak self] in
      for await line in lines { await self?.take(line.bytes) }
      await self?.ended(.gone)
    }
  }

  // MARK: Commands

  @discardableResult
  public func perform(_ command: Command) async throws(Problem) -> Frame {
    if let end { throw end }
    let command = command.there
    given += 1
    let number = given
    let limit = visit.patience + command.more
    let timer = Task { [weak self] in
      try? await Task.sleep(for: limit)
      if !Task.isCancelled { await self?.answered(number, .failure(.mute)) }
    }
    defer { timer.cancel() }
    let result = await withCheckedContinuation { continuation in
      waiting[number] = continuation
      visit.out.send(Visit.line(command, number))
    }
    let frame = try result.get()
    // Outlets that arrived meanwhile are delivered before the command completes, as in a local window.
    _ = await settling.settled(within: .seconds(2))
    return frame
  }

  public func piece(of file: Int, from start: Int) async throws(Problem) -> FilePiece {
    if let end { throw end }
    given += 1
    let number = given
    let patience = visit.patience
    let timer = Task { [weak self] in
      try? await Task.sleep(for: patience)
      if !Task.isCancelled { await self?.told(number, .failure(.mute)) }
    }
    defer { timer.cancel() }
    let result = await withCheckedContinuation { continuation in
      asking[number] = continuation
      visit.out.send(Visit.line("file", ["id": .number(Double(file)), "start": .number(Double(start))], number))
    }
    guard let piece = FilePiece(try result.get()) else { throw .unreadable }
    return piece
  }

  /// Returns when the window in the other process has been closed too, after five seconds at most.
  public func close() async {
    visit.socket.endSending()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5)) { [weak socket = visit.socket] in socket?.end() }
    await hearing?.value
  }

  // MARK: Incoming messages

  private func take(_ bytes: [UInt8]?) {
    guard let bytes else { return }
    switch OwnerMessage(bytes) {
    case .result(let number, let frame):
      show(frame)
      answered(number, .success(frame))
    case .failure(let number, let problem):
      answered(number, .failure(problem))
      told(number, .failure(problem))
    case .frame(let frame): show(frame)
    case .outlet(let outlet): outletSource.say(outlet, settling: settling)
    case .farewell(let problem): ended(problem ?? .gone)
    case .told(let number, let result): told(number, .success(result))
    case .other: break
    }
  }

  private func show(_ frame: Frame) { if frame != frames.value { frameSource.publish(frame) } }

  private func answered(_ number: Int, _ result: Result<Frame, Problem>) {
    waiting.removeValue(forKey: number)?.resume(returning: result)
  }

  private func told(_ number: Int, _ result: Result<JSON, Problem>) {
    asking.removeValue(forKey: number)?.resume(returning: result)
  }

  /// Records the first reason only, and reports it once to all listeners.
  private func ended(_ problem: Problem) {
    guard end == nil else { return }
    end = problem
    for number in waiting.keys { answered(number, .failure(problem)) }
    for number in asking.keys { told(number, .failure(problem)) }
    outletSource.say(.problem(problem), settling: settling)
  }
}

extension FilePiece {
  /// Decodes the answer to `file`; nil when it has another shape.
  fileprivate init?(_ json: JSON) {
    guard let offer = (try? JSON.data(json)).flatMap({ try? JSONDecoder().decode(FileOffer.self, from: $0) }),
      let start = json["start"]?.number.flatMap({ Int(exactly: $0) }),
      let bytes = json["bytes"]?.string.flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    self.init(of: offer, from: start, Array(bytes))
  }
}

extension Command {
  /// The command as the owner needs it: its working directory differs, so a file path is made absolute.
  fileprivate var there: Command {
    guard case .photo(.file(let path), let number) = self, !path.hasPrefix("/") else { return self }
    return .photo(.file("\(FileManager.default.currentDirectoryPath)/\(path)"), to: number)
  }

  /// The additional time that an owner may take for the command. Many timers may fall due in an advance.
  fileprivate var more: Duration {
    switch self {
    case .wait(_, let seconds): .seconds(min(max(seconds, 0), 600))
    case .advance, .setClock: .seconds(60)
    default: .zero
    }
  }
}
