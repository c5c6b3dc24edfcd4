import Platform
import Testing

@Suite("Functions for signals", .serialized) struct SignalActionTests {
  @Test("a signal calls its function once, and then nothing any more")
  func once() {
    #expect(SignalAction.current(SIGURG).isKnown && SignalAction.current(SIGURG).handler == nil)
    SignalAction.handleOnce(SIGURG) { number, _, _ in signalled = number }
    #expect(SignalAction.current(SIGURG).handler != nil)
    // Threads of a queue take no signals else.
    var allowed = sigset_t()
    sigemptyset(&allowed)
    sigaddset(&allowed, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &allowed, nil)
    // Ignored by default, so the second one ends nothing.
    raise(SIGURG)
    #expect(signalled == SIGURG && SignalAction.current(SIGURG).handler == nil)
    raise(SIGURG)
    #expect(!SignalAction.current(9999).isKnown)
  }
}

/// A handler captures nothing.
private nonisolated(unsafe) var signalled: Int32 = 0
