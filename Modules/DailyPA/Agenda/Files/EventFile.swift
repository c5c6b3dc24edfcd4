internal import Days
internal import Files
internal import ICalendar
internal import Interface
internal import Kernel
internal import Platform

/// Calendars as files.
enum EventFile {
  /// Bytes of the largest file.
  static let largest = 8 << 20

  /// Reads the whole file. Throws for anything but a regular file of at most `largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    do throws(ReadableFile.Refusal) { return try ReadableFile.bytes(at: path, most: largest) } catch {
      throw error == .tooLarge ? tooLarge : missing
    }
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
