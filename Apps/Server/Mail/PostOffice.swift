public import Kernel

/// Takes letters at once and hands them on beside whatever else happens: a few at a time, and again after a while when
/// that failed. It owns every letter until it is handed on, given up, or the office closes.
public actor PostOffice {
  /// How long it waits after each failure; after the last it gives up.
  public static let pauses: [Duration] = [
    .seconds(2), .seconds(10), .seconds(60), .seconds(300), .seconds(1_800), .seconds(7_200),
  ]

  public struct Counts: Sendable, Hashable {
    /// Those that wait for their turn or are being handed on.
    public var moving = 0
    /// Those that wait to be tried again.
    public var resting = 0
    public var delivered = 0
    public var givenUp = 0
  }

  /// For whoever watches over it. A letter that rests has its alarm set.
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

  /// Returns at once. False when too many wait already, or the office is closed; then the letter is lost.
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

  /// Takes nothing more, lets what is being handed on finish within that time, and gives up the rest.
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

  /// What went wrong; nil when it is on its way.
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

  /// False when the letter is not to be tried again.
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
  /// Whether trying again would end the same way.
  fileprivate var isFinal: Bool { code == "mail-refused" || code == "fetch-malformed" }
}
