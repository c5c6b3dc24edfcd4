/// Tracks the unfinished work that one window waits for: every effect and every event in delivery holds a `Receipt`.
///
/// A person's features are shared by all of that person's windows, so a window is settled when neither it nor the
/// person holds a receipt. Both counts are under one lock, since an event passes from one to the other.
public final class Settling: Sendable {
  private let counts: ReceiptCounts
  private let part: Int

  /// Tracks the person's shared work, which all windows wait for.
  public convenience init() { self.init(counts: ReceiptCounts(), part: ReceiptCounts.shared) }

  private init(counts: ReceiptCounts, part: Int) {
    self.counts = counts
    self.part = part
  }

  /// Tracks one window of the same person.
  public func window() -> Settling { Settling(counts: counts, part: counts.newPart()) }

  public func receipt() -> Receipt {
    counts.begin(part)
    return Receipt(counts: counts, part: part)
  }

  public var isSettled: Bool { counts.isSettled(part) }

  /// Returns when no work is pending, or when the calling task is cancelled.
  public func settled() async { await counts.settled(part) }

  /// Returns true if no work was pending before the time limit passed.
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

/// A reference held for as long as a piece of work is unfinished; releasing it is the only way to end it.
public final class Receipt: Sendable {
  private let counts: ReceiptCounts
  private let part: Int
  /// Number of waits within this work that settling ignores (see `aside`).
  private let aside = Locked(0)

  fileprivate init(counts: ReceiptCounts, part: Int) {
    self.counts = counts
    self.part = part
  }

  deinit { if aside.withLock({ $0 }) == 0 { counts.end(part) } }

  private func step(aside isAside: Bool) {
    aside.withLock { count in
      count += isAside ? 1 : -1
      // Inside the lock, so that concurrent calls are counted in their order.
      if isAside, count == 1 { counts.end(part) }
      if !isAside, count == 0 { counts.begin(part) }
    }
  }

  /// A weak reference to a receipt, as effects receive it, so that tasks an effect starts do not prolong the receipt.
  struct Lent: Sendable {
    fileprivate weak let receipt: Receipt?
  }

  var lent: Lent { Lent(receipt: self) }

  @TaskLocal private static var own: Lent?

  /// Runs `body` as the work that the receipt stands for; with nil, settling does not wait for it.
  static func lend<Result>(_ lent: Lent?, to body: () async -> Result) async -> Result {
    await $own.withValue(lent) { await body() }
  }

  /// Runs a wait inside an effect that settling should not wait for, such as one that only time or a person can end;
  /// meanwhile the effect counts as a standing one. Return the `Heard` alarm that ends the wait from `body` and release
  /// it afterwards, so that the window does not count as settled in between.
  public static func aside<Result>(_ body: () async -> Result) async -> Result {
    guard let receipt = own?.receipt else { return await body() }
    receipt.step(aside: true)
    defer { receipt.step(aside: false) }
    return await body()
  }
}

/// The counts of unreleased receipts, for a person and for each of that person's windows.
private final class ReceiptCounts: Sendable {
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
      part == ReceiptCounts.shared ? counts.isEmpty : counts[part] == nil && counts[ReceiptCounts.shared] == nil
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
