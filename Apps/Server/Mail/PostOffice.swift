public import Kernel

/// Queues letters and delivers a few at a time, retrying failures after growing pauses. It owns every letter until it
/// is delivered, given up, or the office closes.
public actor PostOffice {
  /// The pause after each failure; after the last one the letter is given up.
  public static let pauses: [Duration] = [
    .seconds(2), .seconds(10), .seconds(60), .seconds(300), .seconds(1_800), .seconds(7_200),
  ]

  public struct Counts: Sendable, Hashable {
    /// Letters queued or being delivered.
    public var moving = 0
    /// Letters waiting for a retry.
    public var resting = 0
    public var delivered = 0
    public var givenUp = 0
  }

  /// For monitoring. A waiting letter is counted only after its alarm is set.
  public nonisolated let counts: Current<Counts>

  private let mailer: any Mailer
  private let time: Time
  private let log: Log
  private let most: Int
  private let source = Current<Counts>.Source(Counts())
  private var now = Counts() { didSet { source.publish(now) } }
  private var letters: [Int: Task<Void, Never>] = [:]
  private var given = 0
  private var free: Int
  private var queue: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false
  private var resting: Set<Int> = []
  private let settling = Settling()

  public init(_ mailer: any Mailer, time: Time = .live, log: Log = .silent, atOnce: Int = 4, most: Int = 1_000) {
    self.mailer = mailer
    self.time = time
    self.log = log.from("mail")
    self.most = most
    free = max(1, atOnce)
    counts = source.current
  }

  /// Queues a letter and returns at once. False when the queue is full or the office is closed; the letter is then
  /// lost.
  @discardableResult
  public func post(_ letter: Letter) -> Bool {
    guard !isClosed, letters.count < most else {
      now.givenUp += 1
      log.error("a letter was not taken; \(letters.count) wait already")
      return false
    }
    given += 1
    now.moving += 1
    let number = given
    letters[number] = Task { [receipt = settling.receipt()] in
      await self.carry(letter, number)
      self.letters[number] = nil
      withExtendedLifetime(receipt) {}
    }
    return true
  }

  /// Accepts no more letters, lets current deliveries finish within the limit, and gives up the rest.
  public func close(within limit: Duration = .seconds(5)) async {
    isClosed = true
    for number in resting { letters[number]?.cancel() }
    _ = await settling.settled(within: limit)
    let left = letters.values
    for task in left { task.cancel() }
    for task in left { await task.value }
  }

  private func carry(_ letter: Letter, _ number: Int) async {
    var tries = 0
    while true {
      let problem = await attempt(letter)
      now.moving -= 1
      guard let problem else {
        now.delivered += 1
        return
      }
      guard tries < PostOffice.pauses.count, !problem.isFinal, await rest(PostOffice.pauses[tries], number) else {
        now.givenUp += 1
        return log.error("a letter was given up after \(tries + 1) tries: \(code: problem)")
      }
      tries += 1
      now.moving += 1
    }
  }

  /// Delivers once; returns the problem, or nil on success.
  private func attempt(_ letter: Letter) async -> Problem? {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { queue.append($0) } }
    defer { if queue.isEmpty { free += 1 } else { queue.removeFirst().resume() } }
    do throws(Problem) {
      try await mailer.deliver(letter)
      return nil
    } catch {
      return error
    }
  }

  /// Waits for a retry. False when there is to be none.
  private func rest(_ pause: Duration, _ number: Int) async -> Bool {
    guard !isClosed else { return false }
    let alarm = time.alarm(at: time.now().advanced(by: pause).date)
    resting.insert(number)
    now.resting += 1
    for await _ in alarm { break }
    resting.remove(number)
    now.resting -= 1
    return !isClosed && !Task.isCancelled
  }
}

extension Problem {
  /// Whether a retry would fail the same way.
  fileprivate var isFinal: Bool { code == "mail-refused" || code == "fetch-malformed" }
}
