internal import Devices
internal import FoundationEssentials
internal import Kernel
internal import Supabase

extension DevicesNeeds {
  /// Implements the list of devices by the session of this device.
  init(_ membership: Membership) {
    self.init(
      devices: { () throws(Problem) in
        try await membership.session().devices().map {
          Device(
            id: $0.id.uuidString.lowercased(), name: $0.name, signedIn: $0.created, lastUsed: $0.lastUsed,
            isThisOne: $0.isCurrent)
        }
      },
      signOut: { device throws(Problem) in
        guard let id = UUID(uuidString: device) else { return }
        try await membership.session().signOut(device: id)
      },
      signOutOthers: { () throws(Problem) in _ = try await membership.session().signOut(.others) },
      endings: { DevicesNeeds.endings(of: membership) })
  }

  /// Returns whether the session was ended elsewhere, and each change of it, until the consumer ends.
  private static func endings(of membership: Membership) -> AsyncStream<Heard<Bool>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Bool>.self)
    let following = Task {
      do throws(Problem) {
        for await isEnded in try await membership.session().endedElsewhere.listen() {
          continuation.yield(Heard(isEnded))
        }
      } catch {
        // The store is closed; the stream ends.
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }
}
