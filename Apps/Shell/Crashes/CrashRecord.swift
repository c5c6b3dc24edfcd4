internal import JSON
package import Platform

/// A run of the program that ended without closing a profile: when, in which version, and what it logged last.
package struct CrashRecord: Sendable, Hashable, Codable {
  /// The most records of a profile, and the most lines of one.
  package static let most = 5
  package static let mostLines = 40
  package static let longestLine = 300

  package let version: String
  package let began: Date
  /// The number of the signal that ended it; nil if it was killed, or the machine stopped.
  package let signal: Int32?
  /// The last warnings and errors. A log never holds what a person entered.
  package let lines: [String]

  /// The signal by its name: "SIGSEGV".
  package var cause: String {
    guard let signal else { return "ended without closing" }
    return CrashSignals.names[signal] ?? "signal \(signal)"
  }

  /// Reads what a run left: its head, its lines, and the signal if there was one. Nil for a text that no run wrote.
  init?(_ bytes: [UInt8]) {
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard rows.count >= 2, let version = CrashRecord.value("version ", in: rows[0]),
      let seconds = CrashRecord.value("began ", in: rows[1]).flatMap({ Double($0) }), abs(seconds) < 1e11
    else { return nil }
    self.version = String(version.prefix(40))
    began = Date(timeIntervalSince1970: seconds)
    signal = rows.last.flatMap { CrashRecord.value("signal ", in: $0) }.flatMap { Int32($0) }
    lines = rows.dropFirst(2).compactMap { CrashRecord.value("log ", in: $0) }.suffix(CrashRecord.mostLines)
      .map { String($0.prefix(CrashRecord.longestLine)) }
  }

  private static func value(_ name: String, in row: String) -> String? {
    row.hasPrefix(name) ? String(row.dropFirst(name.count)) : nil
  }

  /// Reads the kept records; none from a file that is unreadable.
  static func all(_ bytes: [UInt8]?) -> [CrashRecord] {
    guard let bytes, let read = try? JSONDecoder().decode([CrashRecord].self, from: Data(bytes)) else { return [] }
    return Array(read.prefix(most))
  }

  static func bytes(_ records: [CrashRecord]) -> [UInt8] { (try? JSON.data(records)).map { Array($0) } ?? [] }
}
