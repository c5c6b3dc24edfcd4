internal import Glibc
public import Kernel
public import Shell

/// The input of a console: keys from a terminal whose lines are edited here, else lines from a terminal or a pipe. While
/// keys are read, the terminal is in another mode, which every way of ending restores.
public final class TerminalInput: Sendable {
  private let surface: Surface
  private let hidden = Locked<TerminalMode?>(nil)

  /// Reads standard input.
  public init(for surface: Surface) { self.surface = surface }

  /// Runs the console until the user quits or the input ends, and restores the terminal. Returns the exit code of the
  /// process.
  public func run(_ console: Console, in product: Product? = nil) async throws(Problem) -> Int32 {
    let keys = surface.editsLines ? KeyInput(marksPaste: surface.acceptsEscapes) : nil
    defer {
      conceal(false)
      keys?.close()
    }
    let end =
      if let keys {
        try await console.run(keys.typed, in: product)
      } else {
        try await console.run(Typed.ofProcess(), in: product)
      }
    if let signal = keys?.endingSignal { return 128 + signal }
    return end == .interrupted ? 128 + SIGINT : 0
  }

  /// Hides or shows the typed lines of a terminal that echoes them itself.
  public func conceal(_ isSecret: Bool) {
    guard !surface.editsLines else { return }
    hidden.withLock { mode in
      if isSecret, mode == nil, let found = TerminalMode(of: STDIN_FILENO),
        TerminalSignals.install(found, pipe: nil, endsPaste: false)
      {
        mode = found
        found.enterHidden()
      } else if !isSecret, let known = mode {
        known.restore()
        TerminalSignals.remove()
        mode = nil
      }
    }
  }
}
