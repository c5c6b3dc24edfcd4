internal import Glibc
internal import Kernel

extension Benchmark {
  /// Compares the server with PocketBase, on the same machine in turn, with the same kind of record, signed in, and a
  /// rule that limits records to their owner.
  static let backend = Benchmark(
    name: "backend", summary: "the server's writes, reads, changes and fan-out, beside PocketBase",
    measure: { () throws(Problem) in
      guard let path = getenv("TROUPE_BENCH_POCKETBASE").map({ String(cString: $0) }) else {
        throw Problem(
          "no-peer", "This is measured beside PocketBase, which is not there.", safe: "Nothing was measured.",
          remedy: "Run Scripts/bench backend, which fetches it.")
      }
      let measured = await onThread { () throws(Problem) in
        let theirs = try ServerMeasures(PocketBasePeer(path))
        return (try ServerMeasures(BackendPeer()), theirs)
      }
      let (ours, theirs) = try measured.get()
      return ours.figures(beside: theirs)
    })
}

extension Benchmark {
  /// Compares the server with sealed rows and itself with readable ones, in turn.
  static let backendSeal = Benchmark(
    name: "backend-seal", summary: "the server's writes, reads and changes with sealed rows, beside readable ones",
    measure: { () throws(Problem) in
      let measured = await onThread { () throws(Problem) in
        let readable = try ServerMeasures(BackendPeer(), fanOuts: [])
        return (try ServerMeasures(BackendPeer(isSealed: true), fanOuts: []), readable)
      }
      let (sealed, readable) = try measured.get()
      return sealed.figures(besideReadable: readable)
    })
}

/// The measurements of one server.
private struct ServerMeasures: Sendable {
  private var start = 0.0
  private var idle = 0.0
  private var idleOwn = 0.0
  private var loaded = 0.0
  private var size = 0.0
  private var inserts = 0.0
  private var insertTail = 0.0
  private var batches = 0.0
  private var lists = 0.0
  private var listTail = 0.0
  private var changes = 0.0
  private var fanOuts: [Int: FanOut] = [:]

  private static let records = 100_000

  init(_ peer: any ServerPeer, fanOuts counts: [Int] = [100, 500]) throws(Problem) {
    defer { peer.process.stop() }
    start = peer.process.startMilliseconds
    size = Double(peer.process.programBytes) / 1_048_576
    idle = peer.process.memory
    idleOwn = peer.process.ownMemory
    let port = peer.process.port
    let writers = try LoadGenerator(at: port, connections: 16)
    _ = try writers.run(500, asking: peer.insert)
    let single = try writers.run(10_000) { peer.insert($0) }
    (inserts, insertTail) = (single.rate, single.p99)
    let batch = 500
    let rounds = ServerMeasures.records / batch
    batches = try LoadGenerator(at: port, connections: 1).run(rounds) { peer.batch($0, of: batch) }.rate * Double(batch)
    let readers = try LoadGenerator(at: port, connections: 16)
    let list = peer.list
    _ = try readers.run(200) { _ in list }
    let listed = try readers.run(3_000) { _ in list }
    (lists, listTail) = (listed.rate, listed.p99)
    changes = try ServerMeasures.changesRate(of: peer)
    for count in counts {
      fanOuts[count] = try FanOut(to: count, of: peer, records: 40, numbered: 1_000_000 * count)
    }
    loaded = peer.process.memory
  }

  /// Reads all changes page by page and returns the rate.
  private static func changesRate(of peer: any ServerPeer) throws(Problem) -> Double {
    let reader = try LoadClient(at: peer.process.port)
    var cursor: String?
    var count = 0
    var waited = 0.0
    while count < records {
      let page = try reader.answer(to: peer.changes(after: cursor))
      guard page.status == 200 else {
        throw LoadGenerator.failed("changes were answered \(page.status): \(page.text.prefix(200))")
      }
      // Counts the server's time only; parsing the cursor is the client's.
      waited += (ContinuousClock.now - reader.asked).microseconds / 1_000_000
      let told = try peer.cursor(in: page)
      guard told.count > 0 else { break }
      (cursor, count) = (told.next, count + told.count)
    }
    guard count >= records else { throw LoadGenerator.failed("only \(count) changes of \(records) were told") }
    return Double(count) / waited
  }

  func figures(besideReadable theirs: ServerMeasures) -> [Figure] {
    func figure(
      _ name: String, _ value: KeyPath<ServerMeasures, Double>, _ unit: String, _ better: Figure.Better = .lower
    ) -> Figure {
      Figure(
        "backend-seal-\(name)", here: self[keyPath: value], peer: theirs[keyPath: value], peerName: "readable rows",
        unit: unit, better: better, limit: nil)
    }
    return [
      figure("inserts", \.inserts, "inserts/s", .higher), figure("batches", \.batches, "records/s", .higher),
      figure("lists", \.lists, "lists/s", .higher), figure("changes", \.changes, "records/s", .higher),
      figure("loaded", \.loaded, "MiB"),
    ]
  }

  func figures(beside theirs: ServerMeasures) -> [Figure] {
    func figure(
      _ name: String, _ value: KeyPath<ServerMeasures, Double>, _ unit: String, _ better: Figure.Better = .lower,
      limit: Double? = nil
    ) -> Figure {
      Figure(
        "backend-\(name)", here: self[keyPath: value], peer: theirs[keyPath: value], peerName: "PocketBase", unit: unit,
        better: better, limit: limit)
    }
    var figures = [
      figure("inserts", \.inserts, "inserts/s", .higher, limit: 4), figure("inserts-p99", \.insertTail, "ms"),
      figure("batches", \.batches, "records/s", .higher, limit: 20),
      figure("lists", \.lists, "lists/s", .higher, limit: 10), figure("lists-p99", \.listTail, "ms"),
      figure("changes", \.changes, "records/s", .higher, limit: 8),
      figure("start", \.start, "ms"), figure("idle", \.idle, "MiB", limit: 1),
      figure("idle-own", \.idleOwn, "MiB"), figure("loaded", \.loaded, "MiB", limit: 1), figure("size", \.size, "MiB"),
    ]
    for count in [100, 500] {
      guard let ours = fanOuts[count], let theirs = theirs.fanOuts[count] else { continue }
      figures += [
        Figure(
          "backend-fan-out-\(count)", here: ours.p50, peer: theirs.p50, peerName: "PocketBase", unit: "ms"),
        Figure(
          "backend-fan-out-\(count)-p99", here: ours.p99, peer: theirs.p99, peerName: "PocketBase", unit: "ms",
          limit: count == 500 ? 0.5 : nil),
        Figure(
          "backend-fan-out-\(count)-lost", here: Double(ours.lost), peer: Double(theirs.lost), peerName: "PocketBase",
          unit: "events"),
      ]
    }
    return figures
  }
}
