import CTroupe
import Dispatch
import Kernel
import Shell
import Testing

@testable import Embedding

/// A program that takes events, and can be made to stay in its callback.
private final class EventProgram: Sendable {
  let taken = Locked<[String]>([])
  let kinds = Locked<[Int32]>([])
  let gate = DispatchSemaphore(value: 0)
  let isHeld = Locked(false)
  let answers = Locked<[Int32]>([])

  var callback: EventCallback {
    EventCallback(
      function: { context, event in
        guard let context, let event = event?.pointee, let bytes = event.bytes else { return }
        let program = Unmanaged<EventProgram>.fromOpaque(context).takeUnretainedValue()
        if program.isHeld.withLock({ $0 }) { program.gate.wait() }
        let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: event.length), as: UTF8.self)
        program.taken.withLock { $0.append(text) }
        program.kinds.withLock { $0.append(event.kind) }
        program.answers.withLock { $0.append(closeTroupe(1)) }
      }, context: Unmanaged.passUnretained(self).toOpaque())
  }
}

@Suite("Queues of a window") struct QueueTests {
  @Test("events wait for the beginning, and come in the order in which they were added")
  func order() async {
    let program = EventProgram()
    let queue = EventQueue(program.callback)
    queue.add(.message("0"))
    queue.add(.message("1"))
    await queue.deliver(.message("2"))
    #expect(program.taken.withLock { $0 } == [])
    queue.begin()
    for number in 3..<200 { queue.add(.message("\(number)")) }
    await queue.finish()
    #expect(program.taken.withLock { $0 } == (0..<200).map(String.init))
    queue.add(.message("late"))
    await queue.finish()
    #expect(program.taken.withLock { $0.count } == 200)
    withExtendedLifetime(program) {}
  }

  @Test("a callback must not close a window")
  func within() async {
    let program = EventProgram()
    let queue = EventQueue(program.callback)
    queue.begin()
    await queue.deliver(.message("0"))
    #expect(program.answers.withLock { $0 } == [Int32(TROUPE_IN_CALLBACK)])
    #expect(closeTroupe(1) == Int32(TROUPE_CLOSED))
    await queue.finish()
  }

  @Test("a callback that does not return ends its window, and bounds what is kept for it")
  func overflow() async {
    let program = EventProgram()
    program.isHeld.withLock { $0 = true }
    let queue = EventQueue(program.callback)
    queue.begin()
    for number in 0..<(EventQueue.most + 100) { queue.add(.message("\(number)")) }
    program.isHeld.withLock { $0 = false }
    program.gate.signal()
    await queue.finish()
    let kinds = program.kinds.withLock { $0 }
    #expect(kinds.count == EventQueue.most + 1)
    #expect(kinds.last == Int32(TROUPE_ENDED) && kinds.dropLast().allSatisfy { $0 == Int32(TROUPE_MESSAGE) })
    #expect(program.taken.withLock { $0.last }?.contains("unread-events") == true)
  }

  @Test("a bounded number of messages wait, and each frees its place when it is done with")
  func slots() async {
    let queue = MessageQueue()
    for _ in 0..<MessageQueue.most { #expect(queue.add([1]) == .taken) }
    #expect(queue.add([1]) == .full)
    let reading = Task {
      var count = 0
      for await message in queue.messages where message.bytes != nil { count += 1 }
      return count
    }
    await queue.finish()
    #expect(queue.add([1]) == .closed)
    #expect(await reading.value == MessageQueue.most)
  }
}
