internal import CSodium
internal import Kernel

/// Secret bytes in memory of their own, which is not swapped out, and is zeroed by `wipe` and on release.
final class SecretBytes: Sendable {
  let count: Int
  private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>
  /// Guards the bytes: a store is closed while another task reads a blob.
  private let wiped = Locked(false)

  /// Copies the bytes. The caller wipes its own.
  init(_ given: UnsafeBufferPointer<UInt8>) {
    Sodium.ready()
    count = given.count
    guard let memory = sodium_malloc(given.count)?.assumingMemoryBound(to: UInt8.self) else {
      preconditionFailure("no memory for a key")
    }
    bytes = memory
    if let start = given.baseAddress { memory.update(from: start, count: given.count) }
  }

  deinit { sodium_free(bytes) }

  /// Passes the bytes to `body`, which must not keep the pointer. After `wipe` they are zeros.
  func read<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    // The result leaves the lock by a variable, since it need not be sendable.
    var result: Result?
    wiped.withLock { _ in result = body(UnsafePointer(bytes)) }
    guard let result else { preconditionFailure("the body of a read always runs") }
    return result
  }

  /// Zeroes the bytes now, whoever still refers to them.
  func wipe() {
    wiped.withLock { wiped in
      sodium_memzero(bytes, count)
      wiped = true
    }
  }

  var isWiped: Bool { wiped.withLock { $0 } }
}

extension [UInt8] {
  /// Zeroes a passing copy of a secret before its memory is reused.
  mutating func wipe() { withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) } }
}
