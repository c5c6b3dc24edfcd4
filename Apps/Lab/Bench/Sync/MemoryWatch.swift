internal import CPeer
internal import Dispatch
internal import Glibc
internal import Kernel

/// Samples the growth of this process's memory twenty times a second and keeps the maximum.
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

  /// Stops sampling and returns the maximum in MiB.
  func end() -> Double {
    let now = residentBytes()
    return state.withLock { state in
      state.isOver = true
      return Double(max(state.most, now) - before) / 1_048_576
    }
  }
}
