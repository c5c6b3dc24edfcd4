internal import Kernel
internal import Numbers

/// Formats numbers in words, in the notation of a locale.
enum NumberWords {
  static func days(_ count: Int, in locale: String = Moment.usualLocale) -> String {
    count == 1 ? "1 day" : "\(grouped(count, in: locale)) days"
  }

  /// "4,000,000".
  static func grouped(_ number: Int, in locale: String = Moment.usualLocale) -> String {
    NumberNotation(locale: locale).grouped(Double(max(0, number)))
  }

  /// "2 records in an unknown unit: lines 12 and 40".
  static func unread(_ unread: ImportedData.Unread, in locale: String = Moment.usualLocale) -> String {
    let records = unread.count == 1 ? "1 record" : "\(grouped(unread.count, in: locale)) records"
    return "\(records) \(unread.why)" + (unread.place.map { ": \($0)" } ?? "")
  }

  /// "312 of 1,024 MB, 45 days so far".
  static func progress(_ progress: ImportProgress, in locale: String = Moment.usualLocale) -> String {
    let (size, unit) = progress.whole < 10_000_000 ? (1000, "kB") : (1_000_000, "MB")
    let (done, whole) = (grouped(progress.done / size, in: locale), grouped(progress.whole / size, in: locale))
    return "\(done) of \(whole) \(unit), \(days(progress.days, in: locale)) so far"
  }
}

extension ConnectorsState {
  /// "412 days from 3 devices; 11 of 4,000,000 records could not be read." for a file, "30 days from the simulated
  /// device." for a request. Nil when the import is incomplete.
  func came(of connection: ConnectedSource, in locale: String) -> String? {
    guard connection.isWhole else { return nil }
    let (days, devices) = (NumberWords.days(connection.days, in: locale), connection.devices)
    if let connector = connector(connection.connector), !connector.isFile { return "\(days) from \(connector.phrase)." }
    let (records, unreadable) = (NumberWords.grouped(connection.records, in: locale), connection.unreadable)
    let from = "\(days) from \(devices == 1 ? "1 device" : "\(NumberWords.grouped(devices, in: locale)) devices")"
    return unreadable == 0
      ? "\(from); \(connection.records == 1 ? "the one record was" : "all \(records) records were") read."
      : "\(from); \(NumberWords.grouped(unreadable, in: locale)) of \(records) \(connection.records == 1 ? "record" : "records") could not be read."
  }
}
