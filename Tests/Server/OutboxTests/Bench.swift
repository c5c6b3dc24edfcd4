import Foundation
import JSON
import Kernel
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing

@testable import Outbox

/// The databases on which the suites run.
enum Ground: String, CaseIterable, Sendable {
  case sqlite, postgres

  static let all = allCases.filter { $0 == .sqlite || TestPostgres.isInstalled }
}

/// A database with an outbox, a manual clock, and workers whose handlers do as a test tells them.
final class Office: Sendable {
  static let key = [UInt8](repeating: 7, count: 32)

  let database: any Database
  let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000)))
  let lines = Locked<[String]>([])
  private let folder: String?

  init(_ ground: Ground) async throws {
    switch ground {
    case .sqlite:
      let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)").path
      self.folder = folder
      database = try SQLiteStore.open(
        folder, schema: Schema([]), migrations: OutboxWorker.migrations, time: clock.time)
    case .postgres:
      folder = nil
      database = try await PostgresStore.open(
        address: try TestPostgres.shared().database(), schema: Schema([]), migrations: OutboxWorker.migrations)
    }
  }

  func worker(on clock: ManualTime? = nil, _ change: (inout OutboxSettings) -> Void = { _ in }) -> OutboxWorker {
    var settings = OutboxSettings()
    change(&settings)
    let lines = lines
    return OutboxWorker(
      database, key: Office.key, settings: settings, time: (clock ?? self.clock).time, chance: { 0.5 },
      log: Log { line in lines.withLock { $0.append(line.text) } })
  }

  func post(
    _ worker: OutboxWorker, _ payload: JSON = "words", kind: String = "mail", due: Date? = nil
  ) async throws {
    try await database.transact { session throws(Failure) in
      try worker.post(kind, payload, of: "ada", due: due, in: session)
    }
    await worker.wake()
  }

  func pass(_ seconds: Double) async { await clock.advance(by: .seconds(seconds), settling: Settling()) }

  func rows() async throws -> [[Value]] {
    try await database.look { session throws(Failure) in try session.rows("select * from outbox", []) }
  }

  func close() async {
    await database.close()
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }
}

/// A handler that records its calls, and fails or holds them as a test tells it.
actor Handler {
  private(set) var calls: [OutboxJob] = []
  private(set) var done: [JSON] = []
  private var failures: [Problem]
  private let holds: Bool
  private var held: [CheckedContinuation<Void, Never>] = []
  private var awaited: [(count: Int, CheckedContinuation<Void, Never>)] = []
  private(set) var most = 0
  private var inside = 0

  init(failing failures: [Problem] = [], holds: Bool = false) {
    self.failures = failures
    self.holds = holds
  }

  nonisolated func kind(_ name: String = "mail", attempts: Int = 7) -> OutboxKind {
    OutboxKind(name, attempts: attempts, lease: .seconds(100), isFinal: { $0.code == "never" }) {
      job throws(Problem) in try await self.handle(job)
    }
  }

  private func handle(_ job: OutboxJob) async throws(Problem) {
    calls.append(job)
    inside += 1
    most = max(most, inside)
    defer { inside -= 1 }
    let ready = awaited.filter { $0.count <= calls.count }
    awaited.removeAll { $0.count <= calls.count }
    for one in ready { one.1.resume() }
    if holds { await withCheckedContinuation { held.append($0) } }
    if !failures.isEmpty { throw failures.removeFirst() }
    done.append(job.payload)
  }

  /// Returns when there have been so many calls.
  func reaches(_ count: Int) async {
    guard calls.count < count else { return }
    await withCheckedContinuation { awaited.append((count, $0)) }
  }

  func release() {
    for one in held { one.resume() }
    held = []
  }
}

extension Problem {
  static let later = Problem("later", "Not now.", remedy: "Later.")
  static let never = Problem("never", "Never.", remedy: "No.")
}
