import CTroupe
import Catalog
import Dispatch
import JSON
import Kernel
import Platform
import Shell
import Testing

@testable import Embedding

/// A program that opens a window through the functions of the header, and counts what its callback is told.
private final class EventCounter: Sendable {
  struct Told {
    var answered: [Int] = []
    var notifications = 0
    var others: [Int32] = []
    var isClosed = false
    var late = 0
  }

  let told = Locked(Told())

  static let callback: troupe_callback = { context, event in
    guard let context, let event = event?.pointee else { return }
    let counter = Unmanaged<EventCounter>.fromOpaque(context).takeUnretainedValue()
    let bytes = event.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: event.length)) } ?? []
    let message = event.kind == TROUPE_MESSAGE ? try? JSON(bytes: bytes, deepest: 200) : nil
    counter.told.withLock { told in
      if told.isClosed { told.late += 1 }
      guard let message else { return told.others.append(event.kind) }
      if message["method"] != nil { return told.notifications += 1 }
      told.answered.append(message["id"]?.number.map { Int($0) } ?? -1)
    }
  }

  func open(_ options: String) -> (window: UInt64, result: Int32) {
    var window: UInt64 = 0
    let result = options.withCString {
      openTroupe($0, strlen($0), EventCounter.callback, Unmanaged.passUnretained(self).toOpaque(), &window, nil)
    }
    return (window, result)
  }

  /// Sends until there is a place for the message.
  func send(_ message: String, to window: UInt64) -> Int32 {
    message.withCString { text in
      for _ in 0..<10_000_000 {
        let result = sendTroupe(window, text, strlen(text))
        guard result == TROUPE_BUSY else { return result }
        sched_yield()
      }
      return Int32(TROUPE_BUSY)
    }
  }

  func close(_ window: UInt64) -> Int32 {
    let result = closeTroupe(window)
    told.withLock { $0.isClosed = true }
    return result
  }
}

/// Runs blocks on threads of their own, which may block, and returns when all have ended.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let (group, queue) = (DispatchGroup(), DispatchQueue(label: "threads", attributes: .concurrent))
  for number in 0..<count { queue.async(group: group) { body(number) } }
  await withCheckedContinuation { continuation in
    group.notify(queue: queue) { continuation.resume() }
  }
}

@Suite("The functions of troupe.h") struct CInterfaceTests {
  /// Each thread opens and closes that many windows. `TROUPE_CYCLES=250` makes a thousand in all.
  private static let cycles = ProcessInfo.processInfo.environment["TROUPE_CYCLES"].flatMap { Int($0) } ?? 2

  @Test("Windows are opened, used from two threads and closed by four programs at once; nothing comes after the close")
  func manyWindows() async {
    let products = Product.all.map(\.id)
    let half = Locked(0)
    await onThreads(4) { number in
      for turn in 0..<Self.cycles {
        if number == 0, turn == Self.cycles / 2 { half.withLock { $0 = Self.residentPages() } }
        let counter = EventCounter()
        let product = products[(number + turn) % products.count]
        let (window, result) = counter.open(#"{"product":"\#(product)","memory":true,"seed":\#(number)}"#)
        guard result == TROUPE_OK else {
          Issue.record("\(product) was not opened: \(result)")
          return
        }
        let other = DispatchGroup()
        DispatchQueue.global().async(group: other) {
          for id in 0..<20 {
            let sent = counter.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"screen"}"#, to: window)
            #expect(sent == TROUPE_OK)
          }
        }
        for id in 100..<120 {
          let method = ["open", "tap", "no such method", "wait"][id % 4]
          let parameters = #"{"route":"/settings","label":"Nobody","timeout":600}"#
          let message = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
          #expect(counter.send(message, to: window) == TROUPE_OK)
        }
        #expect(counter.send("rubbish", to: window) == TROUPE_OK)
        #expect(readTroupe(window, 999) == TROUPE_OK)
        other.wait()
        #expect(counter.close(window) == TROUPE_OK)
        #expect(counter.close(window) == TROUPE_CLOSED)
        #expect(counter.send("{}", to: window) == TROUPE_CLOSED)
        let told = counter.told.withLock { $0 }
        #expect(told.answered.filter { (0..<20).contains($0) } == Array(0..<20), "in the order of sending")
        #expect(Set(told.answered) == Set(Array(0..<20) + Array(100..<120) + [-1]))
        #expect(told.answered.count == 41 && told.others == [Int32(TROUPE_FILE_FAILED)] && told.late == 0)
      }
    }
    // By the middle everything that is made once is there. A window that stayed would take 250 KiB and more.
    let windows = 4 * Self.cycles / 2
    let grown = (Self.residentPages() - half.withLock { $0 }) * 4
    #expect(Self.cycles < 100 || grown < windows * 50, "KiB after \(windows) windows")
  }

  /// The memory of this process that is not paged out, in pages of 4 KiB.
  private static func residentPages() -> Int {
    let told = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return told.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  @Test("A window that is closed while others send to it answers what it took, and refuses the rest")
  func closedWhileSent() async {
    let counter = EventCounter()
    let taken = Locked(0)
    let window = Locked<UInt64>(0)
    await onThreads(1) { _ in
      let opened = counter.open(#"{"product":"yhealth","memory":true}"#)
      #expect(opened.result == TROUPE_OK)
      window.withLock { $0 = opened.window }
    }
    let number = window.withLock { $0 }
    await onThreads(4) { thread in
      if thread == 3 {
        #expect(counter.close(number) == TROUPE_OK)
        return
      }
      for id in 0..<10_000 {
        let sent = counter.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"stats"}"#, to: number)
        // A window takes only so many messages before they are answered.
        if sent == TROUPE_BUSY { continue }
        guard sent == TROUPE_OK else { return #expect(sent == TROUPE_CLOSED) }
        taken.withLock { $0 += 1 }
      }
    }
    let told = counter.told.withLock { $0 }
    #expect(told.answered.count == taken.withLock { $0 } && told.late == 0)
  }
}
