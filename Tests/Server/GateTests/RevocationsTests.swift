import FoundationEssentials
import Kernel
import Testing
import Tokens
import Transport

@testable import Gate

@Suite("The ended sessions in memory")
struct RevocationsTests {
  private static let noon = 1_768_478_400
  private let asked = Locked<[String]>([])
  private let endedInDatabase = Locked<Set<String>>([])
  private let now = Locked(ContinuousClock.now)

  private static func session(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "0198f0f0-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private func caller(_ number: Int) -> Caller {
    .person("0198f0f0-0000-7000-8000-0000000000aa", session: RevocationsTests.session(number))
  }

  private func ended(_ numbers: some Sequence<Int>, for life: Int = 3600) -> [Revocation] {
    numbers.map { Revocation(session: RevocationsTests.session($0), end: RevocationsTests.noon + life) }
  }

  private func revocations(bound: Int = 1000) -> Revocations {
    let (asked, endedInDatabase, now) = (asked, endedInDatabase, now)
    return Revocations(bound: bound, clock: { now.withLock { $0 } }) { session throws(Problem) in
      asked.withLock { $0.append(session) }
      guard endedInDatabase.withLock({ !$0.contains("away") }) else {
        throw Problem("away", "The database is away.", remedy: "Wait.")
      }
      return endedInDatabase.withLock { $0.contains(session) }
    }
  }

  private func pass(_ duration: Duration) { now.withLock { $0 += duration } }
  private func read(_ revocations: Revocations, _ ended: [Revocation] = [], at second: Int = noon) {
    revocations.refresh(ended, began: now.withLock { $0 }, at: second)
  }

  @Test("an ended session is refused, others and project keys are not, and the database is not asked")
  func standing() async throws {
    let revocations = revocations()
    read(revocations, ended([1, 2]))
    #expect(revocations.standing(of: caller(1)) == .ended && revocations.standing(of: caller(2)) == .ended)
    #expect(revocations.standing(of: caller(3)) == .current)
    for caller in [Caller.anonymous, .service, .person("0198f0f0-0000-7000-8000-0000000000aa")] {
      #expect(revocations.standing(of: caller) == .current)
    }
    let upper = Caller.person("0198f0f0-0000-7000-8000-0000000000aa", session: "0198F0F0-0000-7000-8000-000000000001")
    #expect(revocations.standing(of: upper) == .ended)
    #expect(try await revocations.isEnded(caller(1)))
    #expect(try await !revocations.isEnded(caller(3)))
    #expect(asked.withLock { $0.isEmpty })
  }

  @Test("all sessions that began before an instant end, later ones and those of unknown age do not")
  func all() async throws {
    let revocations = revocations()
    read(revocations)
    // The sessions of these tests began in the same millisecond.
    let began = try #require(Revocations.began(RevocationsTests.session(1)))
    #expect(began == 0x0198_F0F0_0000)
    revocations.endAll(begunBefore: began)
    #expect(revocations.standing(of: caller(1)) == .current)
    revocations.endAll(begunBefore: began + 1)
    revocations.endAll(begunBefore: began)
    #expect(revocations.standing(of: caller(1)) == .ended)
    let random = Caller.person(
      "0198f0f0-0000-7000-8000-0000000000aa", session: "00000000-0000-4000-8000-000000000001")
    #expect(revocations.standing(of: random) == .current && revocations.standing(of: .service) == .current)
    #expect(try await revocations.isEnded(caller(2)))
  }

  @Test("without a recent reading the database is asked, at most once a second for a session")
  func doubt() async throws {
    let revocations = revocations()
    #expect(revocations.standing(of: caller(1)) == .unknown)
    read(revocations)
    pass(.seconds(3))
    #expect(revocations.standing(of: caller(1)) == .current)
    pass(.milliseconds(1))
    #expect(revocations.standing(of: caller(1)) == .unknown)
    #expect(try await !revocations.isEnded(caller(1)))
    #expect(try await !revocations.isEnded(caller(1)))
    #expect(asked.withLock { $0.count } == 1)
    endedInDatabase.withLock { _ = $0.insert(RevocationsTests.session(1)) }
    pass(.seconds(1))
    #expect(try await revocations.isEnded(caller(1)))
    #expect(asked.withLock { $0.count } == 2)
    endedInDatabase.withLock { _ = $0.insert("away") }
    await #expect(throws: Problem.self) { try await revocations.isEnded(self.caller(2)) }
    // A reading ends the doubt, and what it brings replaces an answer.
    read(revocations, ended([2]))
    #expect(revocations.standing(of: caller(2)) == .ended && revocations.standing(of: caller(3)) == .current)
  }

  @Test("a session is forgotten when none of its tokens can be valid")
  func forgets() {
    let revocations = revocations()
    read(revocations, ended([1], for: 10) + ended([2], for: 20))
    revocations.forget(at: RevocationsTests.noon + 10)
    #expect(revocations.standing(of: caller(1)) == .current && revocations.standing(of: caller(2)) == .ended)
    read(revocations, ended([3], for: 5), at: RevocationsTests.noon + 5)
    #expect(revocations.size.exact == 1)
  }

  @Test("a million ended sessions stay within the bound, each is refused, and few others are asked about")
  func million() async throws {
    let revocations = revocations(bound: Revocations.usualBound)
    for start in stride(from: 0, to: 1_000_000, by: 5000) {
      revocations.insert(ended(start..<(start + 5000)), at: RevocationsTests.noon)
    }
    read(revocations)
    #expect(revocations.size.exact == Revocations.usualBound && revocations.size.filters == BloomFilter.size)
    #expect((0..<1_000_000).allSatisfy { revocations.standing(of: caller($0)) != .current })
    let doubted = (2_000_000..<2_100_000).count { revocations.standing(of: caller($0)) != .current }
    #expect(doubted < 500, "\(doubted) of 100,000 live sessions are asked about")
    // A live session that the filter names is admitted when the database says so.
    if let one = (2_000_000..<2_100_000).first(where: { revocations.standing(of: caller($0)) == .unknown }) {
      #expect(try await !revocations.isEnded(caller(one)))
      #expect(asked.withLock { $0 } == [RevocationsTests.session(one)])
    }
    // An hour later the next million takes the room of the first.
    let later = RevocationsTests.noon + 3600
    revocations.forget(at: later)
    #expect(revocations.size == (0, 0))
  }

  @Test("a filter takes no further sessions after its time, and the older one goes when its sessions do")
  func generations() {
    var set = RevokedSet(bound: 1)
    set.insert(1, until: 100, at: 0)
    set.insert(2, until: 100, at: 0)
    #expect(set.holds(2) == .maybe && set.filterSize == BloomFilter.size)
    // The first has expired, so there is room for one more; the next begins a second filter.
    set.insert(3, until: 200, at: 100)
    #expect(set.holds(3) == .yes && set.holds(1) == .no && set.holds(2) == .no)
    for (id, second) in [(4, 110), (5, 120), (6, 199)] { set.insert(UInt128(id), until: second + 100, at: second) }
    #expect((4...6).allSatisfy { set.holds(UInt128($0)) == .maybe } && set.filterSize == BloomFilter.size)
    set.forget(at: 300)
    #expect(set.filterSize == 0 && set.exactCount == 0)
  }

  @Test("listeners hear of each reading that brought something", .timeLimit(.minutes(1)))
  func changes() async {
    let revocations = revocations()
    let heard = revocations.changes.listen()
    read(revocations)
    read(revocations, ended([1, 2]))
    for await news in heard {
      await news.use { #expect($0 == .said(2)) }
      break
    }
  }

  @Test("the gatekeeper refuses a token of an ended session")
  func gatekeeper() async throws {
    let key = try TokenKey("a secret of at least thirty-two characters")
    var claims = Claims()
    (claims.subject, claims.session) = ("0198f0f0-0000-7000-8000-0000000000aa", RevocationsTests.session(1))
    (claims.role, claims.audience, claims.expires) = (
      "authenticated", ["authenticated"], RevocationsTests.noon + 60
    )
    let revocations = revocations()
    let gatekeeper = Gatekeeper(try Vouching(key), revocations: revocations) { RevocationsTests.noon }
    let credential = gatekeeper.credential(of: try key.token(claims))
    #expect(credential.caller != nil)
    // Memory cannot tell yet; the database can.
    #expect(gatekeeper.withoutEnded(credential) == credential)
    #expect(try await gatekeeper.current(credential) == credential)
    read(revocations, ended([1]))
    #expect(gatekeeper.withoutEnded(credential) == .refused(.sessionEnded))
    #expect(try await gatekeeper.current(credential) == .refused(.sessionEnded))
    #expect(try await gatekeeper.current(.refused(.expired)) == .refused(.expired))
  }
}
