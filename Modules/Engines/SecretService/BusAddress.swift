internal import Kernel

/// The address of the session bus. Only sockets of this machine are accepted, since secrets pass unencrypted.
struct BusAddress: Sendable {
  static let longest = 4096

  let text: String

  /// Reads the address from the environment, or uses the default path in the session's runtime folder.
  init(environment: [String: String]) throws(Problem) {
    if let said = environment["DBUS_SESSION_BUS_ADDRESS"], !said.isEmpty {
      try self.init(said)
    } else if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
      try self.init("unix:path=\(BusAddress.escaped(folder))/bus")
    } else {
      throw .noBus("The environment names no session bus")
    }
  }

  /// Keeps only the addresses that are sockets of this machine. Others reach over a network or start a program.
  init(_ said: String) throws(Problem) {
    guard said.utf8.count <= BusAddress.longest, !said.utf8.contains(0) else {
      throw .noBus("The session bus's address is no address")
    }
    let local = said.split(separator: ";").filter { $0.hasPrefix("unix:") }
    guard !local.isEmpty else { throw .noBus("The session bus's address names no socket of this machine") }
    text = local.joined(separator: ";")
  }

  /// Escapes characters of a path that have a meaning in an address.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default:
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
