internal import CPeer
internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import Kernel
internal import Storage

extension Benchmark {
  /// Scans, decrypts and decodes 10,000 records. Peer: JSONDecoder decoding the same from memory.
  static let storageScan = Benchmark(
    name: "storage-scan", summary: "10,000 records scanned, opened and made, against JSONDecoder",
    measure: { () throws(Problem) in
      let ground = try StorageGround()
      let store = try await ground.open()
      let measures = try await store.collection(SampleRecord.self, .local)
      let all = SampleRecord.many(10_000)
      try await store.write { batch throws(Problem) in for one in all { try batch.save(one, in: measures) } }
      let decoder = JSONDecoder()
      guard let texts = try? all.map({ try JSON.data($0) }) else { throw wrong }
      var ours: [Double] = []
      var peers: [Double] = []
      for _ in 0..<15 {
        var found = 0
        ours.append(try await clocked { () throws(Problem) in found = try await measures.records().count })
        var decoded = 0
        peers.append(
          timedNow {
            for text in texts where (try? decoder.decode(SampleRecord.self, from: text)) != nil { decoded += 1 }
          })
        guard found == all.count, decoded == all.count else { throw wrong }
      }
      await store.close()
      return [
        Figure(
          "storage-scan", here: Times(ours).median / 1000, peer: Times(peers).median / 1000, peerName: "JSONDecoder",
          unit: "ms", limit: 0.333)
      ]
    })

  /// Opens a store of 100,000 records and reads the newest 50. Peer: the same from C.
  static let storageOpen = Benchmark(
    name: "storage-open", summary: "a store of 100,000 records opened and its newest 50 read",
    measure: { () throws(Problem) in
      let ground = try await filled()
      var ours: [Double] = []
      var peers: [Double] = []
      for _ in 0..<15 {
        let time = try await clocked { () throws(Problem) in
          let store = try await ground.open()
          let measures = try await store.collection(SampleRecord.self, .local)
          guard try await measures.records(newest: 50).count == 50 else { throw wrong }
          await store.close()
        }
        ours.append(time / 1000)
        let start = ContinuousClock.now
        let peer = try ground.peer("store.sqlite")
        guard peer_newest(peer.handle, 1, 50) == 50 else { throw wrong }
        peers.append((ContinuousClock.now - start).microseconds / 1000)
      }
      return [
        Figure("storage-open", here: Times(ours).median, peer: Times(peers).median, peerName: "bare C", unit: "ms"),
        Figure("storage-open-budget", here: Times(ours).p99, peer: 100, peerName: "the budget", unit: "ms", limit: 1),
      ]
    })

  /// Measures memory of an open store of 100,000 records after reading 1,000. Peer: the size of its file.
  static let storageMemory = Benchmark(
    name: "storage-memory", summary: "memory of a store of 100,000 records, against its file",
    measure: { () throws(Problem) in
      let ground = try await filled()
      peer_trim()
      let before = residentBytes()
      let store = try await ground.open()
      let measures = try await store.collection(SampleRecord.self, .local)
      let read = try await measures.records(newest: 1000)
      let grown = max(0, residentBytes() - before)
      withExtendedLifetime(read) {}
      await store.close()
      var status = stat()
      guard stat("\(ground.folder)/store.sqlite", &status) == 0 else { throw wrong }
      return [
        Figure(
          "storage-memory", here: Double(grown) / 1_048_576, peer: Double(status.st_size) / 1_048_576,
          peerName: "its file", unit: "MB", limit: 0.33)
      ]
    })

  private static func filled() async throws(Problem) -> StorageGround {
    let ground = try StorageGround()
    let store = try await ground.open()
    let measures = try await store.collection(SampleRecord.self, .local)
    let all = SampleRecord.many(100_000)
    for start in stride(from: 0, to: all.count, by: 20_000) {
      try await store.write { batch throws(Problem) in
        for one in all[start..<start + 20_000] { try batch.save(one, in: measures) }
      }
    }
    await store.close()
    return ground
  }

  private static var wrong: Problem {
    Problem("wrong-measure", "What was written was not what was read.", remedy: "Run the tests of Storage.")
  }
}
