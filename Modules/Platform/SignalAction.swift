/// A function that the system calls with a signal.
public enum SignalAction {
  public typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// Has a function handle the signal once; the next one does what it does by default.
  public static func handleOnce(_ number: Int32, by handler: @escaping Handler) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #elseif canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = handler
    #else
      action.sa_sigaction = handler
    #endif
    action.sa_flags = SA_SIGINFO | Int32(truncatingIfNeeded: SA_RESETHAND)
    sigaction(number, &action, nil)
  }

  /// Whether the system tells who handles the signal, and the function that does, if there is one.
  public static func current(_ number: Int32) -> (isKnown: Bool, handler: Handler?) {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return (false, nil) }
    #if canImport(Darwin)
      return (true, action.__sigaction_u.__sa_sigaction)
    #elseif canImport(Glibc)
      return (true, action.__sigaction_handler.sa_sigaction)
    #elseif canImport(Musl)
      return (true, action.__sa_handler.sa_sigaction)
    #else
      return (true, action.sa_sigaction)
    #endif
  }
}
