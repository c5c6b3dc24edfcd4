internal import FoundationEssentials
internal import Kernel
internal import Phrases
internal import Recurrence

extension Benchmark {
  /// Days and times in English text. Peer: dateparser, which is told the language, so that it does not search for it.
  static let phrases = Benchmark(
    name: "phrases", summary: "days and times read from English text, against dateparser",
    measure: { () throws(Problem) in try phrases(rounds: 50) })

  static func phrases(rounds: Int) throws(Problem) -> [Figure] {
    guard let date = Moment.date("\(now)Z") else { throw .unmeasured("the time is wrong") }
    let moment = Moment(date)
    let said = try PythonPeer.lines(of: script, [now] + texts, with: "dateparser", for: "phrases")
    guard said.count == texts.count + 1, let peer = said.last.flatMap(Double.init) else {
      throw .unmeasured("dateparser answered “\(said.joined(separator: " ").prefix(80))”")
    }
    var times: [Double] = []
    var read: [PhraseReading] = []
    for _ in 0..<rounds {
      read = []
      let start = ContinuousClock.now
      for text in texts { read.append(try PhraseReading(of: text, at: moment)) }
      times.append((ContinuousClock.now - start).microseconds / Double(texts.count))
    }
    for (place, text) in texts.enumerated() {
      // dateparser gives a day the time of the clock.
      guard let own = read[place].start?.text, said[place].hasPrefix(own) else {
        throw .unmeasured("the two disagree about “\(text)”")
      }
    }
    return [
      Figure(
        "phrases", here: 1_000_000 / Times(times).median, peer: 1_000_000 / peer, peerName: "dateparser",
        unit: "a second", better: .higher, limit: 50)
    ]
  }

  private static let now = "2026-11-28T12:00:00"

  /// Texts of which both say the same.
  private static let texts = [
    "tomorrow", "tomorrow at 5pm", "in 2 weeks", "3 days ago", "12 March 2027", "2026-12-24", "24 December 2026 15:30",
    "yesterday", "in 3 hours", "March 3, 2027 at 9am", "today at 18:00", "in 45 minutes", "1 January 2027",
    "5 May 2027 at 17:15", "in 10 days", "2 months ago", "Dec 31, 2026", "15 June 2027 at noon", "in 1 year",
    "10 December at 8:30", "2027-02-03 14:00", "tomorrow at 9:30 am", "5 weeks ago", "in 3 months",
    "Tuesday 1 December 2026", "1st of February 2027 at 7pm", "20 minutes ago", "2 hours ago", "yesterday at 4pm",
    "30 Nov 2026",
  ]

  /// Prints the reading of each text, and the microseconds that one takes.
  private static let script = """
    import datetime, statistics, sys, time
    import dateparser
    now = datetime.datetime.fromisoformat(sys.argv[1])
    told = {"PREFER_DATES_FROM": "future", "RELATIVE_BASE": now}
    read = lambda text: dateparser.parse(text, languages=["en"], settings=told)
    for text in sys.argv[2:]:
        print(read(text).isoformat())
    times = []
    for _ in range(7):
        start = time.perf_counter()
        for text in sys.argv[2:]:
            read(text)
        times.append((time.perf_counter() - start) / len(sys.argv[2:]) * 1e6)
    print(statistics.median(times))
    """
}
