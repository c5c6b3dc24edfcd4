internal import Activities
internal import Days
internal import Files
public import Kernel
internal import Platform
internal import Storage
internal import Zip

/// A file of runs from a watch or another app: FIT, TCX, GPX or CSV, packed by gzip or not, or a ZIP archive of such files.
///
/// Only the sport, the start, the distance and the time of an activity are taken: its name is not read, and orders hidden in it
/// change nothing.
public struct RunFile: Sendable {
  /// Runs that were read, and what could not be read, by reason.
  public struct Found: Sendable {
    public var runs: [RunDone] = []
    public var files = 0
    public var unread: [String: Int] = [:]
  }

  public static let mostBytes = 2 << 30
  static let mostFiles = 20_000
  static let mostRuns = 10_000
  static let longestFile = 64 << 20

  private let path: String
  private let zone: TimeZone
  private let today: CalendarDay

  /// - Parameter now: The moment whose zone the days of the runs are of.
  public init(_ path: String, at now: Moment) {
    self.path = path
    zone = now.zone
    today = now.day
  }

  public func size() throws(Problem) -> Int { try opened { file throws(Problem) in file.size } }

  /// Reads the whole file, or throws when nothing in it is a run. `progress` is told the bytes that are done.
  public func read(_ progress: @Sendable (_ done: Int, _ runs: Int) -> Void) throws(Problem) -> Found {
    let found = try opened { file throws(Problem) -> Found in
      guard file.size <= RunFile.mostBytes else { throw .runFileTooLarge }
      if (try? ZipReader.isArchive(file)) == true { return try archive(file, progress) }
      guard file.size <= RunFile.longestFile else { throw .runFileTooLarge }
      var bytes = [UInt8](repeating: 0, count: file.size)
      do throws(ZipFailure) { try bytes.fill(from: file, at: 0) } catch { throw .runFileUnreadable }
      var found = Found()
      // A single file that is none says why.
      take(try ActivityFile.read(unpacked(bytes)), into: &found)
      progress(file.size, found.runs.count)
      return found
    }
    guard !found.runs.isEmpty else { throw .noRuns }
    return found
  }

  private func unpacked(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    guard Gzip.begins(bytes) else { return bytes }
    do throws(ZipFailure) { return try Gzip.unpacked(bytes, atMost: RunFile.longestFile) } catch {
      throw .runFileUnreadable
    }
  }

  private func opened<Value>(_ body: (OpenFile) throws(Problem) -> Value) throws(Problem) -> Value {
    let file: ReadableFile
    do throws(ReadableFile.Refusal) { file = try ReadableFile(path) } catch { throw .runFileUnreadable }
    guard file.size > 0 else { throw .runFileUnreadable }
    return try file.withDescriptor { number, size throws(Problem) in try body(OpenFile(number: number, size: size)) }
  }

  // MARK: Archives

  private func archive(
    _ file: OpenFile, _ progress: @Sendable (_ done: Int, _ runs: Int) -> Void
  ) throws(Problem) -> Found {
    var found = Found()
    // The routes of an iPhone's export name neither sport nor distance; its workouts do.
    let health = try HealthExport.workouts(in: file, isCancelled: { Task.isCancelled }) { activity throws(Problem) in
      found.files += 1
      take([activity], into: &found)
      progress(min(file.size, found.files * 1000), found.runs.count)
    }
    if Task.isCancelled { throw .runFileUnreadable }
    if let health {
      if health.lostRoutes > 0 { found.unread["that are damaged"] = health.lostRoutes }
      return found
    }
    do throws(ZipFailure) {
      let archive = try ZipReader(file)
      try archive.forEach({ RunFile.isActivity($0) }) { _, entry throws(ZipFailure) in
        guard !Task.isCancelled, found.files < RunFile.mostFiles, found.runs.count < RunFile.mostRuns else { return }
        found.files += 1
        do throws(ZipFailure) {
          let reader = try archive.open(entry, atMost: RunFile.longestFile)
          var bytes: [UInt8] = []
          while let piece = try reader.next() { bytes += piece }
          do throws(Problem) {
            take(try ActivityFile.read(try unpacked(bytes)), into: &found)
          } catch { found.unread["that are no activity", default: 0] += 1 }
        } catch { found.unread["that are damaged", default: 0] += 1 }
        progress(min(file.size, found.files * 1000), found.runs.count)
      }
    } catch { throw .runFileUnreadable }
    if Task.isCancelled { throw .runFileUnreadable }
    return found
  }

  /// Whether the name of an entry is one of an activity.
  static func isActivity(_ name: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(name), as: UTF8.self).lowercased()
    let plain = text.hasSuffix(".gz") ? String(text.dropLast(3)) : text
    return [".fit", ".tcx", ".gpx"].contains { plain.hasSuffix($0) } && !text.hasPrefix("__macosx")
  }

  // MARK: Runs

  private func take(_ reading: ActivityFile.Reading, into found: inout Found) {
    take(reading.activities, into: &found)
    if !reading.leftOut.isEmpty { found.unread["with parts that cannot be read", default: 0] += 1 }
  }

  private func take(_ activities: [Activity], into found: inout Found) {
    for activity in activities where found.runs.count < RunFile.mostRuns {
      guard let start = activity.start, start.timeIntervalSince1970 > 315_532_800 else {
        found.unread["without a day", default: 0] += 1
        continue
      }
      let day = CalendarDay(start, in: zone)
      guard day <= today else {
        found.unread["of a day to come", default: 0] += 1
        continue
      }
      // "training" is told apart by its kind.
      let plain = RunDone.Activity(sport: activity.sport)
      let kind = plain == .other ? RunDone.Activity(sport: activity.fullSport) : plain
      let time = activity.moving > 0 ? activity.moving : activity.elapsed
      guard let metres = Int(exactly: activity.distance.rounded()), let seconds = Int(exactly: time.rounded()),
        (0...RunDone.mostMetres).contains(metres), !kind.isRunning || metres > 0
      else {
        found.unread["without a distance", default: 0] += 1
        continue
      }
      found.runs.append(
        RunDone(
          id: ID(named: "run of a file at \(Int(start.timeIntervalSince1970))"), day: day, activity: kind,
          metres: metres, seconds: (1...RunDone.mostSeconds).contains(seconds) ? seconds : nil,
          effort: RunDone.assumedEffort, source: RunDone.file))
    }
  }
}

extension [UInt8] {
  fileprivate mutating func fill(from file: OpenFile, at place: Int) throws(ZipFailure) {
    var failure: ZipFailure?
    withUnsafeMutableBytes { room in
      do throws(ZipFailure) { try file.fill(room, from: place) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

extension Problem {
  fileprivate static let runFileUnreadable = Problem(
    "run-file-unreadable", "The file cannot be read.", safe: "Nothing was changed.",
    remedy: "Choose a FIT, TCX or GPX file, or a ZIP archive of such files.")
  fileprivate static let runFileTooLarge = Problem(
    "run-file-too-large", "The file is too large.", safe: "Nothing was changed.", remedy: "Choose a smaller one.")
  fileprivate static let noRuns = Problem(
    "no-runs", "There is no run in this file.", safe: "Nothing was changed.",
    remedy: "Choose a FIT, TCX or GPX file of a run, or a ZIP archive of such files.")
}
