/// Formats numbers in words.
enum NumberWords {
  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(grouped(count)) days" }

  /// "4,000,000".
  static func grouped(_ number: Int) -> String {
    var groups: [String] = []
    var rest = max(0, number)
    while rest >= 1000 {
      let three = String(rest % 1000)
      groups.append(String(repeating: "0", count: 3 - three.count) + three)
      rest /= 1000
    }
    return ([String(rest)] + groups.reversed()).joined(separator: ",")
  }

  /// "2 records in an unknown unit: lines 12 and 40".
  static func unread(_ unread: ImportedData.Unread) -> String {
    let records = unread.count == 1 ? "1 record" : "\(grouped(unread.count)) records"
    return "\(records) \(unread.why)" + (unread.place.map { ": \($0)" } ?? "")
  }

  /// "312 of 1,024 MB, 45 days so far".
  static func progress(_ progress: ImportProgress) -> String {
    let (size, unit) = progress.whole < 10_000_000 ? (1000, "kB") : (1_000_000, "MB")
    return "\(grouped(progress.done / size)) of \(grouped(progress.whole / size)) \(unit), "
      + "\(days(progress.days)) so far"
  }
}

extension ConnectorsState {
  /// "412 days from 3 devices; 11 of 4,000,000 records could not be read." for a file, "30 days from the simulated
  /// device." for a request. Nil when the import is incomplete.
  func came(of connection: ConnectedSource) -> String? {
    guard connection.isWhole else { return nil }
    let (days, devices) = (NumberWords.days(connection.days), connection.devices)
    if let connector = connector(connection.connector), !connector.isFile { return "\(days) from \(connector.phrase)." }
    let (records, unreadable) = (NumberWords.grouped(connection.records), connection.unreadable)
    let from = "\(days) from \(devices == 1 ? "1 device" : "\(NumberWords.grouped(devices)) devices")"
    return unreadable == 0
      ? "\(from); \(connection.records == 1 ? "the one record was" : "all \(records) records were") read."
      : "\(from); \(NumberWords.grouped(unreadable)) of \(records) \(connection.records == 1 ? "record" : "records") could not be read."
  }
}
