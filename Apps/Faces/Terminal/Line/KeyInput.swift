internal import Dispatch
internal import Glibc
internal import Kernel

/// Reads keys from the terminal, and signals that concern it, on a thread of its own.
final class KeyInput: Sendable {
  /// The number of keys that may wait. A sender faster than the console is slowed down.
  private static let most = 4096
  /// The milliseconds after which an escape character was the Escape key.
  private static let escapeWait: Int32 = 50

  private struct State {
    var waiting = 0
    /// Interrupts that the console has not seen yet.
    var interrupts = 0
    var endingSignal: Int32?
    var isClosed = false
  }

  private let mode: TerminalMode
  private let marksPaste: Bool
  private let pipe: SignalPipe
  private let state = Locked(State())
  private let stream: AsyncStream<Typed>
  private let continuation: AsyncStream<Typed>.Continuation

  /// Nil when standard input is no terminal, or its signals are taken already.
  init?(marksPaste: Bool) {
    guard let mode = TerminalMode(of: STDIN_FILENO), let pipe = SignalPipe(),
      TerminalSignals.install(mode, pipe: pipe.writing, endsPaste: marksPaste)
    else { return nil }
    self.mode = mode
    self.marksPaste = marksPaste
    self.pipe = pipe
    (stream, continuation) = AsyncStream.makeStream(of: Typed.self)
    enter()
    DispatchQueue(label: "keys").async { [self] in read() }
  }

  /// The signal that asked the process to end.
  var endingSignal: Int32? { state.withLock { $0.endingSignal } }

  /// Keys and signals in order. What waits after a signal to end is left out.
  var typed: AsyncMapSequence<AsyncStream<Typed>, Typed> {
    stream.map { [self] in taken($0) }
  }

  private func taken(_ typed: Typed) -> Typed {
    let (isEnding, wasFull) = state.withLock { state in
      state.waiting -= 1
      if typed == .interrupted { state.interrupts -= 1 }
      return (state.endingSignal != nil, state.waiting == KeyInput.most - 1)
    }
    if wasFull { pipe.wake() }
    return isEnding ? .ended : typed
  }

  /// Restores the terminal and ends the thread.
  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      TerminalSignals.remove()
      leave()
    }
    pipe.wake()
  }

  private func enter() {
    mode.enterKeys()
    if marksPaste { TerminalSignals.beginPaste() }
  }

  private func leave() {
    mode.restore()
    if marksPaste { TerminalSignals.endPaste() }
  }

  private func put(_ typed: Typed) {
    state.withLock { $0.waiting += 1 }
    continuation.yield(typed)
  }

  // MARK: The thread

  private func read() {
    var decoder = KeyDecoder()
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let (isClosed, isFull) = state.withLock { ($0.isClosed, $0.waiting >= KeyInput.most) }
      if isClosed { break }
      var files = [
        pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isFull ? -1 : mode.file, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&files, 2, decoder.isPending && !isFull ? KeyInput.escapeWait : -1)
      if count < 0 {
        if errno == EINTR { continue }
        break
      }
      if count == 0 { for key in decoder.flush() { put(.key(key)) } }
      if files[0].revents != 0 {
        for number in pipe.take() {
          if number == SIGINT { decoder.reset() }
          handle(number)
        }
      }
      if files[1].revents != 0 {
        let size = Glibc.read(mode.file, &chunk, chunk.count)
        if size < 0, errno == EINTR || errno == EAGAIN { continue }
        guard size > 0 else { break }
        for key in decoder.take(chunk[..<size]) { put(.key(key)) }
      }
    }
    continuation.finish()
  }

  private func handle(_ number: Int32) {
    switch number {
    case SIGINT:
      let isFirst = state.withLock { state in
        state.interrupts += 1
        return state.interrupts == 1
      }
      // The console is busy: a second Ctrl-C ends the process.
      if isFirst { put(.interrupted) } else { end(by: number) }
    case SIGTERM, SIGHUP:
      let isFirst = state.withLock { state in
        defer { state.endingSignal = number }
        return state.endingSignal == nil
      }
      if isFirst { put(.ended) } else { end(by: number) }
    case SIGTSTP:
      changeMode { $0.leave() }
      TerminalSignals.raiseByDefault(SIGTSTP)
      changeMode { $0.enter() }
    case SIGCONT:
      changeMode { $0.enter() }
      put(.resumed)
    case SIGWINCH: put(.resized)
    default: break
    }
  }

  private func changeMode(_ change: (KeyInput) -> Void) {
    state.withLock { if !$0.isClosed { change(self) } }
  }

  private func end(by number: Int32) {
    changeMode { $0.leave() }
    TerminalSignals.raiseByDefault(number)
  }
}

/// A pipe to which the handler of a signal writes the signal's number.
final class SignalPipe: Sendable {
  let reading: Int32
  let writing: Int32

  init?() {
    var files: [Int32] = [-1, -1]
    guard pipe(&files) == 0 else { return nil }
    for file in files {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (files[0], files[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Ends a wait without a signal.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(reading, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).filter { $0 != 0 }.map { Int32($0) }
  }
}
