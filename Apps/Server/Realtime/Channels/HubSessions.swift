internal import Gate
internal import Kernel
internal import Tokens
internal import WebSocketCodec

/// The end of sessions whose channels are open.
extension Hub {
  /// Closes the sockets that were opened in an ended session, and its channels in other sockets. A socket that has no
  /// other channel is closed too, so that its client learns at once.
  func closeEnded(_ revocations: Revocations) async {
    for client in Array(clients.values) where client.isHere {
      if await isEnded(client.pass.caller, revocations) {
        shut(client, .policy, Hub.sessionEnded)
        continue
      }
      var hasEnded = false
      for member in Array(client.members.values) where await isEnded(member.caller, revocations) {
        guard member.room.members[member.number] === member else { continue }
        end(member, Hub.sessionEnded)
        hasEnded = true
      }
      if hasEnded, client.members.isEmpty { shut(client, .policy, Hub.sessionEnded) }
    }
  }

  static let sessionEnded = "The session has ended"

  /// Whether memory knows that the caller's session has ended. Asked where nothing else can happen between it and the
  /// entry of a socket or a channel: from then on `closeEnded` finds it.
  func hasEnded(_ caller: Caller) -> Bool { revocations?.standing(of: caller) == .ended }

  /// Most callers are judged without leaving the hub.
  private func isEnded(_ caller: Caller, _ revocations: Revocations) async -> Bool {
    switch revocations.standing(of: caller) {
    case .current: false
    case .ended: true
    // Without an answer the channel is checked again with its token.
    case .unknown: (try? await revocations.isEnded(caller)) ?? false
    }
  }
}
