internal import Days
internal import Kernel
internal import Platform
internal import Storage

/// Formats field values in the user's zone and locale.
struct ValueWords {
  let dates: DateWords

  static let longest = 300
  static let nothing = "nothing"

  func text(_ value: Value?, as reading: OfflineWords.Reading = .plain) -> String {
    let plain = text(of: value ?? .null, depth: 0)
    guard let value, value != .null else { return ValueWords.nothing }
    switch reading {
    case .plain, .hidden: return plain
    case .unit(let unit): return "\(plain) \(unit)"
    case .outOf(let most): return "\(plain) of \(most)"
    case .words(let words): return words[plain] ?? plain
    }
  }

  private func text(of value: Value, depth: Int) -> String {
    switch value {
    case .null: return ValueWords.nothing
    case .bool(let flag): return flag ? "yes" : "no"
    case .int(let number): return String(number)
    case .double(let number): return Int64(exactly: number).map(String.init) ?? short(number)
    case .text(let text): return words(text)
    case .bytes(let bytes): return "\(bytes.count) bytes"
    case .date(let date): return dates.instant(date)
    case .uuid: return "another entry"
    case .list(let values):
      if values.isEmpty { return ValueWords.nothing }
      guard depth < 2 else { return "\(values.count) items" }
      return clipped(values.prefix(20).map { text(of: $0, depth: depth + 1) }.joined(separator: ", "))
    case .object(let members):
      if members.isEmpty { return ValueWords.nothing }
      guard depth < 2 else { return "\(members.count) items" }
      let parts = members.sorted { $0.key < $1.key }.prefix(20).map { name, value in
        "\(OfflineWords.title(name)): \(text(of: value, depth: depth + 1))"
      }
      return clipped(parts.joined(separator: ", "))
    }
  }

  /// Instants arrive from the server as text.
  private func words(_ text: String) -> String {
    if text.utf8.count >= 16, let date = Moment.date(text) { return dates.instant(date) }
    if UUID(uuidString: text) != nil { return "another entry" }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.allSatisfy(\.isWhitespace) ? ValueWords.nothing : clipped(line)
  }

  private func clipped(_ text: String) -> String {
    text.count > ValueWords.longest ? text.prefix(ValueWords.longest) + "..." : text
  }

  private func short(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return String(number) }
    return decimal(number, places: 2)
  }
}

/// Formats a number with at most that many decimal places, without trailing zeros.
func decimal(_ number: Double, places: Int) -> String {
  guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
  let power = (0..<places).reduce(1.0) { power, _ in power * 10 }
  let rounded = (number * power).rounded() / power
  return Int64(exactly: rounded).map(String.init) ?? String(rounded)
}
