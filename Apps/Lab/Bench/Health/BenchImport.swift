internal import AppleHealth
internal import Glibc
internal import Kernel

extension Benchmark {
  /// The import of an Apple Health export of 1 GB, beside expat reading the same file for nobody. It takes a minute and
  /// that much room on the disk, so it is measured only when asked for.
  static let healthImport = healthImport(bytes: 1_000_000_000)

  static func healthImport(bytes: Int, rounds: Int = 3) -> Benchmark {
    Benchmark(
      name: "health-import", summary: "an Apple Health export of 1 GB, beside expat alone",
      measure: { () throws(Problem) in
        // Beside the program and not in /tmp, which may be memory.
        let path = try Program.own() + "-export-\(getpid())-\(UInt32.random(in: 0 ... .max)).xml"
        defer { unlink(path) }
        let records = try ExportForge.write(bytes: bytes, to: path)
        let export = ExportFile(path)
        let megabytes = Double(try export.size()) / 1_000_000
        var (ours, peers): ([Double], [Double]) = ([], [])
        let watch = MemoryWatch()
        // Its memory first, before anything else has left some behind.
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
        // The quickest of each, since whatever else runs on the machine only makes it slower.
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
