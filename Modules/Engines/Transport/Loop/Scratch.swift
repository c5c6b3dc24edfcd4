/// Where a loop's sockets are read into before what came goes to whom it belongs: one for all, since a loop reads one
/// after another, and 64 KB taken and given back for every request show in the requests a second. Touched on the loop's
/// thread only.
final class Scratch: @unchecked Sendable {
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  deinit { room.deallocate() }
}
