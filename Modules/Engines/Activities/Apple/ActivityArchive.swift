internal import Files
public import Kernel
internal import Platform
internal import Zip

/// The workouts of an archive: of Apple Health's `export.zip`, or of FIT, TCX and GPX files as services pack them.
public enum ActivityArchive {
  /// The most files of an archive.
  static let mostFiles = 20_000

  /// The workouts of a file, by their start; nil for a file that is no archive.
  public static func read(at path: String) throws(Problem) -> ActivityFile.Reading? {
    let file: ReadableFile
    // Whoever reads the file otherwise says why it cannot be opened.
    do throws(ReadableFile.Refusal) { file = try ReadableFile(path) } catch { return nil }
    return try file.withDescriptor { number, size throws(Problem) -> ActivityFile.Reading? in
      let open = OpenFile(number: number, size: size)
      guard (try? ZipReader.isArchive(open)) == true else { return nil }
      var (reading, points) = (ActivityFile.Reading(), 0)
      func take(_ activity: Activity) throws(Problem) {
        points += activity.track.count
        guard points <= ActivityFile.mostPoints else { throw ActivityProblem.tooMany }
        reading.activities.append(activity)
      }
      if let outcome = try HealthExport.workouts(in: open, take) {
        guard outcome.workouts > 0 else { throw ActivityProblem.noWorkout }
      } else {
        reading.leftOut = try files(of: open, take)
      }
      reading.activities.sort { ($0.start ?? .distantPast) < ($1.start ?? .distantPast) }
      return reading
    }
  }

  /// Hands out the workouts of the files in an archive. Returns what stands against the others; throws when none can be read.
  private static func files(
    of file: OpenFile, _ take: (Activity) throws(Problem) -> Void
  ) throws(Problem) -> [Problem] {
    var (files, isTaken): (Int, Bool) = (0, false)
    var problems: [Problem] = []
    var limit: Problem?
    do throws(ZipFailure) {
      let archive = try ZipReader(file)
      try archive.forEach({ isActivity($0) }) { name, entry throws(ZipFailure) in
        guard limit == nil, files < mostFiles else { return }
        files += 1
        let label = String(decoding: name.suffix(200), as: UTF8.self)
        do throws(ZipFailure) {
          let reader = try archive.open(entry, atMost: ActivityFile.mostBytes)
          var bytes: [UInt8] = []
          while let piece = try reader.next() { bytes += piece }
          if Gzip.begins(bytes) { bytes = try Gzip.unpacked(bytes, atMost: ActivityFile.mostBytes) }
          let found: ActivityFile.Reading
          do throws(Problem) { found = try ActivityFile.read(bytes) } catch {
            return problems.append(ActivityProblem.entry(label, error))
          }
          problems += found.leftOut.map { ActivityProblem.entry(label, $0) }
          isTaken = isTaken || !found.activities.isEmpty
          do throws(Problem) { for activity in found.activities { try take(activity) } } catch { limit = error }
        } catch { problems.append(ActivityProblem.entry(label, ActivityProblem.archive(error))) }
      }
    } catch { throw ActivityProblem.archive(error) }
    if let limit { throw limit }
    guard isTaken else { throw problems.first ?? ActivityProblem.noExport }
    return problems
  }

  /// Whether the name of an entry is one of a workout.
  static func isActivity(_ name: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(name), as: UTF8.self).lowercased()
    let plain = text.hasSuffix(".gz") ? String(text.dropLast(3)) : text
    return [".fit", ".tcx", ".gpx"].contains { plain.hasSuffix($0) } && !text.hasPrefix("__macosx")
  }
}

extension ActivityProblem {
  /// The problem of a file of an archive.
  fileprivate static func entry(_ name: String, _ problem: Problem) -> Problem {
    Problem(problem.code, "\(name): \(problem.what)", safe: problem.safe, remedy: problem.remedy)
  }
}
