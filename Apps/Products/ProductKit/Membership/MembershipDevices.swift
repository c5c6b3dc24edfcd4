internal import Devices
internal import Kernel
internal import Platform
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
    .relaying { tell in
      // The stream ends at once when the store is closed.
      guard let session = try? await membership.session() else { return }
      for await isEnded in session.endedElsewhere.listen() { tell(Heard(isEnded)) }
    }
  }
}
