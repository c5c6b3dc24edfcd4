internal import Days
internal import FoundationEssentials
internal import Glibc
internal import ICalendar
internal import Interface
internal import Kernel

/// Calendars as files.
enum EventFile {
  static let longestPath = 4096
  /// Bytes of the largest file.
  static let largest = 8 << 20

  /// Reads the whole file. Throws for anything but a regular file of at most `largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else { throw missing }
    // Non-blocking, since opening a pipe would wait for its writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw missing }
    defer { close(file) }
    var about = stat()
    guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { throw missing }
    guard about.st_size <= largest else { throw tooLarge }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= largest {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw missing }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    throw tooLarge
  }

  /// The events as a file of iCalendar text.
  static func outgoing(_ events: [CalendarEvent], at now: Moment) throws(Problem) -> OutgoingFile {
    let items = CalendarEvent.items(of: events, own: now.zone)
    let text = ICalendar.text(of: CalendarItem.calendar(of: items, own: now.zone, at: now.date))
    return OutgoingFile(FileName("calendar-\(now.day.text).ics"), type: "text/calendar", Array(text.utf8))
  }

  static let missing = Problem(
    "calendar-missing", "There is no file at this path that can be read.", safe: "Nothing was imported.",
    remedy: "Check the path, or choose the file above.")
  static let tooLarge = Problem(
    "calendar-large", "The file is larger than 8 MB.", safe: "Nothing was imported.",
    remedy: "Export a shorter period or fewer calendars, and use that file.")
}
