package import Kernel
package import Platform

/// The record of one run in a profile's folder. A run that closes the profile removes it; what is left tells the next run
/// that the last one crashed.
package final class CrashJournal: Sendable {
  static let run = "run"
  static let kept = "crashes"

  private struct Held {
    var file: Int32
    var slot: Int?
    var lines: [String] = []
  }

  /// The runs that ended without closing the profile, the newest first.
  package let records: [CrashRecord]
  /// Whether the last run was one of them.
  package let isAfterCrash: Bool
  private let path: String
  private let head: String
  private let held: Locked<Held>

  /// Takes over what the last run left, and begins the record of this one. A folder that cannot be written leaves the
  /// program without a journal, and is no reason not to open the profile.
  package init(in folder: OwnFolder, version: String, at now: Date) {
    path = "\(folder.path)/\(CrashJournal.run)"
    let left = try? folder.bytes(of: CrashJournal.run)
    let last = left.flatMap { CrashRecord($0) }
    let known = CrashRecord.all(try? folder.bytes(of: CrashJournal.kept))
    records = Array(((last.map { [$0] } ?? []) + known).prefix(CrashRecord.most))
    isAfterCrash = last?.signal != nil
    if last != nil { try? folder.replace(CrashJournal.kept, with: CrashRecord.bytes(records)) }
    head = "version \(version)\nbegan \(now.timeIntervalSince1970)\n"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    held = Locked(Held(file: file, slot: file >= 0 ? CrashSignals.add(file) : nil))
    held.withLock { write($0) }
  }

  /// Adds a line to the record, of which the last ones are kept.
  package func note(_ line: Log.Line) {
    let text = "\(line.source): \(line.text)".split(whereSeparator: \.isNewline).joined(separator: " ")
    held.withLock { held in
      held.lines = (held.lines + [String(text.prefix(CrashRecord.longestLine))]).suffix(CrashRecord.mostLines)
      write(held)
    }
  }

  /// Ends the record: the profile was closed.
  package func end() {
    held.withLock { held in
      guard held.file >= 0 else { return }
      if let slot = held.slot { CrashSignals.remove(slot) }
      close(held.file)
      held.file = -1
      unlink(path)
    }
  }

  deinit {
    held.withLock { held in
      if let slot = held.slot, held.file >= 0 { CrashSignals.remove(slot) }
      if held.file >= 0 { close(held.file) }
    }
  }

  /// Writes the whole record anew. The position then is its end, where a signal is noted.
  private func write(_ held: Held) {
    guard held.file >= 0 else { return }
    let bytes = Array((head + held.lines.map { "log \($0)\n" }.joined()).utf8)
    ftruncate(held.file, 0)
    lseek(held.file, 0, SEEK_SET)
    _ = bytes.withUnsafeBytes { Platform.write(held.file, $0.baseAddress, $0.count) }
  }
}
