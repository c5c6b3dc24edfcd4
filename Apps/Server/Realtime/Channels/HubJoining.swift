internal import Relational
internal import Tokens

/// Joining and leaving channels.
extension Hub {
  func join(_ frame: ClientFrame, by client: Client) async {
    do throws(Malformed) {
      guard frame.topic.hasPrefix(Room.prefix), frame.topic.utf8.count <= limits.topic,
        frame.topic.utf8.count > Room.prefix.utf8.count
      else { throw Malformed(what: "unmatched topic") }
      guard client.members.count < limits.joins || client.members[frame.topic] != nil else {
        throw Malformed(what: "ChannelRateLimitReached: a socket joins \(limits.joins) channels at most")
      }
      let config = try read(frame)
      let pass = try await self.pass(config.token, of: client)
      let name = Room.Name(topic: String(frame.topic.dropFirst(Room.prefix.count)), isPrivate: config.isPrivate)
      if name.isPrivate, await !mayJoin(pass.caller, name.topic) {
        throw Malformed(
          what: "Unauthorized: You do not have permissions to read from this Channel topic: \(name.topic)")
      }
      // The client may have left during the check.
      guard client.isHere, clients[client.number] === client else { return }
      guard !hasEnded(pass.caller) else { throw Malformed(what: "InvalidJWTToken: \(Hub.sessionEnded)") }
      await settle(add(frame, config, pass, name, of: client), config)
    } catch {
      refuse(frame, of: client, error.what)
    }
  }

  private func read(_ frame: ClientFrame) throws(Malformed) -> JoinConfig {
    do throws(Malformed) { return try JoinConfig(frame.payload, limits: limits) } catch {
      throw Malformed(what: "InvalidJoinPayload: \(error.what)")
    }
  }

  /// Adds a member; joining a channel again replaces the older membership and its subscriptions.
  private func add(
    _ frame: ClientFrame, _ config: JoinConfig, _ pass: Pass, _ name: Room.Name, of client: Client
  ) -> ChannelMember {
    if let older = client.members[frame.topic] { remove(older) }
    let room = rooms[name] ?? Room(name)
    rooms[name] = room
    given += 1
    let member = ChannelMember(given, client, room, frame, config, pass)
    room.members[member.number] = member
    client.members[frame.topic] = member
    figures.channels += 1
    watchToken(of: member)
    var answer: [UInt8] = []
    answer += #"{"postgres_changes":["#
    for (index, binding) in config.bindings.enumerated() {
      if index > 0 { answer += "," }
      answer += binding.answer
    }
    answer += "]}"
    reply(frame, to: client, answer)
    if member.isPresent { say("presence_state", room.presence.json, to: member) }
    return member
  }

  /// Subscribes to the database, and sends `ok` once changes are received.
  private func settle(_ member: ChannelMember, _ config: JoinConfig) async {
    guard !config.bindings.isEmpty else { return }
    do throws(Malformed) {
      var listenings: [ChannelBinding] = []
      for binding in config.bindings { listenings.append(try binding.listening(in: database.schema)) }
      member.listenings = listenings
    } catch {
      return system(member, ok: false, "Unable to subscribe to changes with given parameters: \(error.what)")
    }
    listen(member)
    await watch().value
    guard member.client.members[Room.prefix + member.room.name.topic] === member else { return }
    system(member, ok: true, "Subscribed to PostgreSQL")
  }

  /// Removes a member without telling its client.
  func remove(_ member: ChannelMember) {
    let room = member.room
    guard room.members.removeValue(forKey: member.number) != nil else { return }
    figures.channels -= 1
    if !member.listenings.isEmpty {
      unlisten(member)
      watch()
    }
    if let diff = room.presence.untrack(.init(instance: instance, member: member.number)) {
      tell(diff, in: room)
      publish(.untrack(room.name, member: member.number))
    }
    if room.isEmpty { rooms[room.name] = nil }
  }

  /// Closes a channel from the server's side, with a reason.
  func end(_ member: ChannelMember, _ reason: String) {
    system(member, ok: false, reason, extension: "system")
    member.client.members[Room.prefix + member.room.name.topic] = nil
    remove(member)
    say("phx_close", Array("{}".utf8), to: member, ref: member.joinRef)
  }
}
