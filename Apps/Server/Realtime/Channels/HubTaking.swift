internal import Tokens
internal import Transport
internal import WebSocketCodec

/// Messages from clients.
extension Hub {
  func take(_ message: Message, from number: Int) async {
    guard let client = clients[number], client.isHere else { return }
    let frame: ClientFrame
    do throws(Malformed) {
      frame =
        switch message {
        case .text(let text): try client.wire.read(text)
        case .binary(let bytes): try client.wire.read(bytes)
        }
    } catch {
      if case .binary = message { return shut(client, .unsupported, error.what) }
      return shut(client, .invalidText, error.what)
    }
    figures.heard += 1
    guard client.bucket.take(at: beaten) else {
      client.refused += 1
      guard client.refused <= limits.patience else { return shut(client, .policy, "too many messages") }
      return refuse(frame, of: client, "RateLimitReached: too many messages per second")
    }
    client.refused = 0
    await take(frame, from: client)
  }

  private func take(_ frame: ClientFrame, from client: Client) async {
    switch (frame.topic, frame.event) {
    case ("phoenix", "heartbeat"): return reply(frame, to: client)
    case (_, "phx_join"): return await join(frame, by: client)
    default: break
    }
    guard let member = client.members[frame.topic] else {
      return refuse(frame, of: client, "unmatched topic")
    }
    switch frame.event {
    case "phx_leave":
      client.members[frame.topic] = nil
      remove(member)
      reply(frame, to: client)
      say("phx_close", Array("{}".utf8), to: member, ref: member.joinRef)
    case "access_token": await renew(member, by: frame)
    case "broadcast": broadcast(frame, by: member)
    case "presence": attend(frame, by: member)
    default: refuse(frame, of: client, "UnknownEvent: there is no such event")
    }
  }

  private func broadcast(_ frame: ClientFrame, by member: ChannelMember) {
    spread("broadcast", frame.payload, in: member.room) { $0 !== member || member.hearsItself }
    publish(.broadcast(member.room.name, payload: frame.payload))
    if member.acknowledges { reply(frame, to: member.client) }
  }

  /// Broadcasts to a room from outside, whether or not it has members.
  func broadcast(_ payload: [UInt8], in name: Room.Name) {
    if let room = rooms[name] { spread("broadcast", payload, in: room) }
    publish(.broadcast(name, payload: payload))
  }

  func mayJoin(_ caller: Caller, _ topic: String) async -> Bool { await policy.allows(caller, topic) }
}
