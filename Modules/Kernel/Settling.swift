/// What a person still waits for in one window: every effect and every event on its way holds a receipt of it.
///
/// A person's features are shared by all of that person's windows, so a window is settled when neither it nor the
/// person it belongs to holds anything. Both counts lie under one lock, since an event passes from one to the other.
public final class Settling: Sendable {
  private let ledger: Ledger
  private let part: Int

  /// The person's own, which all windows wait for.
  public convenience init() { self.init(ledger: Ledger(), part: Ledger.shared) }

  private init(ledger: Ledger, part: Int) {
    self.ledger = ledger
    self.part = part
  }

  /// One window of the same person.
  public func window() -> Settling { Settling(ledger: ledger, part: ledger.newPart()) }

  public func receipt() -> Receipt {
    ledger.begin(part)
    return Receipt(ledger: ledger, part: part)
  }

  public var isSettled: Bool { ledger.isSettled(part) }

  /// Returns when nothing is on its way, or when the task that asks is cancelled.
  public func settled() async { await ledger.settled(part) }

  /// True when nothing was on its way within that time.
  public func settled(within limit: Duration) async -> Bool {
    if isSettled { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await self.settled()
        return !Task.isCancelled
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}

/// Held for as long as the thing it stands for is unfinished; letting go of it is the only way to end it.
public final class Receipt: Sendable {
  private let ledger: Ledger
  private let part: Int
  /// How many within what it stands for wait for something that nobody should be kept waiting for.
  private let aside = Locked(0)

  fileprivate init(ledger: Ledger, part: Int) {
    self.ledger = ledger
    self.part = part
  }

  deinit { if aside.withLock({ $0 }) == 0 { ledger.end(part) } }

  private func step(aside isAside: Bool) {
    aside.withLock { count in
      count += isAside ? 1 : -1
      // Inside the lock, so that two who come and go at once are counted in their order.
      if isAside, count == 1 { ledger.end(part) }
      if !isAside, count == 0 { ledger.begin(part) }
    }
  }

  /// A receipt as effects have it: it ends with what it stands for, whatever that has begun.
  struct Lent: Sendable {
    fileprivate weak let receipt: Receipt?
  }

  var lent: Lent { Lent(receipt: self) }

  @TaskLocal private static var own: Lent?

  /// Performs what the receipt stands for; none when nobody waits for that.
  static func lend<Result>(_ lent: Lent?, to body: () async -> Result) async -> Result {
    await $own.withValue(lent) { await body() }
  }

  /// A wait inside an effect for what only time or a person brings: meanwhile nobody waits for that effect, as nobody
  /// does for a standing one. An alarm that ends the wait is let go of after it, so that no moment lies between.
  public static func aside<Result>(_ body: () async -> Result) async -> Result {
    guard let receipt = own?.receipt else { return await body() }
    receipt.step(aside: true)
    defer { receipt.step(aside: false) }
    return await body()
  }
}

private final class Ledger: Sendable {
  static let shared = 0

  private struct Waiting {
    let part: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Held {
    var counts: [Int: Int] = [:]
    var waiting: [Int: Waiting] = [:]
    var given = 0
    var gaveUp: Set<Int> = []

    func isSettled(_ part: Int) -> Bool {
      part == Ledger.shared ? counts.isEmpty : counts[part] == nil && counts[Ledger.shared] == nil
    }

    mutating func number() -> Int {
      given += 1
      return given
    }
  }

  private let held = Locked(Held())

  func newPart() -> Int { held.withLock { $0.number() } }

  func begin(_ part: Int) { held.withLock { $0.counts[part, default: 0] += 1 } }

  func end(_ part: Int) {
    let free = held.withLock { held -> [Waiting] in
      let left = (held.counts[part] ?? 1) - 1
      held.counts[part] = left == 0 ? nil : left
      guard left == 0, !held.waiting.isEmpty else { return [] }
      let settled = held.waiting.filter { held.isSettled($0.value.part) }
      for key in settled.keys { held.waiting[key] = nil }
      return Array(settled.values)
    }
    for waiting in free { waiting.continuation.resume() }
  }

  func isSettled(_ part: Int) -> Bool { held.withLock { $0.isSettled(part) } }

  func settled(_ part: Int) async {
    let key = held.withLock { $0.number() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let atOnce = held.withLock { held in
          if held.isSettled(part) || held.gaveUp.contains(key) { return true }
          held.waiting[key] = Waiting(part: part, continuation: continuation)
          return false
        }
        if atOnce { continuation.resume() }
      }
    } onCancel: {
      let waiting = held.withLock { held in
        held.gaveUp.insert(key)
        return held.waiting.removeValue(forKey: key)
      }
      waiting?.continuation.resume()
    }
    held.withLock { held in _ = held.gaveUp.remove(key) }
  }
}
