internal import CPeer
internal import FoundationEssentials
internal import Kernel
internal import Portability
internal import Storage

extension Benchmark {
  /// An export of 100,000 records. Peer: reading the same records bare, from the same store in the same run.
  static let identity = Benchmark(
    name: "identity",
    summary: "an export of 100,000 records and its memory, and what the check for ended sessions adds to a request",
    measure: { () throws(Problem) in try await exporting() + endedSessions() })

  private static let records = 100_000

  private static func exporting() async throws(Problem) -> [Figure] {
    let ground = try StorageGround()
    let store = try await ground.open()
    let measures = try await store.collection(SampleRecord.self, .local)
    try await fill(store, measures)
    let export = DataExport(store, product: "bench", name: "Bench", program: "1", within: PortableLimits())
    var (ours, peers, grown): ([Double], [Double], Int) = ([], [], 0)
    for _ in 0..<5 {
      let highest = Locked(0)
      peer_trim()
      let before = residentBytes()
      ours.append(
        try await clocked { () throws(Problem) in
          let (archive, manifest) = try await export.write(at: Date(), in: ground.folder) { _ in
            let now = residentBytes()
            highest.withLock { $0 = max($0, now) }
          }
          guard manifest.records == records, archive.size > 1 << 20 else { throw incomplete }
        })
      grown = max(grown, highest.withLock { $0 } - before)
      // In pages of the same size: all at once it would take more memory than the export is allowed.
      peers.append(
        try await clocked { () throws(Problem) in
          var (found, edge) = (0, Date.distantFuture)
          while true {
            let page = try await measures.records(in: .distantPast..<edge, newest: PortablePage.most)
            guard let last = page.last else { break }
            found += page.count
            edge = last.at
          }
          guard found == records else { throw incomplete }
        })
    }
    await store.close()
    return [
      Figure(
        "identity-export", here: Times(ours).median / 1000, peer: Times(peers).median / 1000,
        peerName: "reading them bare", unit: "ms", limit: 2),
      Figure(
        "identity-export-memory", here: Double(max(0, grown)) / 1_048_576, peer: 60, peerName: "the budget", unit: "MB",
        limit: 1),
    ]
  }

  /// Each record has an instant of its own.
  private static func fill(
    _ store: Store, _ measures: Storage.Collection<SampleRecord>
  ) async throws(Problem) {
    let all = SampleRecord.many(records)
    for start in stride(from: 0, to: all.count, by: 20_000) {
      try await store.write { batch throws(Problem) in
        for one in all[start..<start + 20_000] { try batch.save(one, in: measures) }
      }
    }
  }

  private static var incomplete: Problem {
    Problem("wrong-measure", "What was exported was not what was stored.", remedy: "Run the tests of Portability.")
  }
}
