/// Files and folders that this process has open.
public enum FileDescriptor {
  /// The path by which this process reaches an open file, also one without a name. On Linux it leads into an open folder, too.
  public static func path(of number: Int32) -> String {
    #if os(Linux) || os(Android)
      "/proc/self/fd/\(number)"
    #else
      "/dev/fd/\(number)"
    #endif
  }

  /// Writes the bytes of an open file from the system's memory to the disk. Returns whether they are there.
  @discardableResult public static func flush(_ number: Int32) -> Bool {
    #if canImport(Darwin)
      // There `fsync` ends in the disk's own memory.
      fcntl(number, F_FULLFSYNC) == 0
    #else
      fdatasync(number) == 0
    #endif
  }

  /// Takes space on the disk for that many bytes from the start of an open file. Returns whether there was as much.
  public static func reserve(_ number: Int32, _ count: Int) -> Bool {
    #if canImport(Darwin)
      var space = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(count),
        fst_bytesalloc: 0)
      return fcntl(number, F_PREALLOCATE, &space) != -1 && ftruncate(number, off_t(count)) == 0
    #else
      return posix_fallocate(number, 0, off_t(count)) == 0
    #endif
  }
}
