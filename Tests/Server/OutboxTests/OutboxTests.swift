import Foundation
import JSON
import Kernel
import Relational
import Testing

@testable import Outbox

@Suite("The outbox", .timeLimit(.minutes(10)))
struct OutboxTests {
  @Test("an entry is worked on after the commit, and leaves nothing", arguments: Ground.all)
  func works(_ ground: Ground) async throws {
    let (office, handler) = (try await Office(ground), Handler())
    let worker = office.worker()
    await worker.begin([handler.kind()])
    try await office.post(worker, ["to": "ada@example.org"])
    await worker.idle()
    let call = try #require(await handler.calls.first)
    #expect(call.payload == ["to": "ada@example.org"] && call.person == "ada" && call.attempt == 1)
    #expect(try await office.rows().isEmpty && worker.counts.value == OutboxCounts(running: 0, done: 1))
    #expect(office.clock.alarms == 0)
    await worker.close()
    await office.close()
  }

  @Test("an entry of a transaction that fails never existed", arguments: Ground.all)
  func rolledBack(_ ground: Ground) async throws {
    let (office, handler) = (try await Office(ground), Handler())
    let worker = office.worker()
    await worker.begin([handler.kind()])
    _ = try? await office.database.transact { session throws(Failure) in
      try worker.post("mail", "words", in: session)
      throw Failure("23505", "refused")
    }
    await worker.wake()
    await worker.idle()
    #expect(await handler.calls.isEmpty)
    await worker.close()
    await office.close()
  }

  @Test("an entry that is due later waits for its time, and can be withdrawn", arguments: Ground.all)
  func later(_ ground: Ground) async throws {
    let (office, handler) = (try await Office(ground), Handler())
    let worker = office.worker()
    await worker.begin([handler.kind()])
    let due = office.clock.now.date.addingTimeInterval(14 * 86_400)
    try await office.post(worker, "first", due: due)
    await office.pass(14 * 86_400 - 1)
    #expect(await handler.calls.isEmpty)
    await office.pass(1)
    #expect(await handler.done == ["first"])
    try await office.post(worker, "second", due: due.addingTimeInterval(60))
    let count = try await office.database.transact { session throws(Failure) in
      try worker.withdraw("mail", of: "ada", in: session)
    }
    await office.pass(3_600)
    #expect(count == 1)
    #expect(await handler.done == ["first"])
    await worker.close()
    await office.close()
  }

  @Test("a failed entry is tried again after increasing pauses", arguments: Ground.all)
  func again(_ ground: Ground) async throws {
    let (office, handler) = (try await Office(ground), Handler(failing: [.later, .later]))
    let worker = office.worker()
    await worker.begin([handler.kind()])
    try await office.post(worker)
    await worker.idle()
    await office.pass(1)
    #expect(await handler.calls.count == 1)
    await office.pass(1)
    #expect(await handler.calls.count == 2)
    await office.pass(9)
    #expect(await handler.calls.count == 2)
    await office.pass(1)
    #expect(await handler.calls.map(\.attempt) == [1, 2, 3])
    #expect(await handler.done == ["words"] && worker.counts.value == OutboxCounts(running: 0, done: 1, failed: 2))
    await worker.close()
    await office.close()
  }

  @Test("an entry is given up and deleted after its last attempt or a final problem; no log line holds a payload")
  func givenUp() async throws {
    let (office, handler) = (try await Office(.sqlite), Handler(failing: [.never, .later, .later, .later]))
    let worker = office.worker()
    await worker.begin([handler.kind(attempts: 3)])
    try await office.post(worker, "a secret")
    await worker.idle()
    #expect(worker.counts.value.givenUp == 1)
    try await office.post(worker, "a secret")
    await worker.idle()
    await office.pass(20)
    #expect(await handler.calls.count == 4 && worker.counts.value.givenUp == 2)
    #expect(try await office.rows().isEmpty)
    #expect(office.lines.withLock { !$0.isEmpty && $0.allSatisfy { !$0.contains("secret") && !$0.contains("ada") } })
    await worker.close()
    await office.close()
  }

  @Test("an entry whose server was killed between taking and finishing is worked on by another", arguments: Ground.all)
  func killed(_ ground: Ground) async throws {
    let (office, dying, handler) = (try await Office(ground), Handler(holds: true), Handler())
    let first = office.worker()
    await first.begin([dying.kind()])
    try await office.post(first)
    await dying.reaches(1)
    // The first server never ends its attempt. The second waits for the end of the lease.
    let second = office.worker()
    await second.begin([handler.kind()])
    await second.idle()
    #expect(await handler.calls.isEmpty)
    await second.close()
    let third = office.worker { $0.isAlone = true }
    await third.begin([handler.kind()])
    await third.idle()
    #expect(await handler.calls.map(\.attempt) == [2])
    #expect(await handler.done == ["words"])
    #expect(try await office.rows().isEmpty)
    await dying.release()
    await first.close()
    await third.close()
    await office.close()
  }

  @Test(
    "an attempt whose lease has ended neither finishes nor delays the entry of its successor", arguments: Ground.all)
  func late(_ ground: Ground) async throws {
    let (office, slow, handler) = (try await Office(ground), Handler(holds: true), Handler(failing: [.later]))
    // Its own clock stands still.
    let first = office.worker(on: ManualTime(office.clock.now))
    await first.begin([slow.kind()])
    try await office.post(first)
    await slow.reaches(1)
    let second = office.worker()
    await second.begin([handler.kind()])
    await office.pass(100)
    #expect(await handler.calls.map(\.attempt) == [2])
    // The first ends after all: the entry waits for the second's next attempt all the same.
    await slow.release()
    await first.idle()
    #expect(try await office.rows().count == 1)
    await office.pass(10)
    #expect(await handler.calls.map(\.attempt) == [2, 3])
    #expect(await handler.done == ["words"])
    #expect(try await office.rows().isEmpty)
    await first.close()
    await second.close()
    await office.close()
  }

  @Test("two workers on one database take different entries", arguments: Ground.all)
  func two(_ ground: Ground) async throws {
    let (office, left, right) = (try await Office(ground), Handler(), Handler())
    let workers = [office.worker(), office.worker()]
    try await office.database.transact { session throws(Failure) in
      for number in 0..<60 { try workers[0].post("mail", .number(Double(number)), in: session) }
    }
    await withTaskGroup { group in
      for (worker, handler) in zip(workers, [left, right]) {
        group.addTask {
          await worker.begin([handler.kind()])
          await worker.idle()
        }
      }
    }
    let done = await left.done + right.done
    #expect(done.count == 60 && Set(done).count == 60)
    for worker in workers { await worker.close() }
    await office.close()
  }

  @Test("an entry that another server has posted and lost is found by a look at intervals")
  func polled() async throws {
    let (office, handler) = (try await Office(.sqlite), Handler())
    let (gone, worker) = (office.worker(), office.worker { $0.poll = .seconds(60) })
    await worker.begin([handler.kind()])
    try await office.post(gone)
    await office.pass(59)
    #expect(await handler.calls.isEmpty)
    await office.pass(1)
    #expect(await handler.done == ["words"])
    await worker.close()
    await office.close()
  }

  @Test("a payload is unreadable in the database, and opens for its own entry alone", arguments: Ground.all)
  func sealed(_ ground: Ground) async throws {
    let (office, handler) = (try await Office(ground), Handler())
    let worker = office.worker()
    try await office.post(worker, "a secret")
    try await office.post(worker, "another secret")
    let rows = try await office.rows()
    #expect(rows.count == 2 && rows.allSatisfy { row in !row.contains { $0.string?.contains("secret") == true } })
    let ids = rows.compactMap { $0[0].string }
    try await office.database.transact { session throws(Failure) in
      try session.run(
        "update outbox set payload = (select other.payload from outbox as other where other.id = $1) where id = $2",
        [.text(ids[0]), .text(ids[1])])
    }
    await worker.begin([handler.kind()])
    await worker.idle()
    #expect(await handler.calls.count == 1 && worker.counts.value.givenUp == 1)
    #expect(try await office.rows().isEmpty)
    await worker.close()
    await office.close()
  }

  @Test("entries at once and waiting ones are bounded; an entry of an unknown kind waits; a decoy is dropped")
  func bounded() async throws {
    let (office, handler) = (try await Office(.sqlite), Handler(holds: true))
    let worker = office.worker {
      $0.atOnce = 2
      $0.most = 5
    }
    try await office.database.transact { session throws(Failure) in
      try worker.post("newer", "words", in: session)
      try worker.postDecoy(of: 10, in: session)
    }
    for _ in 0..<3 { try await office.post(worker) }
    await #expect(throws: Failure.self) { try await office.post(worker) }
    await worker.begin([handler.kind()])
    for count in 1...3 {
      await handler.reaches(count)
      await handler.release()
    }
    await worker.idle()
    let (done, most) = (await handler.done.count, await handler.most)
    #expect(done == 3 && most <= 2)
    #expect(try await office.rows().map { $0[1].string } == ["newer"])
    await worker.close()
    await office.close()
  }

  @Test("kinds with a share hang and wait in that share alone, and the others go on", arguments: Ground.all)
  func shared(_ ground: Ground) async throws {
    let (office, mails, pushes) = (try await Office(ground), Handler(), Handler(holds: true))
    let worker = office.worker {
      ($0.atOnce, $0.most) = (3, 2)
      $0.shares = [
        OutboxShare(kinds: ["push", "push-held"], uncounted: ["push-held"], atOnce: 1, most: 3, mostOfPerson: 4)
      ]
    }
    let later = office.clock.now.date.addingTimeInterval(3_600)
    for _ in 0..<3 { try await office.post(worker, kind: "push") }
    await #expect(throws: Failure.self) { try await office.post(worker, kind: "push") }
    // As many as there are people, so that they count for nobody.
    for _ in 0..<5 { try await office.post(worker, kind: "push-held", due: later) }
    let room = try await office.database.look { session throws(Failure) in
      (try worker.room(for: "ada", of: "push", in: session), try worker.room(for: "ben", of: "push", in: session))
    }
    #expect(room == (1, 4))
    await worker.begin([mails.kind(), pushes.kind("push"), pushes.kind("push-held")])
    await pushes.reaches(1)
    for _ in 0..<2 { try await office.post(worker) }
    await mails.reaches(2)
    for count in 2...3 {
      await pushes.release()
      await pushes.reaches(count)
    }
    await pushes.release()
    await worker.idle()
    let (most, done, sent) = (await pushes.most, await pushes.done.count, await mails.done.count)
    #expect(most == 1 && done == 3 && sent == 2)
    await worker.close()
    await office.close()
  }

  @Test("closing finishes attempts in progress, and keeps the rest for the next start")
  func closes() async throws {
    let (office, handler) = (try await Office(.sqlite), Handler(holds: true))
    let worker = office.worker { $0.atOnce = 1 }
    await worker.begin([handler.kind()])
    try await office.post(worker, "first")
    try await office.post(worker, "second")
    await handler.reaches(1)
    let closing = Task { await worker.close(within: .seconds(60)) }
    while await !worker.hasClosed { await Task.yield() }
    await handler.release()
    await closing.value
    #expect(await handler.done == ["first"])
    #expect(try await office.rows().count == 1 && office.clock.alarms == 0)
    await office.close()
  }
}

@Suite("The pauses of the outbox")
struct BackoffTests {
  @Test("increase, and are spread by chance within a quarter")
  func pauses() {
    let middle = (1...Backoff.pauses.count).map { Backoff.pause(after: $0, chance: 0.5) }
    #expect(middle == [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000])
    #expect(Backoff.pause(after: 1, chance: 0) == 1_500 && Backoff.pause(after: 1, chance: 1) == 2_500)
    #expect(Backoff.pause(after: 99, chance: 0.5) == 7_200_000 && Backoff.pause(after: 0, chance: 7) == 2_500)
  }
}
