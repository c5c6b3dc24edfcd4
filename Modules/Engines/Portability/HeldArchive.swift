public import Kernel
internal import Platform

/// An archive that stays readable under `path` while this is held, whatever becomes of the place where it was found.
public final class HeldArchive: Sendable {
  private let number: Int32

  /// The path by which this process can read it.
  public var path: String { FileDescriptor.path(of: number) }

  public init(_ path: String) throws(Problem) {
    // Non-blocking, since opening a pipe would wait for its writer.
    number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw OpenArchive.missing }
  }

  deinit { close(number) }
}
