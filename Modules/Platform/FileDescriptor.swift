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
}
