internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import Kernel

/// A file in the server's folder that holds the address and process ID of the running server. A killed server leaves
/// it behind, so the server counts as running only if it answers at that address.
public struct AddressFile: Sendable, Hashable {
  public static let name = "address"
  private static let largest = 4_096

  public let address: String
  /// The process ID of the server.
  public let process: Int

  init(address: String, process: Int = Int(getpid())) {
    self.address = address
    self.process = process
  }

  /// Reads the file; nil when it is missing or malformed.
  public init?(in folder: String) {
    let file = open("\(folder)/\(AddressFile.name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: AddressFile.largest)
    let count = read(file, &bytes, bytes.count)
    guard count > 0, count < bytes.count, let json = try? JSON(bytes: Array(bytes.prefix(count)), deepest: 2),
      let address = json["address"]?.string, let process = json["pid"]?.number.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(address: address, process: process)
  }

  /// Writes the file atomically, replacing an older one.
  func write(in folder: String) throws(Problem) {
    let path = "\(folder)/\(AddressFile.name)"
    let beside = "\(path).\(getpid()).new"
    let json: JSON = ["address": .string(address), "pid": .number(Double(process))]
    let bytes = Array(((try? JSON.text(json)) ?? "").utf8)
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let isWritten = file >= 0 && bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } == bytes.count
    let isClosed = file >= 0 && close(file) == 0
    guard isWritten, isClosed, rename(beside, path) == 0 else {
      let why = String(cString: strerror(errno))
      unlink(beside)
      throw Problem(
        "no-address", "\(path) could not be written: \(why).", safe: "Nothing was started.",
        remedy: "Correct the folder's permissions, or free some space, then try again.")
    }
  }

  /// Deletes the file unless another server has replaced it.
  func remove(from folder: String) {
    if AddressFile(in: folder) == self { unlink("\(folder)/\(AddressFile.name)") }
  }
}
