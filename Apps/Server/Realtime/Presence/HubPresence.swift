/// Presence events of clients.
extension Hub {
  func attend(_ frame: ClientFrame, by member: ChannelMember) {
    do throws(Malformed) {
      let parts = try ObjectMembers(frame.payload[...])
      let room = member.room
      let who = Presence.Who(instance: instance, member: member.number)
      switch try parts.text("event")?.lowercased() {
      case "track":
        let said = parts.value("payload") ?? Array("{}".utf8)[...]
        try track(Presence.content(said), by: member, who)
      case "untrack":
        if let diff = room.presence.untrack(who) {
          tell(diff, in: room)
          publish(.untrack(room.name, member: member.number))
        }
      default: throw Malformed(what: "somebody is tracked or untracked")
      }
      reply(frame, to: member.client)
    } catch {
      refuse(frame, of: member.client, "InvalidPresence: \(error.what)")
    }
  }

  private func track(_ content: [UInt8], by member: ChannelMember, _ who: Presence.Who) throws(Malformed) {
    let room = member.room
    let key = member.presenceKey.isEmpty ? "\(instance)-\(member.number)" : member.presenceKey
    guard content.count <= limits.presence else {
      throw Malformed(what: "what is tracked is longer than \(limits.presence) bytes")
    }
    guard room.presence.has(key) || room.presence.keyCount < limits.presenceKeys else {
      throw Malformed(what: "a channel has \(limits.presenceKeys) keys at most")
    }
    if !member.isPresent {
      member.isPresent = true
      say("presence_state", room.presence.json, to: member)
    }
    given += 1
    let ref = "\(instance)-\(String(given, radix: 36))"
    guard let diff = room.presence.track(key, who, ref: ref, content: content) else { return }
    tell(diff, in: room)
    publish(.track(room.name, key: key, member: member.number, ref: ref, content: content))
  }

  func tell(_ diff: PresenceDiff, in room: Room) {
    spread("presence_diff", diff.json, in: room) { $0.isPresent }
  }
}
