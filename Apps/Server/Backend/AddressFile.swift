internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import Kernel

/// Where the server of a folder is met, kept in the folder for whoever comes later. A server that was killed leaves it
/// behind, so only an answer from there says that somebody is.
public struct AddressFile: Sendable, Hashable {
  public static let name = "address"
  private static let largest = 4_096

  public let address: String
  /// The number of the process that serves there.
  public let process: Int

  init(address: String, process: Int = Int(getpid())) {
    self.address = address
    self.process = process
  }

  /// Nil when there is none that can be read.
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

  /// As a whole, in place of an older one.
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
        remedy: "Mend the folder's rights, or make room, and try again.")
    }
  }

  /// Unless another has put its own there.
  func remove(from folder: String) {
    if AddressFile(in: folder) == self { unlink("\(folder)/\(AddressFile.name)") }
  }
}
