internal import Kernel

extension Benchmark {
  /// Delivers events to 1, 10 and 100 subscribers. Peer: bare AsyncStreams fed one after another.
  static let broadcast = Benchmark(
    name: "broadcast", summary: "events to 1, 10 and 100 listeners",
    measure: { () throws(Problem) in
      var figures: [Figure] = []
      for listeners in [1, 10, 100] {
        let events = 20_000 / listeners
        var ours: [Double] = []
        var raw: [Double] = []
        for _ in 0..<9 {
          ours.append(await said(events, to: listeners))
          raw.append(await yielded(events, to: listeners))
        }
        figures.append(
          Figure(
            "broadcast-\(listeners)", here: Double(events) / Times(ours).median,
            peer: Double(events) / Times(raw).median,
            peerName: "bare AsyncStreams", unit: "events/us", better: .higher))
      }
      return figures
    })

  private static func said(_ count: Int, to listeners: Int) async -> Double {
    let source = Broadcast<Int>.Source(bound: count)
    let settling = Settling()
    let ears = (0..<listeners).map { _ in source.broadcast.listen() }
    return await timed {
      await withTaskGroup(of: Int.self) { group in
        for ear in ears {
          group.addTask {
            var heard = 0
            for await one in ear {
              await one.use { _ in heard += 1 }
              if heard == count { break }
            }
            return heard
          }
        }
        for number in 0..<count { source.say(number, settling: settling) }
        await group.waitForAll()
      }
    }
  }

  private static func yielded(_ count: Int, to listeners: Int) async -> Double {
    let streams = (0..<listeners).map { _ in AsyncStream.makeStream(of: Int.self) }
    return await timed {
      await withTaskGroup(of: Int.self) { group in
        for (stream, _) in streams {
          group.addTask {
            var heard = 0
            for await _ in stream {
              heard += 1
              if heard == count { break }
            }
            return heard
          }
        }
        for number in 0..<count { for (_, continuation) in streams { continuation.yield(number) } }
        await group.waitForAll()
      }
    }
  }
}
