public import Kernel
internal import Platform
public import Zip

/// The workouts of Apple Health's `export.zip`, each with the track of its route.
public enum HealthExport {
  /// The longest XML, in bytes.
  public static let longest = 16 << 30
  private static let longestRoute = 64 << 20

  /// The outcome of a reading.
  public struct Outcome: Sendable, Hashable {
    public var workouts = 0
    /// Routes that are damaged or not in the archive; their workouts are handed out without them.
    public var lostRoutes = 0
  }

  /// Hands out the workouts of an archive one by one, in no order. Returns nil for one that is no export.
  public static func workouts(
    in file: OpenFile, isCancelled: () -> Bool = { false }, _ take: (Activity) throws(Problem) -> Void
  ) throws(Problem) -> Outcome? {
    let archive: ZipReader
    do throws(ZipFailure) { archive = try ZipReader(file) } catch { throw ActivityProblem.archive(error) }
    guard var found = try listed(archive, isCancelled) else { return nil }
    var places: [String: Int] = [:]
    for (index, one) in found.enumerated() { for route in one.routes { places[route] = index } }
    var outcome = Outcome(workouts: found.count)
    var tracks: [Int: [[TrackPoint]]] = [:]
    var problem: Problem?
    func hand(_ index: Int) {
      let parts = tracks.removeValue(forKey: index) ?? []
      outcome.lostRoutes += found[index].routes.count - parts.count
      var activity = found[index].activity
      for var part in parts.sorted(by: { ($0.first?.time ?? 0) < ($1.first?.time ?? 0) }) {
        if !activity.track.isEmpty, !part.isEmpty { part[0].beginsSegment = true }
        activity.track += part
      }
      activity.complete()
      // Told once, and its track is let go.
      found[index].activity.start = nil
      do throws(Problem) { try take(activity) } catch { problem = error }
    }
    do throws(ZipFailure) {
      try archive.forEach({ index(of: $0, in: places) != nil }) { name, entry throws(ZipFailure) in
        guard problem == nil, !isCancelled(), let index = index(of: name, in: places) else { return }
        guard found[index].activity.start != nil, let track = try? track(archive, entry) else { return }
        tracks[index, default: []].append(track)
        if tracks[index]?.count == found[index].routes.count { hand(index) }
      }
    } catch { throw ActivityProblem.archive(error) }
    for index in found.indices where found[index].activity.start != nil && problem == nil && !isCancelled() {
      hand(index)
    }
    if let problem { throw problem }
    return outcome
  }

  /// The workout to which a file of the archive belongs.
  private static func index(of name: ArraySlice<UInt8>, in places: [String: Int]) -> Int? {
    guard name.count <= 1_000, let last = name.split(whereSeparator: { $0 == 47 || $0 == 92 }).last else { return nil }
    return places[String(decoding: last, as: UTF8.self).lowercased()]
  }

  private static func track(_ archive: ZipReader, _ entry: ZipEntry) throws -> [TrackPoint] {
    let reader = try archive.open(entry, atMost: longestRoute)
    var bytes: [UInt8] = []
    while let piece = try reader.next() { bytes += piece }
    return try TrackDocument.read(bytes).activities.flatMap(\.track)
  }

  /// The workouts as the XML lists them; nil without one that is an export.
  private static func listed(
    _ archive: ZipReader, _ isCancelled: () -> Bool
  ) throws(Problem) -> [HealthWorkouts.Found]? {
    do {
      var best: ZipEntry?
      try archive.forEach(isExport) { _, entry throws(ZipFailure) in
        if entry.length > best?.length ?? -1 { best = entry }
      }
      guard let best else { return nil }
      let reader = try archive.open(best, atMost: longest)
      let workouts = HealthWorkouts()
      while let piece = try reader.next() {
        guard !isCancelled(), try workouts.feed(piece) else { return nil }
      }
      return try workouts.finish()
    } catch let failure as ZipFailure {
      throw ActivityProblem.archive(failure)
    } catch {
      throw error as? Problem ?? ActivityProblem.cut
    }
  }

  /// Whether an entry may be the export, whose name is in the language of the phone: an XML file at most one folder deep, and
  /// not the clinical document.
  private static func isExport(_ name: ArraySlice<UInt8>) -> Bool {
    let parts = name.split(whereSeparator: { $0 == 47 || $0 == 92 })
    guard let last = parts.last, parts.count <= 2, last.first != UInt8(ascii: ".") else { return false }
    let text = String(decoding: last, as: UTF8.self).lowercased()
    return text.hasSuffix(".xml") && !text.hasSuffix("_cda.xml")
  }
}

extension ActivityProblem {
  /// The sentence for an archive that cannot be read.
  static func archive(_ failure: ZipFailure) -> Problem {
    switch failure {
    case .cutShort: cut
    case .damaged, .unknownMethod, .inParts: damaged("the archive cannot be unpacked")
    case .locked: damaged("the archive has a password")
    case .tooLarge: tooLarge
    case .noMemory, .diskFailed: damaged("the system has no memory or disk to read it")
    }
  }
}
