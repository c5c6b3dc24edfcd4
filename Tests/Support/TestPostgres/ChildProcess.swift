internal import Foundation
internal import Kernel

/// A program that ends with this process.
///
/// The kernel ends a child when the thread that started it ends, and pool threads end at any time. So it is
/// started by a thread of its own, which runs until the child has ended.
final class ChildProcess: Sendable {
  private enum State { case starting, failed(Int32), runs(pid_t), ended }

  private let state = Locked(State.starting)
  private let changed = DispatchSemaphore(value: 0)
  private let gone = DispatchSemaphore(value: 0)

  init(_ words: [String], log: URL) throws {
    let thread = Thread { [self] in
      var process = pid_t()
      let status = spawn(words, log: log.path, &process)
      state.withLock { $0 = status == 0 ? .runs(process) : .failed(status) }
      changed.signal()
      guard status == 0 else { return }
      var ending: Int32 = 0
      while waitpid(process, &ending, 0) < 0, errno == EINTR {}
      state.withLock { $0 = .ended }
      gone.signal()
    }
    thread.start()
    changed.wait()
    if case .failed(let status) = state.withLock({ $0 }) {
      throw TestPostgresError("\(words.first ?? "") did not start: \(String(cString: strerror(status)))")
    }
  }

  var hasEnded: Bool { if case .ended = state.withLock({ $0 }) { true } else { false } }

  /// Sends the signal and waits until the process has ended.
  func end(with signal: Int32) {
    // Under the lock, so that the process id still belongs to this process.
    let isRunning = state.withLock { state in
      guard case .runs(let process) = state else { return false }
      return kill(process, signal) == 0
    }
    guard isRunning else { return }
    gone.wait()
    gone.signal()
  }
}

private func spawn(_ words: [String], log: String, _ process: inout pid_t) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  return posix_spawnp(&process, words.first ?? "", &actions, nil, &arguments, environ)
}
