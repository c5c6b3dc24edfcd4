internal import CCurl
internal import Glibc
internal import Kernel
internal import Threads

/// Connects callers with the thread that transfers: queues their orders and ends the thread.
final class Carriage: Sendable {
  private struct Held {
    var orders: [TransferOrder] = []
    /// Whether the multi handle may be woken; false once the thread has released it.
    var isOpen = true
    var isEnding = false
    var hasEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let settings: FetchSettings
  let log: Log
  private let held = Locked(Held())
  /// Apart from the thread only `curl_multi_wakeup` is called, which libcurl allows, and under the lock while `isOpen`.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  /// Once per process. libcurl's own counter is thread-safe; initialising OpenSSL is not in old versions.
  private static let library = troupe_curl_start()

  init(_ settings: FetchSettings, _ log: Log) throws(Problem) {
    guard Carriage.library == CURLE_OK, let multi = curl_multi_init() else {
      throw Problem(
        "fetch-no-curl", "libcurl did not start.", safe: "Nothing was sent.", remedy: "Check that libcurl is installed."
      )
    }
    self.multi = multi
    self.settings = settings
    self.log = log
  }

  func start() throws(Problem) {
    guard OwnThread({ self.run() }) != nil else {
      held.withLock { ($0.isOpen, $0.hasEnded) = (false, true) }
      curl_multi_cleanup(multi)
      throw Problem(
        "no-thread", "The system gave no thread for requests.", safe: "Nothing was sent.",
        remedy: "Close some programs and try again.")
    }
  }

  // MARK: Thread-safe interface

  func take(_ order: TransferOrder) {
    let problem = held.withLock { held -> Problem? in
      guard held.isOpen, !held.isEnding else { return .closed }
      guard held.orders.count < settings.atOnce + settings.waiting else { return .crowded }
      held.orders.append(order)
      curl_multi_wakeup(multi)
      return nil
    }
    if let problem { order.ticket.settle(.failure(problem)) }
  }

  /// Wakes the thread to drop the transfers that were cancelled.
  func drop() { wake { _ in } }

  func end() { wake { $0.isEnding = true } }

  func ended() async {
    await withCheckedContinuation { continuation in
      let atOnce = held.withLock { held in
        if !held.hasEnded { held.waiters.append(continuation) }
        return held.hasEnded
      }
      if atOnce { continuation.resume() }
    }
  }

  private func wake(_ change: (inout Held) -> Void) {
    held.withLock { held in
      change(&held)
      if held.isOpen { curl_multi_wakeup(multi) }
    }
  }

  // MARK: Transfer thread

  private func run() {
    // With CURLOPT_NOSIGNAL a peer that hangs up would end the program by SIGPIPE, so this thread blocks all signals.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let crew = Crew(multi, settings)
    while let orders = taken() {
      crew.turn(orders)
    }
    let left = held.withLock { held in
      held.isOpen = false
      defer { held.orders = [] }
      return held.orders
    }
    for order in left { order.ticket.settle(.failure(.closed)) }
    crew.end()
    curl_multi_cleanup(multi)
    let waiters = held.withLock { held in
      held.hasEnded = true
      defer { held.waiters = [] }
      return held.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns the orders queued since the last call; nil at the end.
  private func taken() -> [TransferOrder]? {
    held.withLock { held in
      if held.isEnding { return nil }
      defer { held.orders = [] }
      return held.orders
    }
  }
}
