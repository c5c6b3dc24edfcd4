import HTTP
import Interface
import Kernel
import Navigation
import ShellTesting
import Storage
import Supabase
import Testing

@testable import Shell

@Suite("A demonstration person and the server")
struct DemonstrationTests {
  private let asked = Locked(0)

  /// A product whose profile has a demonstration as long as `isThere` says so.
  private func product(_ isThere: @escaping @Sendable () throws(Problem) -> Bool) -> Product {
    Product(
      id: "sample", name: "Sample", tagline: "A sample.", theme: .plain,
      home: Tab("Home", icon: .home, at: Route(["home"])), tabs: [], unavailable: "Unavailable.",
      demonstration: Demonstration(
        fill: { _, _ in }, isThere: { _ throws(Problem) in try isThere() }, remove: { _ in })
    ) { _ in
      PersonFeatures { _ in
        WindowComposition(pages: [
          Page(
            place: Place("/home", title: "Home"),
            screen: { route, _ in Screen(route, title: "Home", nodes: [.heading("Home", level: 1)]) }, changes: [:],
            appeared: nil, left: nil)
        ])
      }
    }
  }

  private func person(_ product: Product) async throws -> Person {
    let asked = asked
    let server = ServerPort(
      project: { () throws(Problem) in
        asked.withLock { $0 += 1 }
        return Project(address: "http://127.0.0.1:1", key: "anon")
      },
      send: { _ throws(Problem) in
        asked.withLock { $0 += 1 }
        return Incoming(status: 200)
      })
    return try await Person.open(
      product, profile: Demonstration.profile, home: .memory, clock: ManualTime(noon), server: server)
  }

  private func code(_ body: () async throws(Problem) -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return error.code }
  }

  private func codes(_ person: Person) async throws -> [String?] {
    let server = try #require(person.server)
    let request = Outgoing("GET", "http://127.0.0.1:1/a")
    return [
      await code { () throws(Problem) in _ = try await server.project() },
      await code { () throws(Problem) in _ = try await person.network.send(request) },
    ]
  }

  @Test("while it is in the profile, no request reaches the server; after its removal they do")
  func withheld() async throws {
    let isThere = Locked(true)
    let person = try await person(product { isThere.withLock { $0 } })
    #expect(try await codes(person) == ["demonstration", "demonstration"] && asked.withLock { $0 } == 0)
    isThere.withLock { $0 = false }
    #expect(try await codes(person) == [nil, nil] && asked.withLock { $0 } == 2)
    await person.close()
  }

  @Test("no request is sent when it is not known whether it is there")
  func unknown() async throws {
    let person = try await person(product { () throws(Problem) in throw Problem("unread", "No.", remedy: "Wait.") })
    #expect(try await codes(person) == ["unread", "unread"] && asked.withLock { $0 } == 0)
    await person.close()
  }
}
