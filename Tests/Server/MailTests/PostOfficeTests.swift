import Foundation
import Kernel
import Testing

@testable import Mail

/// A mailer that waits or fails as a test specifies, and records the subjects that it delivered.
private actor Courier: Mailer {
  private(set) var brought: [String] = []
  private(set) var tries = 0
  private var failures: [Problem]
  private var held: [CheckedContinuation<Void, Never>] = []
  private let holds: Bool
  private(set) var most = 0
  private var inside = 0

  init(failing failures: [Problem] = [], holds: Bool = false) {
    self.failures = failures
    self.holds = holds
  }

  func deliver(_ letter: Letter) async throws(Problem) {
    tries += 1
    inside += 1
    most = max(most, inside)
    defer { inside -= 1 }
    if holds { await withCheckedContinuation { held.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    brought.append(letter.subject)
  }

  func release() -> Bool {
    guard !held.isEmpty else { return false }
    held.removeFirst().resume()
    return true
  }
}

@Suite("The post office", .timeLimit(.minutes(10)))
struct PostOfficeTests {
  static let later = Problem("mail-later", "Not now.", remedy: "Later.")
  static let never = Problem("mail-refused", "Never.", remedy: "No.")

  static func letter(_ subject: String) throws -> Letter { try Letter(to: "a@b", subject: subject, text: "") }

  func reaches(_ office: PostOffice, _ isReached: (PostOffice.Counts) -> Bool) async {
    for await counts in office.counts.listen() where isReached(counts) { return }
  }

  @Test("a failed letter is retried after increasing pauses")
  func again() async throws {
    let manual = ManualTime(Moment(Date(timeIntervalSince1970: 0)))
    let courier = Courier(failing: [PostOfficeTests.later, PostOfficeTests.later])
    let office = PostOffice(courier, time: manual.time)
    #expect(await office.post(try PostOfficeTests.letter("one")))
    await reaches(office) { $0.resting == 1 }
    let settling = Settling()
    await manual.advance(by: .seconds(1), settling: settling)
    #expect(await courier.tries == 1)
    await manual.advance(by: .seconds(1), settling: settling)
    await reaches(office) { $0.resting == 1 && $0.moving == 0 }
    while await courier.tries < 2 { await Task.yield() }
    await reaches(office) { $0.resting == 1 }
    #expect(manual.alarms == 1)
    await manual.advance(by: .seconds(10), settling: settling)
    await reaches(office) { $0.delivered == 1 }
    #expect(await courier.brought == ["one"])
    await office.close()
  }

  @Test("a letter is given up when it is refused permanently or after the last pause; the log names no address")
  func givenUp() async throws {
    let manual = ManualTime(Moment(Date(timeIntervalSince1970: 0)))
    let lines = Locked<[String]>([])
    let log = Log { line in lines.withLock { $0.append(line.text) } }
    let courier = Courier(
      failing: [PostOfficeTests.never] + Array(repeating: PostOfficeTests.later, count: PostOffice.pauses.count + 1))
    let office = PostOffice(courier, time: manual.time, log: log)
    await office.post(try PostOfficeTests.letter("refused"))
    await reaches(office) { $0.givenUp == 1 }
    #expect(await courier.tries == 1)
    await office.post(try PostOfficeTests.letter("unlucky"))
    for (number, pause) in PostOffice.pauses.enumerated() {
      while await courier.tries < number + 2 { await Task.yield() }
      await reaches(office) { $0.resting == 1 }
      await manual.advance(by: pause, settling: Settling())
    }
    await reaches(office) { $0.givenUp == 2 }
    #expect(await courier.tries == PostOffice.pauses.count + 2)
    #expect(lines.withLock { $0.count } == 2 && lines.withLock { $0.allSatisfy { !$0.contains("@") } })
  }

  @Test("letters are delivered a few at a time, and a full queue refuses more")
  func bounded() async throws {
    let courier = Courier(holds: true)
    let office = PostOffice(courier, atOnce: 2, most: 5)
    for number in 0..<5 { #expect(await office.post(try PostOfficeTests.letter("\(number)"))) }
    #expect(await !office.post(try PostOfficeTests.letter("too many")))
    while await courier.brought.count < 5 { if await !courier.release() { await Task.yield() } }
    await reaches(office) { $0.delivered == 5 }
    #expect(await courier.most == 2)
    #expect(office.counts.value == PostOffice.Counts(moving: 0, resting: 0, delivered: 5, givenUp: 1))
    await office.close()
    #expect(await !office.post(try PostOfficeTests.letter("late")))
  }

  @Test("closing finishes deliveries in progress and gives up waiting letters")
  func closes() async throws {
    let manual = ManualTime(Moment(Date(timeIntervalSince1970: 0)))
    let courier = Courier(failing: [PostOfficeTests.later])
    let office = PostOffice(courier, time: manual.time)
    await office.post(try PostOfficeTests.letter("resting"))
    await reaches(office) { $0.resting == 1 }
    await office.post(try PostOfficeTests.letter("moving"))
    await office.close()
    #expect(office.counts.value == PostOffice.Counts(moving: 0, resting: 0, delivered: 1, givenUp: 1))
    #expect(manual.alarms == 0)
  }
}
