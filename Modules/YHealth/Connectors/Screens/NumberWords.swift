internal import AppleHealth

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

  /// "312 of 1,024 MB, 45 days so far".
  static func progress(_ progress: ReadingProgress) -> String {
    let (size, unit) = progress.whole < 10_000_000 ? (1000, "kB") : (1_000_000, "MB")
    return "\(grouped(progress.done / size)) of \(grouped(progress.whole / size)) \(unit), "
      + "\(days(progress.days)) so far"
  }
}

extension ConnectedSource {
  /// "412 days from 3 devices; 11 of 4,000,000 records could not be read." Nil when the import is incomplete.
  var came: String? {
    guard isWhole else { return nil }
    guard connector == .appleHealth else { return "\(NumberWords.days(days)) from the simulated device." }
    let from = "\(NumberWords.days(days)) from \(devices == 1 ? "1 device" : "\(NumberWords.grouped(devices)) devices")"
    return unreadable == 0
      ? "\(from); all \(NumberWords.grouped(records)) records were read."
      : "\(from); \(NumberWords.grouped(unreadable)) of \(NumberWords.grouped(records)) records could not be read."
  }
}

extension Connector {
  /// The connector's name within a sentence.
  var sentence: String {
    switch self {
    case .appleHealth: "the Apple Health export"
    case .simulated: "the simulated device"
    }
  }
}
