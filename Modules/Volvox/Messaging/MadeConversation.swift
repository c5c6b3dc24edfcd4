public import Kernel
internal import MessageSealing
public import Platform
public import Storage

/// A conversation that is made up, such as that of a demonstration: the keys of both people, and texts that are sealed with
/// them. Their phrases follow from a name, so they keep nothing secret.
public struct MadeConversation: Sendable {
  private let connection: UUID
  private let (person, partner): (UUID, UUID)
  private let (own, other): (MessagingIdentity, MessagingIdentity)

  /// A conversation of a person, as their device has it, with a partner.
  public init(_ name: String, in connection: UUID, of person: UUID, with partner: UUID) {
    (self.connection, self.person, self.partner) = (connection, person, partner)
    (own, other) = (Self.identity("\(name) own"), Self.identity("\(name) other"))
  }

  private static func identity(_ name: String) -> MessagingIdentity {
    let id = ID<MessagingSecret>(named: name).uuid.uuid
    let seed = withUnsafeBytes(of: id) { [UInt8]($0) }
    // An identifier has as many bytes as a phrase.
    return MessagingIdentity(RecoveryPhrase(seed: seed) ?? .random())
  }

  /// The announced keys of both.
  public func keys(at now: Date) -> [MessageKey] {
    [(own, person), (other, partner)].map { identity, person in
      MessageKey(
        id: ID(named: "made \(person.uuidString)"), identity.announcement(of: 1, by: person), at: now)
    }
  }

  /// Seals a text under a name, as `Messaging.sealed` does; nil for people whose keys make no key.
  public func sealed(_ text: String, as id: UUID, isOwn: Bool) -> String? {
    let (sender, recipient) = isOwn ? (person, partner) : (partner, person)
    let (writer, reader) = isOwn ? (own, other) : (other, own)
    let agreement = reader.announcement(of: 1, by: recipient).agreement
    let place = MessagePlace(id, in: connection, from: sender, to: recipient)
    return writer.key(1, with: agreement, in: connection)?.seal(text, at: place, from: 1, to: 1).text
  }

  public func message(
    _ text: String, id: UUID, isOwn: Bool, at sentAt: Date, readAt: Date?
  ) -> SealedMessage? {
    sealed(text, as: id, isOwn: isOwn).map { body in
      SealedMessage(
        id: ID(id), connection: connection, sender: isOwn ? person : partner, recipient: isOwn ? partner : person,
        body: body, sentAt: sentAt, deliveredAt: sentAt, readAt: readAt)
    }
  }

  /// Keeps the person's phrase on the device, unless it has one.
  public func keepPhrase(in store: Store) async throws(Problem) {
    let secrets = try await store.collection(MessagingSecret.self, .local)
    guard try await secrets.record(MessagingSecret.own) == nil else { return }
    try await secrets.save(MessagingSecret(own.phrase, isNoted: true), over: .nothing)
  }

  /// Removes the phrase, what the device has learnt of the partner's keys, and the draft.
  public func forget(in store: Store) async throws(Problem) {
    let secrets = try await store.collection(MessagingSecret.self, .local)
    if try await secrets.record(MessagingSecret.own)?.phrases.first == own.phrase {
      try await secrets.delete(MessagingSecret.own)
    }
    try await store.collection(PeerKeys.self, .local).delete(ID(partner))
    try await store.collection(MessageDraft.self, .local).delete(ID(connection))
  }
}
