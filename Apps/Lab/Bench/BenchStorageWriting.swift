internal import CPeer
internal import Kernel
internal import Storage

extension Benchmark {
  /// Makes one durable, encrypted save with its outbox row. Peer: the same transaction from C, unencrypted.
  static let storageSave = Benchmark(
    name: "storage-save", summary: "a durable sealed save, against the bare transaction in C",
    measure: { () throws(Problem) in
      let ground = try StorageGround()
      let store = try await ground.open()
      let measures = try await store.collection(SampleRecord.self, .owned(.entered))
      let peer = try ground.peer()
      let count = 100
      let all = SampleRecord.many(count * 21)
      var ours: [Double] = []
      var peers: [Double] = []
      for round in 0..<21 {
        ours.append(
          try await clocked { () throws(Problem) in
            for measure in all[round * count..<(round + 1) * count] { try await measures.save(measure) }
          } / Double(count))
        peers.append(
          try peer.time { peer_save($0, Int64(count), SampleRecord.sealedBody, SampleRecord.sealedFields) }
            / Double(count))
      }
      await store.close()
      return [
        Figure(
          "storage-save", here: 1_000_000 / Times(ours).median, peer: 1_000_000 / Times(peers).median,
          peerName: "bare C", unit: "saves/s", better: .higher, limit: 0.9)
      ]
    })

  /// Writes 10,000 records in one transaction, and records of 64 concurrent writers, which share transactions.
  static let storageBatch = Benchmark(
    name: "storage-batch", summary: "10,000 records in one transaction, against C unsealed; 64 writers at once",
    measure: { () throws(Problem) in
      let ground = try StorageGround()
      let store = try await ground.open()
      let measures = try await store.collection(SampleRecord.self, .owned(.entered))
      let peer = try ground.peer()
      let count = 10_000
      var ours: [Double] = []
      var peers: [Double] = []
      for _ in 0..<5 {
        let all = SampleRecord.many(count)
        ours.append(
          try await clocked { () throws(Problem) in
            try await store.write { batch throws(Problem) in
              for measure in all { try batch.save(measure, in: measures) }
            }
          })
        peers.append(try peer.time { peer_batch($0, Int64(count), SampleRecord.sealedBody, SampleRecord.sealedFields) })
      }
      let (writers, each) = (64, 40)
      let all = SampleRecord.many(writers * each)
      let together = try await clocked { () throws(Problem) in
        await withTaskGroup(of: Void.self) { group in
          for writer in 0..<writers {
            group.addTask {
              for measure in all[writer * each..<(writer + 1) * each] { _ = try? await measures.save(measure) }
            }
          }
        }
      }
      let alone = try peer.time {
        peer_save($0, Int64(writers * each), SampleRecord.sealedBody, SampleRecord.sealedFields)
      }
      await store.close()
      return [
        Figure(
          "storage-batch", here: Double(count) / Times(ours).median, peer: Double(count) / Times(peers).median,
          peerName: "C, unsealed", unit: "rows/us", better: .higher),
        Figure(
          "storage-group", here: Double(all.count) * 1_000_000 / together,
          peer: Double(all.count) * 1_000_000 / alone, peerName: "C, one by one", unit: "saves/s", better: .higher),
      ]
    })
}
