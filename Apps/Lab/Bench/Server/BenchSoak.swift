internal import Glibc
internal import Kernel

extension Benchmark {
  /// Runs the server under load for ten minutes, or TROUPE_SOAK_SECONDS, and checks that memory does not grow with the
  /// work done.
  static let soak = Benchmark(
    name: "soak",
    summary: "ten minutes of inserts, lists and changes: the server's memory at the end beside its middle",
    measure: { () throws(Problem) in
      let seconds = getenv("TROUPE_SOAK_SECONDS").flatMap { Double(String(cString: $0)) } ?? 600
      let measured = await onThread { () throws(Problem) in try Soak(seconds: seconds) }
      let soak = try measured.get()
      return [
        Figure(
          "backend-soak", here: soak.last, peer: soak.middle, peerName: "half way", unit: "MiB", limit: 1.1)
      ]
    })
}

/// Runs a server under load and samples its memory.
private struct Soak: Sendable {
  let middle: Double
  let last: Double

  init(seconds: Double) throws(Problem) {
    let peer = try BackendPeer()
    defer { peer.process.stop() }
    let load = try LoadGenerator(at: peer.process.port, connections: 16)
    let began = ContinuousClock.now
    var number = 0
    var samples: [Double] = []
    while (ContinuousClock.now - began).microseconds < seconds * 1_000_000 {
      let list = peer.list
      let changes = peer.changes(after: nil)
      _ = try load.run(480) { index in
        number += 1
        return index % 8 == 0 ? list : index % 60 == 1 ? changes : peer.insert(number)
      }
      let listener = try peer.subscribe()
      _ = try load.run(16) { index in peer.insert(number + index) }
      withExtendedLifetime(listener) {}
      samples.append(peer.process.memory)
    }
    // Each is the maximum of a tenth of the run, so that no single sample decides.
    let tenth = max(1, samples.count / 10)
    middle = samples[(samples.count / 2)...].prefix(tenth).max() ?? 0
    last = samples.suffix(tenth).max() ?? 0
  }
}
