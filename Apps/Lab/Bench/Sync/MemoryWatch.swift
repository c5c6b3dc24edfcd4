internal import CPeer
internal import Dispatch
internal import Glibc
internal import Kernel

/// The most that this process has in memory beyond what it had at first, looked at twenty times a second.
final class MemoryWatch: Sendable {
  private struct State {
    var most: Int
    var isOver = false
  }

  private let before: Int
  private let state: Locked<State>

  init() {
    peer_trim()
    let before = residentBytes()
    self.before = before
    let state = Locked(State(most: before))
    self.state = state
    DispatchQueue(label: "memory").async {
      while !state.withLock({ $0.isOver }) {
        let now = residentBytes()
        state.withLock { $0.most = max($0.most, now) }
        poll(nil, 0, 50)
      }
    }
  }

  /// In MiB.
  func end() -> Double {
    let now = residentBytes()
    return state.withLock { state in
      state.isOver = true
      return Double(max(state.most, now) - before) / 1_048_576
    }
  }
}
