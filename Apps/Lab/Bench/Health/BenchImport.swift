internal import AppleHealth
internal import Glibc
internal import Kernel

extension Benchmark {
  /// Imports an Apple Health export of 1 GB. Peer: expat parsing the same file without handlers. It takes a minute and
  /// 1 GB of disk, so it runs only by name.
  static let healthImport = healthImport(bytes: 1_000_000_000)

  static func healthImport(bytes: Int, rounds: Int = 3) -> Benchmark {
    Benchmark(
      name: "health-import", summary: "an Apple Health export of 1 GB, beside expat alone",
      measure: { () throws(Problem) in
        // Beside the program rather than in /tmp, which may be in memory.
        let path = try Program.own() + "-export-\(getpid())-\(UInt32.random(in: 0 ... .max)).xml"
        defer { unlink(path) }
        let records = try ExportForge.write(bytes: bytes, to: path)
        let export = ExportFile(path)
        let megabytes = Double(try export.size()) / 1_000_000
        var (ours, peers): ([Double], [Double]) = ([], [])
        let watch = MemoryWatch()
        // Memory is measured first, before other allocations.
        let read = try await export.read()
        let memory = watch.end()
        guard read.records == records, read.unreadable == 0 else {
          throw Problem(
            "misread", "Of \(records) records \(read.records) were read, \(read.unreadable) of them badly.",
            safe: "Nothing was measured.", remedy: "Mend the reader.")
        }
        for _ in 0..<max(1, rounds) {
          peers.append(try await clocked { () throws(Problem) in try ExpatAlone.read(path) })
          ours.append(try await clocked { () throws(Problem) in _ = try await export.read() })
        }
        // The fastest run of each, since other load on the machine only slows them down.
        let (here, peer) = ((ours.min() ?? 0) / 1_000_000, (peers.min() ?? 0) / 1_000_000)
        return [
          Figure(
            "health-import", here: megabytes / here, peer: megabytes / peer, peerName: "expat alone", unit: "MB/s",
            better: .higher, limit: 0.5),
          Figure("health-import-memory", here: memory, peer: 60, peerName: "the limit", unit: "MiB", limit: 1),
        ]
      })
  }
}
