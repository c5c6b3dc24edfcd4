internal import CSodium
internal import Glibc
internal import Kernel

/// The archive of an export on disk: XChaCha20-Poly1305 in blocks, each bound to its place and the last one marked.
enum SealedArchive {
  /// Bytes of the content in one block.
  static let block = 65_536
  static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)

  static var diskFailed: Problem {
    Problem(
      "export-disk", "The archive could not be written or read.", safe: "Your data are unchanged.",
      remedy: "Try again in a while.")
  }
}

/// Writes a sealed archive. It is removed unless it is kept.
///
/// Not Sendable on purpose: one task writes it.
final class ArchiveWriter {
  private let path: String
  private let file: Int32
  private let largest: Int
  private var state = crypto_secretstream_xchacha20poly1305_state()
  private var waiting: [UInt8] = []
  private var isEnded = false
  /// Bytes of the content so far.
  private(set) var size = 0

  /// `path` is replaced when it exists, as after a server that was killed.
  init(_ path: String, key: [UInt8], largest: Int) throws(Problem) {
    self.path = path
    self.largest = largest
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw SealedArchive.diskFailed }
    var header = [UInt8](repeating: 0, count: Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES))
    crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
    waiting.reserveCapacity(2 * SealedArchive.block)
    try put(header)
  }

  deinit {
    guard !isEnded else { return }
    close(file)
    unlink(path)
  }

  func write(_ bytes: some Collection<UInt8>) throws(Problem) {
    size += bytes.count
    guard size <= largest else {
      throw Problem(
        "export-too-large", "The export is larger than this server packs.", safe: "Your data are unchanged.",
        remedy: "Remove some files, then try again.")
    }
    waiting.append(contentsOf: bytes)
    var start = 0
    while waiting.count - start > SealedArchive.block {
      try seal(waiting[start..<(start + SealedArchive.block)], isLast: false)
      start += SealedArchive.block
    }
    waiting.removeFirst(start)
  }

  /// Ends the archive and gives it its place; it is durable when this returns.
  func keep(at place: String) throws(Problem) {
    try seal(waiting[...], isLast: true)
    guard fsync(file) == 0, rename(path, place) == 0 else { throw SealedArchive.diskFailed }
    isEnded = true
    close(file)
  }

  private func seal(_ content: ArraySlice<UInt8>, isLast: Bool) throws(Problem) {
    let plain = Array(content)
    var sealed = [UInt8](repeating: 0, count: plain.count + SealedArchive.overhead)
    crypto_secretstream_xchacha20poly1305_push(
      &state, &sealed, nil, plain, UInt64(plain.count), nil, 0,
      isLast ? UInt8(crypto_secretstream_xchacha20poly1305_TAG_FINAL) : 0)
    try put(sealed)
  }

  private func put(_ bytes: [UInt8]) throws(Problem) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SealedArchive.diskFailed }
      start += count
    }
  }
}

/// Reads a sealed archive block by block, for one download.
actor ArchiveReader {
  private let file: Int32
  private var state = crypto_secretstream_xchacha20poly1305_state()
  private var isEnded = false

  /// Nil when there is no such file, or when the key is not its own.
  init?(_ path: String, key: [UInt8]) {
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    var header = [UInt8](repeating: 0, count: Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES))
    guard ArchiveReader.read(file, &header) == header.count,
      crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0
    else { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  /// The next block; nil at the end, and for a file that was changed.
  func next() -> [UInt8]? {
    guard !isEnded else { return nil }
    var sealed = [UInt8](repeating: 0, count: SealedArchive.block + SealedArchive.overhead)
    let count = ArchiveReader.read(file, &sealed)
    guard count >= SealedArchive.overhead else { return nil }
    var plain = [UInt8](repeating: 0, count: count - SealedArchive.overhead)
    var tag: UInt8 = 0
    guard
      crypto_secretstream_xchacha20poly1305_pull(&state, &plain, nil, &tag, sealed, UInt64(count), nil, 0) == 0
    else { return nil }
    isEnded = tag == UInt8(crypto_secretstream_xchacha20poly1305_TAG_FINAL)
    return plain
  }

  /// Fills the buffer as far as the file goes. Returns the number of bytes.
  private static func read(_ file: Int32, _ buffer: inout [UInt8]) -> Int {
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeMutableBytes { room in
        Glibc.read(file, room.baseAddress.map { $0 + done }, room.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }
}
