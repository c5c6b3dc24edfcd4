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
}
