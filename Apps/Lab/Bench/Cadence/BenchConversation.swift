internal import Conversation
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Storage

extension Benchmark {
  /// A long conversation opened from its log, a stream of a model read, and its way into a browser.
  static let conversation = Benchmark(
    name: "conversation",
    summary:
      "10,000 lines of a conversation opened, their memory, a model's stream read, and a token on its way to a browser",
    measure: { () throws(Problem) in try await opening() + [try reading(), try await wire(tokens: 400)] })

  private static let lines = 10_000

  private static func opening() async throws(Problem) -> [Figure] {
    let store = try await Store.memory()
    let log = TranscriptLog("bench", in: store)
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    for start in stride(from: 0, to: lines, by: 500) {
      let events = (start..<start + 500).map { number -> TimedEvent in
        TimedEvent(
          .said("Line \(number) of a talk about running, as long as people write.", message: "m\(number)"), at: date)
      }
      try await log.append(events, from: start)
    }
    let before = residentBytes()
    var (times, transcript): ([Double], Transcript) = ([], Transcript())
    for _ in 0..<9 {
      let begin = ContinuousClock.now
      var read = Transcript()
      for event in try await log.read().events { read.apply(event.event, at: event.at) }
      times.append((ContinuousClock.now - begin).microseconds / 1000)
      transcript = read
    }
    guard transcript.messages.count == lines else { throw .unmeasured("\(transcript.messages.count) lines were read") }
    let grown = Double(max(0, residentBytes() - before)) / 1_048_576
    return [
      Figure(
        "conversation-opened", here: Times(times).median, peer: 100, peerName: "the limit", unit: "ms", limit: 1),
      Figure("conversation-memory", here: grown, peer: 60, peerName: "the limit", unit: "MB", limit: 1),
    ]
  }

  /// The events of a stream of a megabyte. Peer: counting its line ends.
  private static func reading() throws(Problem) -> Figure {
    let event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a few words of a reply\"}}]}\n\n"
    let bytes = Array(String(repeating: event, count: 12_000).utf8)
    let parts = stride(from: 0, to: bytes.count, by: 1_400).map { Array(bytes[$0..<min(bytes.count, $0 + 1_400)]) }
    var (ours, peers, events, ends): ([Double], [Double], Int, Int) = ([], [], 0, 0)
    for _ in 0..<15 {
      events = 0
      ends = 0
      ours.append(
        timedNow {
          var reader = ServerSentEvents()
          for part in parts { events += (try? reader.take(part))?.count ?? 0 }
        })
      peers.append(timedNow { for part in parts { for byte in part where byte == 0x0A { ends += 1 } } })
    }
    guard events == 12_000, ends == 24_000 else {
      throw .unmeasured("\(events) events were read, \(ends) line ends counted")
    }
    return Figure(
      "conversation-read", here: Times(ours).median / 1000, peer: Times(peers).median / 1000,
      peerName: "counting line ends", unit: "ms", limit: 5)
  }
}
