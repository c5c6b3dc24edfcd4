internal import Glibc
internal import JSON
internal import Kernel
internal import Shell

/// What tests and makers of shells ask beside what a person does.
enum Inspection {
  static let methods = ["collections", "query", "stats", "rpc.discover"]

  /// Nil when no such question is known.
  static func answer(_ request: Request, _ window: Window) throws(Problem) -> JSON? {
    switch request.method {
    // No module keeps collections yet; Storage brings the first.
    case "collections": []
    case "query":
      throw Problem(
        "no-such-collection", "There is no collection “\(request.params["collection"]?.string?.prefix(40) ?? "")”.",
        remedy: "`collections` lists them; so far there are none.")
    case "stats":
      ["queue": 0, "last_sync": nil, "cache_bytes": 0, "resident_memory": .number(Double(residentMemory))]
    case "rpc.discover": OpenRPC.document
    default: nil
    }
  }

  /// Bytes of this process that lie in memory now.
  private static var residentMemory: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 100)
    guard fgets(&text, CInt(text.count), file) != nil else { return 0 }
    let fields = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
