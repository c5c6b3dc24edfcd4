internal import CWebFiles

/// The static files of the web face, embedded in the program.
public enum WebFile {
  /// The content of a file; nil for an unknown name.
  public static func named(_ name: String) -> [UInt8]? {
    for index in 0..<webfiles_count {
      let file = webfile_at(index).pointee
      guard String(cString: file.name) == name else { continue }
      return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    return nil
  }

  /// A short hash of a file's content (FNV-1a), so that its address changes with the content and a browser may cache it
  /// for good.
  public static func version(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
