internal import CSodium
public import Kernel
internal import Platform

/// Bytes that are written once, in order, and then read at any place. They lie on the disk in a file without a name,
/// sealed with a key that this process alone has: nothing can be read when the last reference is gone, also after a crash.
public final class SealedSpool: Sendable {
  static let piece = 64 << 10
  private static let overhead = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  private struct Written {
    var waiting: [UInt8] = []
    var pieces = 0
  }

  private let key = MasterKey.random()
  private let file: Int32
  private let written = Locked(Written())

  /// Takes its space from the file system of `folder`; nil means the folder of temporary files.
  public init(in folder: String? = nil) throws(Problem) {
    let parent = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let name = "\(parent)/.spool-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    file = Platform.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw BlobFile.problem(errno) }
    unlink(name)
  }

  deinit { close(file) }

  /// Number of bytes written so far.
  public var size: Int { written.withLock { $0.pieces * SealedSpool.piece + $0.waiting.count } }

  public func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    let problem = written.withLock { written -> Problem? in
      written.waiting.append(contentsOf: bytes)
      do throws(Problem) {
        var done = 0
        while written.waiting.count - done >= SealedSpool.piece {
          try put(written.waiting[done..<(done + SealedSpool.piece)], at: written.pieces)
          written.pieces += 1
          done += SealedSpool.piece
        }
        if done > 0 { written.waiting.removeFirst(done) }
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }

  /// The bytes from an offset on, at most `count`.
  public func read(from start: Int, _ count: Int) throws(Problem) -> [UInt8] {
    let (pieces, waiting) = written.withLock { ($0.pieces, $0.waiting) }
    var bytes: [UInt8] = []
    var at = max(0, start)
    while bytes.count < count {
      let number = at / SealedSpool.piece
      let part = number < pieces ? try open(number) : number == pieces ? waiting : []
      let offset = at - number * SealedSpool.piece
      guard offset < part.count else { break }
      let taken = part[offset..<min(part.count, offset + count - bytes.count)]
      bytes += taken
      at += taken.count
    }
    return bytes
  }

  // MARK: Pieces

  private static func nonce(_ number: Int) -> [UInt8] {
    // Each number is used once with this key.
    withUnsafeBytes(of: UInt64(number).littleEndian) { Array($0) } + [UInt8](repeating: 0, count: 16)
  }

  private func put(_ piece: ArraySlice<UInt8>, at number: Int) throws(Problem) {
    var sealed = [UInt8](repeating: 0, count: piece.count + SealedSpool.overhead)
    _ = piece.withUnsafeBufferPointer { piece in
      key.read { key in
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          &sealed, nil, piece.baseAddress, UInt64(piece.count), nil, 0, nil, SealedSpool.nonce(number), key)
      }
    }
    var done = 0
    let start = number * sealed.count
    while done < sealed.count {
      let count = sealed[done...].withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(start + done)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BlobFile.problem(errno) }
      done += count
    }
  }

  private func open(_ number: Int) throws(Problem) -> [UInt8] {
    let length = SealedSpool.piece + SealedSpool.overhead
    var sealed = [UInt8](repeating: 0, count: length)
    var done = 0
    while done < length {
      let count = sealed[done...].withUnsafeMutableBytes {
        pread(file, $0.baseAddress, $0.count, off_t(number * length + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BlobFile.damaged }
      done += count
    }
    var piece = [UInt8](repeating: 0, count: SealedSpool.piece)
    let code = key.read { key in
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        &piece, nil, nil, sealed, UInt64(length), nil, 0, SealedSpool.nonce(number), key)
    }
    guard code == 0 else { throw BlobFile.damaged }
    return piece
  }
}
