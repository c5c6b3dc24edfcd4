/// The reason why an archive is not read. Whoever reads it words the reason for its person.
public enum ZipFailure: Error, Sendable, Equatable {
  /// The file ends before the archive does.
  case cutShort
  /// A number, a checksum or the compressed data is wrong.
  case damaged
  /// The entry is encrypted.
  case locked
  /// The entry is compressed in a way other than Deflate.
  case unknownMethod
  /// The file is one of several parts of an archive.
  case inParts
  /// The entry is longer than the reader allows.
  case tooLarge
  case noMemory
  case diskFailed
}
