internal import Activities
internal import CPeer
internal import FoundationEssentials
internal import Glibc
internal import Kernel

extension Benchmark {
  /// Reads one long workout in three formats. Peers: garmin-fit-sdk, gpsbabel and expat without handlers, on the same files.
  static let activities = activities(points: 60_000)

  static func activities(points: Int, rounds: Int = 5) -> Benchmark {
    Benchmark(
      name: "activities",
      summary:
        "a FIT file read beside garmin-fit-sdk and gpsbabel, TCX and GPX beside expat, and the memory of a point",
      measure: { () throws(Problem) in
        let ground = try ActivityGround(points: points)
        return try ground.fit(rounds) + (try ground.documents(rounds)) + [try ground.memory()]
      })
  }
}

/// One workout, as a file of each format in a temporary folder.
struct ActivityGround {
  private let folder: StorageGround
  private let count: Int

  init(points count: Int) throws(Problem) {
    folder = try StorageGround()
    self.count = count
    try write(ActivityGround.ride(of: count), "long")
    // What gpsbabel needs for a file of ten points is the start of its process.
    try write(ActivityGround.ride(of: 10), "short")
  }

  func path(_ name: String, _ format: Activity.Format) -> String { "\(folder.folder)/\(name).\(format.rawValue)" }

  private func write(_ activity: Activity, _ name: String) throws(Problem) {
    for format in [Activity.Format.fit, .tcx, .gpx] {
      let bytes = try ActivityFile.bytes(activity, as: format)
      guard (try? Data(bytes).write(to: URL(filePath: path(name, format)))) != nil else {
        throw .unmeasured("the disk takes no \(format.rawValue)")
      }
    }
  }

  private static func ride(of count: Int) -> Activity {
    let start = 1_750_000_000.0
    let track = (0..<count).map { second -> TrackPoint in
      var point = TrackPoint()
      point.time = start + Double(second)
      point.latitude = 52 + Double(second) * 0.000_03
      point.longitude = 13 + Double(second % 997) * 0.000_02
      point.distance = Double(second) * 7.5
      point.altitude = Float(40 + second % 83)
      point.speed = 7.5
      point.heartRate = Int16(110 + second % 50)
      point.cadence = Int16(80 + second % 11)
      point.power = Int16(180 + second % 61)
      point.temperature = 18
      return point
    }
    let length = Double(count - 1)
    return Activity(
      sport: "cycling", start: Date(timeIntervalSince1970: start), elapsed: length, moving: length,
      distance: length * 7.5, track: track)
  }

  /// Reads a file from the disk, and returns its track.
  private func read(_ name: String, _ format: Activity.Format) throws(Problem) -> [TrackPoint] {
    guard let data = try? Data(contentsOf: URL(filePath: path(name, format))),
      let found = try ActivityFile.activities(in: Array(data)).first
    else { throw .unmeasured("the \(format.rawValue) file is not there") }
    return found.track
  }

  /// Seconds of the fastest of some runs, since other load on the machine only slows them down.
  private func fastest(_ rounds: Int, _ body: () throws(Problem) -> Void) throws(Problem) -> Double {
    var least = Double.infinity
    for _ in 0..<max(1, rounds) {
      let start = ContinuousClock.now
      try body()
      least = min(least, (ContinuousClock.now - start).microseconds / 1_000_000)
    }
    return least
  }

  private func reading(_ format: Activity.Format, _ rounds: Int) throws(Problem) -> Double {
    try fastest(rounds) { () throws(Problem) in
      let read = try read("long", format).count
      guard read == count else { throw .unmeasured("\(read) of \(count) points of the \(format.rawValue) are read") }
    }
  }

  // MARK: FIT

  func fit(_ rounds: Int) throws(Problem) -> [Figure] {
    let gpsbabel = try SystemTool.path(of: "gpsbabel", package: "gpsbabel")
    guard let python = getenv("TROUPE_BENCH_PYTHON").map({ String(cString: $0) }), access(python, X_OK) == 0 else {
      throw Problem(
        "no-peer", "FIT is measured beside garmin-fit-sdk, and there is no Python that has it.",
        safe: "Nothing was measured.", remedy: "Run Scripts/bench activities, which installs it.")
    }
    let here = Double(count) / (try reading(.fit, rounds))
    let said = try SystemTool.output(of: python, ["-c", ActivityGround.script, path("long", .fit)])
    let words = said.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard words.count == 2, Int(words[1]) == count else {
      throw .unmeasured("garmin-fit-sdk answered “\(said.prefix(80))”")
    }
    func babel(_ name: String) throws(Problem) -> Double {
      let arguments = ["-t", "-i", "garmin_fit", "-f", path(name, .fit)]
      return try fastest(rounds) { () throws(Problem) in _ = try SystemTool.output(of: gpsbabel, arguments) }
    }
    // Written out once, so that it is known that gpsbabel reads the same points.
    let written = try SystemTool.output(
      of: gpsbabel, ["-t", "-i", "garmin_fit", "-f", path("long", .fit), "-o", "unicsv", "-F", "-"])
    let rows = written.split(whereSeparator: \.isNewline).count - 1
    guard rows == count else { throw .unmeasured("gpsbabel reads \(rows) of \(count) points") }
    let peer = max(try babel("long") - (try babel("short")), 1e-6)
    return [
      Figure(
        "activities-fit", here: here, peer: Double(count) / words[0], peerName: "garmin-fit-sdk", unit: "points/s",
        better: .higher, limit: 50),
      Figure(
        "activities-gpsbabel", here: here, peer: Double(count) / peer,
        peerName: "gpsbabel without its start", unit: "points/s", better: .higher, limit: 1),
    ]
  }

  /// Prints the seconds of the faster of two runs, and the number of points.
  private static let script = """
    import sys, time
    from garmin_fit_sdk import Decoder, Stream
    times = []
    for _ in range(2):
        start = time.perf_counter()
        messages, errors = Decoder(Stream.from_file(sys.argv[1])).read()
        times.append(time.perf_counter() - start)
    print(min(times), 0 if errors else len(messages["record_mesgs"]))
    """

  // MARK: TCX and GPX

  func documents(_ rounds: Int) throws(Problem) -> [Figure] {
    var figures: [Figure] = []
    for format in [Activity.Format.tcx, .gpx] {
      var about = stat()
      guard stat(path("long", format), &about) == 0 else { throw .unmeasured("the file is not there") }
      let megabytes = Double(about.st_size) / 1_000_000
      let peer = try fastest(rounds) { () throws(Problem) in try ExpatAlone.read(path("long", format)) }
      figures.append(
        Figure(
          "activities-\(format.rawValue)", here: megabytes / (try reading(format, rounds)), peer: megabytes / peer,
          peerName: "expat alone", unit: "MB/s", better: .higher, limit: 0.5))
    }
    return figures
  }

  // MARK: Memory

  /// The memory that is held for a point of a workout that was read, by that of many of them.
  func memory() throws(Problem) -> Figure {
    var tracks: [[TrackPoint]] = []
    tracks.reserveCapacity(20)
    _ = try read("long", .fit)
    peer_trim()
    let before = residentBytes()
    for _ in 0..<20 { tracks.append(try read("long", .fit)) }
    peer_trim()
    let grown = Double(max(0, residentBytes() - before))
    return Figure(
      "activities-memory", here: grown / Double(tracks.reduce(0) { $0 + $1.count }), peer: 64, peerName: "the limit",
      unit: "bytes a point", limit: 1)
  }
}
