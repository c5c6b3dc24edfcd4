internal import FoundationEssentials
internal import JSON
internal import Kernel

// Instants and days in the forms of the providers.
extension Date {
  /// "2026-11-22T17:03:00Z".
  var zulu: String { formatted(.iso8601) }

  var epoch: JSON { .number(timeIntervalSince1970.rounded()) }

  /// Reads an instant with or without fractions, or a day as its midnight UTC.
  init?(vendor text: String) {
    guard let date = Moment.date(text) ?? Moment.date("\(text)T00:00:00Z") else { return nil }
    self = date
  }

  init?(epoch text: String?) {
    guard let seconds = text.flatMap(Double.init), abs(seconds) < 1e11 else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

extension VendorDay {
  /// The day as Google writes it.
  var civil: JSON {
    let parts = date.split(separator: "-").compactMap { Double($0) }
    guard parts.count == 3 else { return .null }
    return ["year": .number(parts[0]), "month": .number(parts[1]), "day": .number(parts[2])]
  }
}

extension [JSON] {
  /// The items of a page, and the name of the next one; the name is the number of the first item.
  func page(_ token: String?, of size: Int) -> (items: [JSON], next: String?) {
    let start = Swift.min(Swift.max(0, token.flatMap(Int.init) ?? 0), count)
    let end = Swift.min(count, start + Swift.max(1, size))
    return (Array(self[start..<end]), end < count ? "\(end)" : nil)
  }
}
