internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Storage

extension Benchmark {
  /// Encodes and decodes records, without disk and encryption. Peers: Foundation's JSON and property list coders.
  static let storageCoding = Benchmark(
    name: "storage-coding", summary: "a record put into bytes and made of them, against JSON and binary plist",
    measure: { () throws(Problem) in
      let all = SampleRecord.many(2000)
      let plistEncoder = PropertyListEncoder()
      plistEncoder.outputFormat = .binary
      let (jsonDecoder, plistDecoder, jsonEncoder) = (JSONDecoder(), PropertyListDecoder(), JSONEncoder())
      guard let rows = try? all.map({ try Coding.bytes(of: $0) }),
        let json = try? all.map({ try jsonEncoder.encode($0) }),
        let plist = try? all.map({ try plistEncoder.encode($0) })
      else { throw Problem("wrong-measure", "A record was not coded.", remedy: "Run the tests of Storage.") }
      let times = (0..<15).map { _ in
        [
          timedNow { for one in all { _ = try? Coding.bytes(of: one) } },
          timedNow { for one in all { _ = try? jsonEncoder.encode(one) } },
          timedNow { for one in all { _ = try? plistEncoder.encode(one) } },
          timedNow { for one in rows { _ = try? Coding.record(SampleRecord.self, from: one) } },
          timedNow { for one in json { _ = try? jsonDecoder.decode(SampleRecord.self, from: one) } },
          timedNow { for one in plist { _ = try? plistDecoder.decode(SampleRecord.self, from: one) } },
        ]
      }
      let medians = (0..<6).map { index in Times(times.map { $0[index] }).median / Double(all.count) }
      func figure(_ name: String, _ here: Int, _ peer: Int, _ peerName: String) -> Figure {
        Figure(
          "storage-coding-\(name)", here: medians[here], peer: medians[peer], peerName: peerName, unit: "us", limit: 0.5
        )
      }
      func size(_ name: String, _ peer: Int, _ peerName: String) -> Figure {
        Figure(
          "storage-coding-size-\(name)", here: Double(rows.reduce(0) { $0 + $1.count }) / Double(all.count),
          peer: Double(peer) / Double(all.count), peerName: peerName, unit: "bytes", limit: 1)
      }
      return [
        figure("write", 0, 1, "JSONEncoder"), figure("write-plist", 0, 2, "binary plist"),
        figure("read", 3, 4, "JSONDecoder"), figure("read-plist", 3, 5, "binary plist"),
        size("json", json.reduce(0) { $0 + $1.count }, "JSON"),
        size("plist", plist.reduce(0) { $0 + $1.count }, "binary plist"),
      ]
    })
}
