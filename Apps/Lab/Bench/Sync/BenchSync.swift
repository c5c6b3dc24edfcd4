internal import CPeer
internal import FoundationEssentials
internal import Kernel
internal import Storage
internal import Sync
internal import SyncWire

extension Benchmark {
  /// Sends a queue of 10,000 entries to a server and measures the device's memory meanwhile. Peer: the same entries
  /// sent through the batch call only.
  static let syncDrain = Benchmark(
    name: "sync-drain", summary: "10,000 queued entries to the server, against its batch call alone; and the memory",
    measure: { () throws(Problem) in
      let peer = try BackendPeer()
      defer { peer.process.stop() }
      let device = try await SyncGround(peer)
      let count = 10_000
      let everything = BenchEntry.many(count)
      try await device.store.write { batch throws(Problem) in
        for entry in everything { try batch.save(entry, in: device.entries) }
      }
      // The same payload as the device sends, with other operations and identifiers.
      let packing = Packing(SyncGround.kinds, owner: nil)
      let changes = try await device.store.outbox.changes(limit: count)
      let batches = stride(from: 0, to: count, by: Push.mostEntries).map { start in
        Push(
          device: UUID(), epoch: nil,
          entries: packing.push(Array(changes[start..<start + Push.mostEntries]), device: UUID(), epoch: nil).entries
            .map { entry in
              Push.Entry(
                op: UUID(), collection: entry.collection, id: UUID(), kind: entry.kind, base: nil, fields: entry.fields,
                editedAt: entry.editedAt)
            })
      }.map(\.bytes)
      // Warm-up.
      _ = try await device.said("sync_pull", Pull(device: UUID(), epoch: nil, cursors: [:]).bytes)
      let direct = try await clocked { () throws(Problem) in
        for batch in batches { _ = try await device.said("sync_push", batch) }
      }
      let memory = MemoryWatch()
      let drained = try await clocked { () throws(Problem) in try await device.sync() }
      let grown = memory.end()
      let left = try await device.store.outbox.counts().unsent
      await device.end()
      guard left == 0 else { throw Problem.unmeasured("\(left) of \(count) entries were not sent") }
      return [
        Figure(
          "sync-drain", here: Double(count) * 1_000_000 / drained, peer: Double(count) * 1_000_000 / direct,
          peerName: "its batch call", unit: "entries/s", better: .higher),
        Figure(
          "sync-memory", here: grown, peer: 50, peerName: "the limit", unit: "MiB", limit: 1),
      ]
    })

  /// Pulls 100,000 records into an empty store. Peer: writing as many bare rows into SQLite from C.
  static let syncPull = Benchmark(
    name: "sync-pull", summary: "the first pull of 100,000 records, against bare SQLite in C",
    measure: { () throws(Problem) in
      let peer = try BackendPeer()
      defer { peer.process.stop() }
      let device = try await SyncGround(peer)
      let count = 100_000
      let batch = 500
      let rounds = (0..<count / batch).map { peer.batch($0, of: batch) }
      let port = peer.process.port
      try await onThread { () throws(Problem) in
        _ = try LoadGenerator(at: port, connections: 1).run(rounds.count) { rounds[$0] }
      }.get()
      let pulled = try await clocked { () throws(Problem) in try await device.sync() }
      let found = try await device.entries.count()
      let bare = try device.ground.peer()
      // A pulled page is one transaction of a thousand records.
      let written = try bare.time { peer in
        for _ in 0..<count / 1000 where peer_batch(peer, 1000, SampleRecord.sealedBody, SampleRecord.sealedFields) != 0
        {
          return 1
        }
        return 0
      }
      await device.end()
      guard found == count else { throw Problem.unmeasured("\(found) of \(count) records came") }
      return [
        Figure(
          "sync-pull", here: Double(count) * 1_000_000 / pulled, peer: Double(count) * 1_000_000 / written,
          peerName: "bare C", unit: "records/s", better: .higher)
      ]
    })

  /// Measures a save until it is durable, while the device is sending a queue.
  static let syncSaved = Benchmark(
    name: "sync-saved",
    summary: "how long a save takes until it is durable, at the 99th percentile, while a queue drains",
    measure: { () throws(Problem) in
      let peer = try BackendPeer()
      defer { peer.process.stop() }
      let device = try await SyncGround(peer)
      let queued = BenchEntry.many(5_000)
      try await device.store.write { batch throws(Problem) in
        for entry in queued { try batch.save(entry, in: device.entries) }
      }
      let more = BenchEntry.many(1_000)
      async let draining: Void = device.sync()
      var times: [Double] = []
      for entry in more {
        times.append(try await clocked { () throws(Problem) in try await device.entries.save(entry) })
      }
      do {
        try await draining
      } catch {
        throw (error as? Problem) ?? Problem.unmeasured("\(error)")
      }
      await device.end()
      return [
        Figure("sync-saved", here: Times(times).p99 / 1000, peer: 20, peerName: "the limit", unit: "ms", limit: 1)
      ]
    })
}
