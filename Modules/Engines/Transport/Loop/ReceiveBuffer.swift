/// The receive buffer shared by all sockets of a loop. One is enough, since a loop reads sockets one after another;
/// allocating 64 KB for every request measurably lowers the requests per second. Used on the loop's thread only.
final class ReceiveBuffer: @unchecked Sendable {
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  deinit { room.deallocate() }
}
