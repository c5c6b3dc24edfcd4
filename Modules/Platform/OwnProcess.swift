/// Resource usage of this process.
public enum OwnProcess {
  /// Resident memory in bytes; zero where the system does not report it.
  public static var residentMemory: Int {
    // Where there is no such file, the number is unknown.
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 100)
    guard fgets(&text, CInt(text.count), file) != nil else { return 0 }
    let fields = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Gives back the pages of the program and its libraries that are as in their files, such as those that only the start needed.
  /// The system reads them again where they are used. Returns the number of bytes; zero where the system does not tell of them.
  @discardableResult public static func releaseProgram() -> Int {
    #if os(Linux) || os(Android)
      guard let file = fopen("/proc/self/smaps", "r") else { return 0 }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4400)
      var (released, resident) = (0, 0)
      var part: Range<UInt>?
      while fgets(&line, CInt(line.count), file) != nil {
        let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        if let found = MappedPart(text) {
          part = found.isReadOnlyFile ? found.addresses : nil
        } else if let bytes = MappedPart.bytes(text, of: "Rss:") {
          resident = bytes
        } else if let part, resident > 0, MappedPart.bytes(text, of: "Anonymous:") == 0 {
          // No page was written to, so each is in the file as it is here.
          let isReleased = madvise(UnsafeMutableRawPointer(bitPattern: part.lowerBound), part.count, MADV_DONTNEED) == 0
          released += isReleased ? resident : 0
        }
      }
      return released
    #else
      return 0
    #endif
  }
}

#if os(Linux) || os(Android)
  /// A part of the address space, from the first of its lines in `/proc/self/smaps`.
  private struct MappedPart {
    let addresses: Range<UInt>
    /// Whether it shows a file and cannot be written to.
    let isReadOnlyFile: Bool

    init?(_ line: [UInt8]) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      let ends = words.first?.split(separator: UInt8(ascii: "-")).map {
        UInt(String(decoding: $0, as: UTF8.self), radix: 16)
      }
      guard words.count > 1, let ends, ends.count == 2, let start = ends[0], let end = ends[1], start < end else {
        return nil
      }
      addresses = start..<end
      isReadOnlyFile =
        words[1].dropFirst().first != UInt8(ascii: "w") && words.count > 5 && words[5].contains(UInt8(ascii: "/"))
    }

    /// The bytes that a line with this name says, which counts in units of 1,024.
    static func bytes(_ line: [UInt8], of name: String) -> Int? {
      guard line.starts(with: name.utf8) else { return nil }
      let digits = line.dropFirst(name.utf8.count).filter { (48...57).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self)).map { $0 << 10 }
    }
  }
#endif
