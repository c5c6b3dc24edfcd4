public import Kernel
public import Platform
public import Storage

/// The profile's photo on this device: small, without metadata, and stored before it is sent.
public struct ProfilePhoto: Kept {
  public static let collection = "profile_photo"

  /// Tells this photo from earlier ones, on the server and in the addresses of a face.
  public let mark: String
  public let bytes: Data
  /// Where the server keeps it; nil while it waits to be sent.
  public let path: String?
  public let at: Date

  public var id: ID<ProfilePhoto> { ID(named: "own") }
  public var when: Date { at }

  public init(mark: String, bytes: Data, path: String?, at: Date) {
    self.mark = mark
    self.bytes = bytes
    self.path = path
    self.at = at
  }

  func sent(to path: String) -> ProfilePhoto { ProfilePhoto(mark: mark, bytes: bytes, path: path, at: at) }
}

/// The state of choosing a photo in one window.
public enum PhotoPhase: Sendable, Equatable {
  case idle
  /// The person is choosing one.
  case choosing
  /// It is made smaller and stored.
  case working
  /// Why it was not taken, as a sentence.
  case refused(String)
}
