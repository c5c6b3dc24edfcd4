internal import CWebFiles

/// The files that the web face serves as they are. They lie in the program itself.
public enum WebFile {
  /// Nil for a name that there is none of.
  public static func named(_ name: String) -> [UInt8]? {
    for index in 0..<webfiles_count {
      let file = webfile_at(index).pointee
      guard String(cString: file.name) == name else { continue }
      return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    return nil
  }

  /// A short name for what a file holds, so that its address changes when it does and a browser may keep it for good.
  public static func version(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
