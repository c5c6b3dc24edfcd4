internal import Catalog
internal import Connectivity
internal import Fetch
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Shell
internal import Storage
internal import Supabase

extension Benchmark {
  static let syncReconnect = syncReconnect(rounds: 3, entries: 30)

  /// Measures from the return of the connection to the first request that sends, and from there to the last entry on the
  /// server. A device waits for up to 20 seconds, so that many of them do not come back at once.
  static func syncReconnect(rounds: Int, entries count: Int) -> Benchmark {
    Benchmark(
      name: "sync-reconnect",
      summary:
        "\(count) entries made offline: from the connection's return to the first request, and until all are sent",
      measure: { () throws(Problem) in
        let server = try await ProductServer()
        do throws(Problem) {
          let (starts, ends) = try await reconnected(to: server, rounds, count)
          await server.end()
          return [figure("sync-start", starts, 30_000), figure("sync-complete", ends, 30_000)]
        } catch {
          await server.end()
          throw error
        }
      })
  }

  private static func reconnected(
    to server: ProductServer, _ rounds: Int, _ count: Int
  ) async throws(Problem) -> (starts: [Double], ends: [Double]) {
    guard let product = Product.named("yhealth") else { throw .unmeasured("there is no yHealth") }
    let (home, fetch) = (try StorageGround(), server.fetch)
    let pushes = Locked<[ContinuousClock.Instant]>([])
    let port = ServerPort.at(server.project, connect: fetch.client.connect) { request throws(Problem) in
      if request.address.hasSuffix("/sync_push") { pushes.withLock { $0.append(.now) } }
      return try await fetch.send(request)
    }
    let person = try await Person.open(product, home: .folder(home.folder), server: port)
    let window = await person.window()
    try await window.perform(.network(.online))
    try await enter(window)
    try await sent(by: person)
    var (starts, ends): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      try await window.perform(.network(.offline))
      for _ in 0..<count {
        try await window.perform(.open(Route(["log", "mood"])))
        try await window.perform(.tap(.label("Save")))
      }
      guard try await person.store.outbox.counts().waiting == count else {
        throw .unmeasured("not every entry waits")
      }
      pushes.withLock { $0 = [] }
      let back = ContinuousClock.now
      try await window.perform(.network(.online))
      try await sent(by: person)
      guard let first = pushes.withLock({ $0.first }) else { throw .unmeasured("nothing was sent") }
      starts.append((first - back).microseconds / 1000)
      ends.append((ContinuousClock.now - first).microseconds / 1000)
    }
    await window.close()
    await person.close()
    return (starts, ends)
  }

  /// Waits until nothing waits to be sent.
  private static func sent(by person: Person) async throws(Problem) {
    for await _ in person.store.outbox.changed.listen() {
      if try await person.store.outbox.counts().unsent == 0 { return }
    }
  }
}
