internal import CExpat
internal import Glibc
internal import Kernel

/// Parses a file with expat without handlers: the lower bound for any import based on expat.
enum ExpatAlone {
  private static let block = 262_144

  static func read(_ path: String) throws(Problem) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, let expat = XML_ParserCreate(nil) else { throw failed }
    defer {
      XML_ParserFree(expat)
      close(file)
    }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 16)
    defer { room.deallocate() }
    while true {
      let count = Glibc.read(file, room.baseAddress, block)
      guard count >= 0 else { throw failed }
      let bytes = room.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard XML_Parse(expat, bytes, Int32(count), count == 0 ? 1 : 0) == XML_STATUS_OK else { throw failed }
      if count == 0 { return }
    }
  }

  private static let failed = Problem(
    "no-peer", "Expat could not read the export that was made.", safe: "Nothing was measured.",
    remedy: "Check the disk, then try again.")
}
