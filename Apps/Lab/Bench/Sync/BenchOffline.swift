internal import Catalog
internal import Connectivity
internal import FoundationEssentials
internal import Health
internal import Interface
internal import Kernel
internal import Offline
internal import Shell
internal import Storage
internal import Sync

// Offline operation against the limits of the specification.
extension Benchmark {
  static let syncCached = syncCached(entries: 2_000)
  static let syncTidy = syncTidy(records: 100_000)
  static let syncConflict = syncConflict(conflicts: 100)
  static let syncEntry = syncEntry(entries: 200)

  /// Measures from a closed profile to today's figures on the dashboard, offline.
  static func syncCached(entries: Int) -> Benchmark {
    Benchmark(
      name: "sync-cached", summary: "the dashboard from the cache, with nothing but the disk, at the 99th percentile",
      measure: { () throws(Problem) in
        guard let product = Product.named("yhealth") else { throw Problem.unmeasured("there is no yHealth") }
        let ground = try StorageGround()
        let home = Person.Home.folder(ground.folder)
        let person = try await Person.open(product, home: home)
        let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
        let identifiers = Identifiers.live(.live)
        let now = Date()
        try await person.store.write { batch throws(Problem) in
          for number in 0..<entries {
            let entry = MoodEntry(
              id: identifiers.next(), mood: 1 + number % 10, feltAt: now.addingTimeInterval(-300 * Double(number)))
            try batch.save(entry, in: moods)
          }
        }
        await person.close()
        var times: [Double] = []
        for _ in 0..<20 {
          let again = try await Person.open(product, home: home)
          var isShown = false
          let time = await timed {
            let window = await again.window()
            isShown = await window.settled().nodes.flatMap(\.all).contains { $0.label == "Mood" && $0.value != nil }
            await window.close()
          }
          await again.close()
          guard isShown else { throw Problem.unmeasured("the dashboard does not show what is kept") }
          times.append(time / 1000)
        }
        return [
          Figure("sync-cached", here: Times(times).p99, peer: 500, peerName: "the limit", unit: "ms", limit: 1)
        ]
      })
  }

  /// Measures from Save in a form to the frame in which its sheet is closed and the message confirms it, offline.
  static func syncEntry(entries: Int) -> Benchmark {
    Benchmark(
      name: "sync-entry",
      summary: "an entry made offline, from Save to the screen that says so, at the 99th percentile",
      measure: { () throws(Problem) in
        guard let product = Product.named("yhealth") else { throw Problem.unmeasured("there is no yHealth") }
        let ground = try StorageGround()
        let person = try await Person.open(product, home: .folder(ground.folder))
        let window = await person.window()
        try await window.perform(.network(.offline))
        var times: [Double] = []
        for _ in 0..<entries {
          try await window.perform(.open(Route(["log", "mood"])))
          let start = ContinuousClock.now
          let frame = try await window.perform(.tap(.label("Save")))
          times.append((ContinuousClock.now - start).microseconds / 1000)
          guard frame.dialog == nil, frame.toasts.contains(where: { $0.label.hasPrefix("Saved") }) else {
            throw Problem.unmeasured("an entry is not saved")
          }
        }
        let waiting = try await person.store.outbox.counts().waiting
        await window.close()
        await person.close()
        guard waiting == entries else { throw Problem.unmeasured("\(waiting) of \(entries) entries wait") }
        return [Figure("sync-entry", here: Times(times).p99, peer: 200, peerName: "the limit", unit: "ms", limit: 1)]
      })
  }

  /// Measures the removal of cached records older than a week.
  static func syncTidy(records count: Int) -> Benchmark {
    Benchmark(
      name: "sync-tidy", summary: "the cleanup of \(count) cached records that are older than a week",
      measure: { () throws(Problem) in
        let ground = try StorageGround()
        let store = try await ground.open()
        let week = Duration.seconds(7 * 86_400)
        // A wide budget while filling, so that the cleanup finds all records.
        let wide = try await store.collection(BenchEntry.self, .cached(Budget("bench", bytes: 1 << 30)))
        let everything = BenchEntry.many(count)
        for start in stride(from: 0, to: count, by: 10_000) {
          try await store.write { batch throws(Problem) in
            for entry in everything[start..<min(start + 10_000, count)] { try batch.save(entry, in: wide) }
          }
        }
        await store.close()
        let again = try await ground.open()
        _ = try await again.collection(BenchEntry.self, .cached(Budget("bench", bytes: 1 << 30), window: week))
        var tidied = 0
        let time = try await clocked { () throws(Problem) in tidied = try await again.tidy().records }
        await again.close()
        guard tidied == count else { throw Problem.unmeasured("\(tidied) of \(count) records were cleaned up") }
        return [Figure("sync-tidy", here: time / 1000, peer: 5000, peerName: "the limit", unit: "ms", limit: 1)]
      })
  }

  /// Measures from a tap on an entry in conflict to the screen with both versions.
  static func syncConflict(conflicts count: Int) -> Benchmark {
    Benchmark(
      name: "sync-conflict",
      summary: "both versions of an entry on screen, of \(count) in conflict, at the 99th percentile",
      measure: { () throws(Problem) in
        let context = FeatureContext()
        let store = try await Store.memory(context)
        let entries = try await store.collection(BenchEntry.self, .owned(.entered))
        for entry in BenchEntry.many(count) { try await entries.save(entry) }
        for change in try await store.outbox.claim(count) {
          var theirs = change.fields
          theirs["body"] = .text("another page")
          try await store.outbox.conflict(change.op, theirs: theirs, rev: "2")
        }
        let offline = Offline(
          OfflineState(SyncGround.kinds, words: OfflineWords([]), storage: .queueAlone, seed: 1), on: context,
          needs: OfflineNeeds(
            store, SyncGround.kinds, clear: {}, tidy: {},
            push: { _ in TimedAnswer(Answered(.failure(.unreachable)), in: 0) },
            pull: { _ in TimedAnswer(Answered(.failure(.unreachable)), in: 0) }, network: { AsyncStream { nil } }))
        await offline.send(.begin)
        _ = await context.settling.settled(within: .seconds(10))
        let window: WindowID = context.identifiers.next()
        let conflicts = try await store.outbox.conflicts()
        guard conflicts.count == count else {
          throw Problem.unmeasured("\(conflicts.count) of \(count) are in conflict")
        }
        var times: [Double] = []
        for conflict in conflicts {
          let route = Route(["settings", "sync", "conflict", conflict.op.uuidString.lowercased()])
          var shows = false
          let time = await timed {
            await offline.send(.appeared(route), from: window)
            _ = await context.settling.settled(within: .seconds(10))
            let screen = offline.states.value.screen(route, in: Surroundings(now: context.time.now()), at: window)
            shows = screen.nodes.flatMap(\.all).contains { $0.label == "Keep my version" }
          }
          guard shows else { throw Problem.unmeasured("a conflict is not shown") }
          times.append(time / 1000)
        }
        await store.close()
        return [
          Figure("sync-conflict", here: Times(times).p99, peer: 500, peerName: "the limit", unit: "ms", limit: 1)
        ]
      })
  }
}
