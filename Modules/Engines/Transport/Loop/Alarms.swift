/// Schedules wake-ups for pending timers: a binary heap, the earliest on top.
struct Alarms: Sendable {
  struct Alarm: Sendable {
    let due: Instant
    let token: UInt64
  }

  private var heap: [Alarm] = []

  var first: Instant? { heap.first?.due }
  var count: Int { heap.count }

  mutating func add(_ alarm: Alarm) {
    heap.append(alarm)
    var index = heap.count - 1
    while index > 0, heap[index].due < heap[(index - 1) / 2].due {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes and returns the earliest alarm, if it is due.
  mutating func next(at now: Instant) -> Alarm? {
    guard let first = heap.first, first.due <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].due < heap[least].due {
        least = child
      }
      guard least != index else { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}
