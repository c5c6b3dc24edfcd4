internal import Kernel
package import Photos
internal import Platform
package import Profile
package import Shell
internal import Supabase

/// The server's bucket for the photos of profiles.
package enum PhotoBucket {
  package static let name = "profile-photos"
  package static let type = "image/jpeg"
  package static let largest = 1 << 20
  /// The longest side of a photo in pixels.
  package static let longest = 640
}

extension ProfileNeeds.Photos {
  /// Chooses photos at the windows, makes them small on the device, and keeps them in the person's own folder on the
  /// server.
  package init(_ environment: PersonEnvironment, _ membership: Membership, _ press: PhotoPress = PhotoPress()) {
    let windows = environment.windows
    self.init(
      choose: { window throws(Problem) in try await windows[window]?.photo(atMost: PhotoPress.largest) },
      press: { bytes throws(Problem) in try await press.jpeg(of: bytes, longest: PhotoBucket.longest) },
      send: { photo throws(Problem) in try await membership.send(photo) },
      fetch: { path throws(Problem) in try await membership.fetchPhoto(path) })
  }
}

extension Membership {
  /// Uploads a photo to the person's own folder, and returns its bucket and path.
  fileprivate func send(_ photo: ProfilePhoto) async throws(Problem) -> String {
    guard case .signedIn(let user, _) = try await session().states.value else { throw .signedOut }
    let path = "\(user.uuidString.lowercased())/\(photo.mark).jpg"
    switch await (try await server()).upload(Array(photo.bytes), as: PhotoBucket.type, to: path, in: PhotoBucket.name) {
    case .success: return "\(PhotoBucket.name)/\(path)"
    case .failure(let failure): throw .notSent(failure)
    }
  }

  fileprivate func fetchPhoto(_ path: String) async throws(Problem) -> [UInt8] {
    let own = "\(PhotoBucket.name)/"
    guard path.hasPrefix(own) else { throw .notSent(.broken("")) }
    switch await (try await server()).download(
      String(path.dropFirst(own.count)), in: PhotoBucket.name, most: PhotoBucket.largest)
    {
    case .success(let answered): return answered.value
    case .failure(let failure): throw .notSent(failure)
    }
  }
}

extension Problem {
  fileprivate static let signedOut = Problem(
    "photo-signed-out", "You are signed out.", safe: "Your photo is kept on this device.",
    remedy: "Sign in under Profile, Account.")

  fileprivate static func notSent(_ failure: WireFailure) -> Problem {
    let reason =
      switch failure {
      case .unreachable, .timedOut: "The server cannot be reached."
      case .unauthorized: "You are signed out."
      case .later: "The server is busy."
      case .refused: "The server refused the photo."
      case .broken: "The server's answer could not be read."
      }
    return Problem(
      "photo-not-sent", reason, safe: "Your photo is kept on this device.", remedy: "Try again later.")
  }
}
