internal import Glibc
internal import Kernel

/// Inserts records one by one and measures when each of many subscribers is notified.
struct FanOut: Sendable {
  /// Milliseconds from the request to the notification.
  let p50: Double
  let p99: Double
  /// Number of notifications that did not arrive.
  let lost: Int

  init(to count: Int, of peer: any ServerPeer, records: Int, numbered first: Int) throws(Problem) {
    var listeners: [any Subscription] = []
    for _ in 0..<count { listeners.append(try peer.subscribe()) }
    let writer = try LoadClient(at: peer.process.port)
    var waiting = listeners.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
    var times: [Double] = []
    for number in first..<(first + records) {
      let asked = ContinuousClock.now
      _ = try writer.answer(to: peer.insert(number))
      var heard = 0
      let end = asked + .seconds(2)
      while heard < count, ContinuousClock.now < end {
        guard poll(&waiting, nfds_t(waiting.count), 100) > 0 else { continue }
        for (index, listener) in listeners.enumerated() where waiting[index].revents != 0 {
          for told in try listener.take() where told == number {
            times.append((ContinuousClock.now - asked).microseconds / 1000)
            heard += 1
          }
        }
      }
    }
    let sorted = Times(times)
    (p50, p99, lost) = (sorted.median, sorted.p99, count * records - times.count)
  }
}
