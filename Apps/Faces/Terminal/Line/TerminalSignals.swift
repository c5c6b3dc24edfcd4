internal import Glibc
internal import Synchronization

/// Handlers of signals while a terminal is in another mode than its own. What a signal does belongs to the process, so
/// this does too, and only one terminal at a time can have it. The handlers call only functions that are safe in them.
enum TerminalSignals {
  /// Signals that end the process at once. The terminal gets its mode back, then they do what they did before.
  private static let fatal = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  /// Signals that are written to the pipe, one byte each.
  private static let noticed = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  private static let isTaken = Atomic(false)
  private static let file = Atomic<Int32>(-1)
  private static let pipe = Atomic<Int32>(-1)
  private static let endsPaste = Atomic(false)
  /// The address of the terminal's own mode, and of the former handlers by number. They are kept forever, since a handler
  /// may be running on another thread.
  private static let mode = Atomic<UInt>(0)
  private static let former = Atomic<UInt>(0)
  private static let count = 65

  /// Installs the handlers. Returns false if another terminal has them. Without a pipe the ending signals end the
  /// process as they do otherwise, after the mode was restored.
  static func install(_ saved: TerminalMode, pipe: Int32?, endsPaste: Bool) -> Bool {
    guard isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
      return false
    }
    if mode.load(ordering: .acquiring) == 0 {
      let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
      let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
      actions.initialize(repeating: sigaction(), count: count)
      mode.store(UInt(bitPattern: modes), ordering: .releasing)
      former.store(UInt(bitPattern: actions), ordering: .releasing)
    }
    UnsafeMutablePointer<termios>(bitPattern: mode.load(ordering: .acquiring))?.initialize(to: saved.saved)
    file.store(saved.file, ordering: .releasing)
    self.pipe.store(pipe ?? -1, ordering: .releasing)
    self.endsPaste.store(endsPaste, ordering: .releasing)
    for number in fatal { replace(number, restoring) }
    if pipe != nil {
      for number in noticed { replace(number, noticing) }
    } else {
      for number in ending { replace(number, restoring) }
    }
    return true
  }

  /// Gives every signal its former meaning.
  static func remove() {
    guard let actions = UnsafeMutablePointer<sigaction>(bitPattern: former.load(ordering: .acquiring)) else { return }
    let all = pipe.load(ordering: .acquiring) >= 0 ? fatal + noticed : fatal + ending
    for number in all { sigaction(number, &actions[Int(number)], nil) }
    pipe.store(-1, ordering: .releasing)
    file.store(-1, ordering: .releasing)
    isTaken.store(false, ordering: .releasing)
  }

  /// Lets a signal do what it does by default, on this thread: end or stop the process. Returns when it goes on.
  static func raiseByDefault(_ number: Int32) {
    var plain = sigaction()
    plain.__sigaction_handler.sa_handler = SIG_DFL
    var before = sigaction()
    sigaction(number, &plain, &before)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    var mask = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &only, &mask)
    pthread_kill(pthread_self(), number)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    sigaction(number, &before, nil)
  }

  private typealias Handler = @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  private static func replace(_ number: Int32, _ handler: Handler) {
    guard let actions = UnsafeMutablePointer<sigaction>(bitPattern: former.load(ordering: .acquiring)) else { return }
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = handler
    action.sa_flags = SA_SIGINFO | Int32(SA_RESTART)
    sigaction(number, &action, &actions[Int(number)])
  }

  private static let noticing: Handler = { number, _, _ in
    let kept = errno
    var byte = UInt8(truncatingIfNeeded: number)
    let pipe = TerminalSignals.pipe.load(ordering: .acquiring)
    if pipe >= 0 { _ = write(pipe, &byte, 1) }
    errno = kept
  }

  private static let restoring: Handler = { number, info, _ in
    let kept = errno
    let file = TerminalSignals.file.load(ordering: .acquiring)
    if let mode = UnsafeMutablePointer<termios>(bitPattern: TerminalSignals.mode.load(ordering: .acquiring)), file >= 0
    {
      tcsetattr(file, TCSANOW, mode)
      if TerminalSignals.endsPaste.load(ordering: .acquiring) { TerminalSignals.endPaste() }
    }
    if let actions = UnsafeMutablePointer<sigaction>(bitPattern: TerminalSignals.former.load(ordering: .acquiring)) {
      sigaction(number, &actions[Int(number)], nil)
    }
    // A fault happens again when the handler returns; a signal that was sent has to be sent again.
    if info?.pointee.si_code ?? 0 <= 0 || number == SIGTRAP { pthread_kill(pthread_self(), number) }
    errno = kept
  }

  /// Tells the terminal not to mark pasted text any longer, unless it takes no output.
  static func endPaste() {
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&output, 1, 200) == 1 else { return }
    let sequence: StaticString = "\u{1B}[?2004l"
    _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }

  static func beginPaste() {
    let sequence: StaticString = "\u{1B}[?2004h"
    _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }
}
