/// A picture in a person's store, as a face serves it.
public struct StoredPicture: Sendable, Hashable {
  /// Its media type, such as `image/jpeg`.
  public let type: String
  public let bytes: [UInt8]

  public init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }
}

extension Person {
  /// Returns a picture of this person by its name; nil when there is none, and while the profile is locked.
  public func picture(_ name: String) async -> StoredPicture? { await features.picture?(name) }
}
