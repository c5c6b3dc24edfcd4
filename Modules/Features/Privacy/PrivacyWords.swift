internal import Days
internal import Kernel
internal import Numbers
internal import Platform

/// Numbers, sizes and days in words, as the reader's locale writes them.
struct PrivacyWords {
  let now: Moment
  let numbers: NumberNotation

  func count(_ number: Int) -> String { numbers.grouped(Double(number)) }

  func records(_ number: Int) -> String { number == 1 ? "1 record" : "\(count(number)) records" }

  /// Without a locale, for a message to any window.
  static func plainRecords(_ number: Int) -> String { number == 1 ? "1 record" : "\(number) records" }

  func day(_ date: Date) -> String { DateWords(now).day(date) }

  func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1024: return "\(max(0, bytes)) bytes"
    case ..<(1 << 20): return "\(numbers.grouped((Double(bytes) / 1024).rounded())) KB"
    default: return "\(numbers.grouped((Double(bytes) / Double(1 << 20) * 10).rounded() / 10)) MB"
    }
  }

  /// "Removed on 23 November 2026, as your settings say: 12 entries, 3 replaced versions."
  func removed(_ removal: Removal) -> String {
    var parts: [String] = []
    if removal.entries > 0 { parts.append(removal.entries == 1 ? "1 entry" : "\(count(removal.entries)) entries") }
    if removal.replaced > 0 {
      parts.append(removal.replaced == 1 ? "1 replaced version" : "\(count(removal.replaced)) replaced versions")
    }
    return "Removed on \(day(removal.at)), as your settings say: \(parts.joined(separator: ", "))."
  }
}
