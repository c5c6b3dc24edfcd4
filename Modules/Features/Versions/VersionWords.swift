internal import Days
internal import Interface
internal import JSON
internal import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import Storage

/// Formats versions and their values in the reader's zone and locale.
struct VersionWords {
  static let nothing = "nothing"
  static let longest = 300

  let now: Moment
  let dates: DateWords

  init(_ now: Moment) {
    self.now = now
    dates = DateWords(now)
  }

  func author(_ version: RecordVersion, here: UUID?) -> String {
    let person = version.person ?? "You"
    if version.origin == here { return "\(person), on this device" }
    return "\(person), on another device" + (version.device.map { ", \($0)" } ?? "")
  }

  /// The name of an entry by its fields, in quotes; its kind when it has none.
  func name(_ kind: VersionedKind, _ fields: Fields?) -> String {
    for field in kind.titles {
      if let value = fields?[field], value != .null {
        return "“\(text(value.json, as: kind.field(field).reading, of: fields ?? [:]).shortened(60))”"
      }
    }
    return "without a name"
  }

  func value(_ value: JSON?, of field: VersionedKind.Field, in fields: Fields) -> String {
    text(value ?? .null, as: field.reading, of: fields)
  }

  private func text(_ value: JSON, as reading: VersionedKind.Reading, of fields: Fields) -> String {
    let plain = text(value, depth: 0)
    guard value != .null else { return VersionWords.nothing }
    switch reading {
    case .plain: return plain
    case .unit(let unit): return "\(plain) \(unit)"
    case .words(let words): return words[plain] ?? plain
    case .amount(let field):
      guard case .number(let number) = value, let minor = Int(exactly: number), case .text(let code)? = fields[field],
        let money = Currency(code).flatMap({ Money(minor: minor, $0) })
      else { return plain }
      return money.text(NumberNotation(locale: now.locale))
    }
  }

  private func text(_ value: JSON, depth: Int) -> String {
    switch value {
    case .null: return VersionWords.nothing
    case .bool(let flag): return flag ? "yes" : "no"
    case .number(let number): return Int64(exactly: number).map(String.init) ?? String(number)
    case .string(let text):
      if text.utf8.count >= 16, let date = Moment.date(text) { return dates.instant(date) }
      if let day = CalendarDay(text) { return dates.day(day) }
      if UUID(uuidString: text) != nil { return "another entry" }
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      return line.isEmpty ? VersionWords.nothing : line.shortened(VersionWords.longest)
    case .array(let items):
      guard !items.isEmpty, depth < 2 else { return items.isEmpty ? VersionWords.nothing : "\(items.count) items" }
      return items.prefix(20).map { text($0, depth: depth + 1) }.joined(separator: ", ").shortened(VersionWords.longest)
    case .object(let members):
      guard depth < 2 else { return "\(members.count) items" }
      return members.sorted { $0.key < $1.key }.prefix(20).map { "\($0.key): \(text($0.value, depth: depth + 1))" }
        .joined(separator: ", ").shortened(VersionWords.longest)
    }
  }
}

extension String {
  func shortened(_ longest: Int) -> String { count > longest ? prefix(longest - 1) + "…" : self }
}

extension VersionLog {
  /// The fields of the record after its last version that has any, for its name.
  var last: Fields {
    var fields: Fields = [:]
    for version in versions {
      for field in version.fields {
        if let value = version.change == .deleted ? field.old : field.new { fields[field.name] = Value(value) }
      }
    }
    return fields
  }
}
