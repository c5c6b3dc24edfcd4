internal import Glibc
internal import Kernel
internal import Recurrence

extension Benchmark {
  /// The times of rules that repeat. Peers: dateutil, and libical from C. Each reads the rules' texts too.
  static let recurrence = Benchmark(
    name: "recurrence", summary: "occurrences of recurrence rules, against dateutil and libical",
    measure: { () throws(Problem) in try recurrence(occurrences: 400, rounds: 15) })

  static func recurrence(occurrences count: Int, rounds: Int) throws(Problem) -> [Figure] {
    let arguments = [String(count)] + rules
    let dateutil = try PythonPeer.lines(of: script, arguments, with: "dateutil", for: "recurrence")
    guard let path = getenv("TROUPE_BENCH_LIBICAL"), access(path, X_OK) == 0 else {
      throw Problem(
        "no-peer", "Rules are measured beside libical too, and the program that calls it is not built.",
        safe: "Nothing was measured.", remedy: "Run Scripts/bench recurrence, which builds it with libical-dev.")
    }
    let libical = try SystemTool.output(of: String(cString: path), arguments).split(separator: "\n").map(String.init)
    let start = LocalTime(day: 10_106, second: 9 * 3600)
    var (times, sum): ([Double], Int) = ([], 0)
    for _ in 0..<rounds {
      sum = 0
      let began = ContinuousClock.now
      for text in rules {
        var all = Occurrences(try RecurrenceRule(text: text), from: start)
        for _ in 0..<count { if let next = all.next() { sum += next.day * 86_400 + next.second } }
      }
      times.append((ContinuousClock.now - began).microseconds / Double(count * rules.count))
    }
    let own = 1_000_000 / Times(times).median
    return [
      Figure(
        "recurrence", here: own, peer: try rate(dateutil, sum, "dateutil"), peerName: "dateutil", unit: "a second",
        better: .higher, limit: 20),
      Figure(
        "recurrence-libical", here: own, peer: try rate(libical, sum, "libical"), peerName: "libical", unit: "a second",
        better: .higher),
    ]
  }

  /// The occurrences a second of a peer that prints the microseconds of one, and the sum of all in seconds since 1970.
  private static func rate(_ said: [String], _ sum: Int, _ peer: String) throws(Problem) -> Double {
    guard said.count == 2, let time = Double(said[0]), time > 0 else {
      throw .unmeasured("\(peer) answered “\(said.joined(separator: " ").prefix(80))”")
    }
    guard Int(said[1]) == sum else { throw .unmeasured("\(peer) has other times than we have") }
    return 1_000_000 / time
  }

  /// Rules on which RFC 5545 and the peers agree, from 9:00 on 2 September 1997.
  private static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=-3", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "FREQ=YEARLY;BYDAY=20MO",
    "FREQ=YEARLY;BYYEARDAY=1,100,200", "FREQ=HOURLY;INTERVAL=5", "FREQ=DAILY;BYHOUR=9,13,17;BYMINUTE=0,30",
  ]

  private static let script = """
    import datetime, itertools, statistics, sys, time
    from dateutil.rrule import rrulestr
    count, rules, first = int(sys.argv[1]), sys.argv[2:], datetime.datetime(1997, 9, 2, 9)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        found = [list(itertools.islice(rrulestr(rule, dtstart=first), count)) for rule in rules]
        times.append((time.perf_counter() - start) / count / len(rules) * 1e6)
    zero = datetime.datetime(1970, 1, 1)
    print(statistics.median(times))
    print(sum(int((one - zero).total_seconds()) for all in found for one in all))
    """
}
