import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import Testing

@testable import Supabase

/// The dependencies of a session in a test: a manual clock, storage that may fail, a scripted server.
final class Stage: Sendable {
  typealias Answer = @Sendable (Outgoing) async throws(Problem) -> Incoming

  static let user = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
  static let full = Problem("disk-full", "The disk is full.", remedy: "Make room.")
  static let away = Problem("fetch-unreachable", "Nobody is there.", remedy: "Try again.")

  let manual = ManualTime(Moment(Date(timeIntervalSince1970: 1_768_478_400)))
  let kept = Locked<[UInt8]?>(nil)
  let keptFlows = Locked<[UInt8]?>(nil)
  let isFull = Locked(false)
  let asked = Locked<[Outgoing]>([])
  let lines = Locked<[String]>([])
  private let script: Locked<Script>

  /// Wraps the function, because the compiler fails on a function with typed throws as a generic argument.
  private struct Script: Sendable {
    let answer: Answer
  }

  init(_ answer: @escaping Answer = { _ throws(Problem) in throw Stage.away }) {
    script = Locked(Script(answer: answer))
  }

  func answers(_ answer: @escaping Answer) { script.withLock { $0 = Script(answer: answer) } }

  /// The authorization of the last request.
  var bearer: String? {
    asked.withLock { asked in asked.last?.headers.first { $0.name == "authorization" }?.value }
  }

  var paths: [String] {
    asked.withLock { asked in asked.map { String($0.address.dropFirst("http://127.0.0.1:9".count)) } }
  }

  func needs(_ project: Project = Project(address: "http://127.0.0.1:9", key: "public")) -> Session.Needs {
    needs(project) { request throws(Problem) in
      self.asked.withLock { $0.append(request) }
      let script = self.script.withLock { $0 }
      return try await script.answer(request)
    }
  }

  func needs(_ project: Project, ask: @escaping Ask) -> Session.Needs {
    Session.Needs(
      project: { () throws(Problem) in project }, ask: ask,
      load: { () throws(Problem) in self.kept.withLock { $0 } },
      store: { bytes throws(Problem) in
        if self.isFull.withLock({ $0 }) { throw Stage.full }
        self.kept.withLock { $0 = bytes }
      },
      loadFlows: { () throws(Problem) in self.keptFlows.withLock { $0 } },
      storeFlows: { bytes throws(Problem) in self.keptFlows.withLock { $0 = bytes } }, time: manual.time,
      log: Log { line in self.lines.withLock { $0.append(line.text) } })
  }

  func session() async throws -> Session { try await Session.open(needs()) }

  /// A signed-in session, with tokens of that lifetime.
  func signedIn(_ number: Int = 1, for seconds: Int = 3600) async throws -> Session {
    answers { _ throws(Problem) in Stage.tokens(number, for: seconds) }
    let session = try await session()
    try await session.signIn("a@b.example", Redacted("secret word"))
    asked.withLock { $0 = [] }
    return session
  }

  func advance(_ seconds: Int) async { await manual.advance(by: .seconds(seconds), settling: Settling()) }

  // MARK: Answers of the server

  static func json(_ status: Int, _ json: JSON, _ headers: [Outgoing.Field] = []) -> Incoming {
    Incoming(status: status, headers: headers, body: (try? JSON.data(json)).map(Array.init) ?? [])
  }

  static func tokens(
    _ number: Int, for seconds: Int = 3600, of user: UUID = Stage.user, _ headers: [Outgoing.Field] = []
  ) -> Incoming {
    json(
      200,
      [
        "access_token": .string("access\(number)"), "refresh_token": .string("refresh\(number)"),
        "token_type": "bearer", "expires_in": .number(Double(seconds)),
        "user": ["id": .string(user.uuidString.lowercased()), "email": "a@b.example", "aud": "authenticated"],
      ], headers)
  }

  static func refused(_ status: Int, _ code: String) -> Incoming {
    json(status, ["code": .string(code), "message": "m"])
  }
}

/// The problem that `body` throws, or nil.
func problem(_ body: () async throws(Problem) -> Void) async -> Problem? {
  do throws(Problem) {
    try await body()
    return nil
  } catch {
    return error
  }
}

/// A gate that, once open, stays open for every waiter.
final class Gate: Sendable {
  private let source = Current<Bool>.Source(false)

  func open() { source.publish(true) }

  func passed() async { for await isOpen in source.current.listen() where isOpen { return } }
}

/// A `Fetch` for one test, closed at its end.
func fetching(_ settings: FetchSettings = FetchSettings(), _ test: (Fetch) async throws -> Void) async throws {
  let fetch = try Fetch(settings)
  do {
    try await test(fetch)
    await fetch.close()
  } catch {
    await fetch.close()
    throw error
  }
}

extension Listener {
  var address: String { "http://127.0.0.1:\(port)" }
}
