internal import Kernel
internal import MessageSealing
internal import Platform

/// Whether this device can seal and open messages.
public enum KeyStanding: Sendable, Hashable {
  case unknown
  /// The person has no keys anywhere.
  case absent
  /// Messages are sealed with the own key of this number.
  case ready(Int)
  /// The person has set up messages on another device, whose phrase this one does not have.
  case foreign
}

/// The keys of a person on this device: their own, and those of the others.
struct MessageKeyring: Sendable {
  let person: UUID
  /// The own identities, the newest first.
  let identities: [MessagingIdentity]
  /// The own keys that the server passes on, or will.
  let own: [AnnouncedKey]
  let peers: [UUID: PeerKeys]
  /// The keys that were derived, since that takes a hundred times as long as opening a message.
  private let derived = Locked<[DerivedPlace: ConnectionKey]>([:])
  private static let mostDerived = 2_000

  private struct DerivedPlace: Hashable {
    let identity: [UInt8]
    let number: Int
    let agreement: Data
    let connection: UUID
  }

  init(_ person: UUID, phrases: [RecoveryPhrase], own: [AnnouncedKey], peers: [UUID: PeerKeys]) {
    self.person = person
    identities = phrases.map(MessagingIdentity.init)
    self.own = own
    self.peers = peers
  }

  var newest: AnnouncedKey? { own.max { $0.number < $1.number } }

  /// The identity of the newest own key.
  var current: MessagingIdentity? {
    newest.flatMap { newest in identities.first { $0.signing == newest.signing } }
  }

  var standing: KeyStanding {
    guard let newest else { return .absent }
    return current == nil ? .foreign : .ready(newest.number)
  }

  /// The number of the next own key.
  var nextNumber: Int { (newest?.number ?? 0) + 1 }

  /// The identity of an own key; nil when this device does not have its phrase. A key that the server has not told of is
  /// taken for one of the newest identity.
  private func identity(of number: Int) -> MessagingIdentity? {
    guard let key = own.first(where: { $0.number == number }) else { return identities.first }
    return identities.first { $0.signing == key.signing }
  }

  private func key(
    of identity: MessagingIdentity, _ number: Int, with agreement: Data, in connection: UUID
  ) -> ConnectionKey? {
    let place = DerivedPlace(
      identity: identity.phrase.seed, number: number, agreement: agreement, connection: connection)
    if let known = derived.withLock({ $0[place] }) { return known }
    guard let key = identity.key(number, with: [UInt8](agreement), in: connection) else { return nil }
    derived.withLock { derived in
      if derived.count >= MessageKeyring.mostDerived { derived = [:] }
      derived[place] = key
    }
    return key
  }

  // MARK: Messages

  /// Seals a text; nil when one of the two has no key.
  func seal(_ text: String, at place: MessagePlace) -> SealedMessageBody? {
    guard case .ready(let number) = standing, let identity = current, let other = peers[place.recipient]?.current,
      let key = key(of: identity, number, with: other.agreement, in: place.connection)
    else { return nil }
    return key.seal(text, at: place, from: number, to: other.number)
  }

  /// The content of a message between this person and another.
  func open(_ message: SealedMessage) -> MessageContent { open(message.body, at: message.place) }

  func open(_ text: String, at place: MessagePlace) -> MessageContent {
    guard let body = SealedMessageBody(text) else { return .broken }
    let isOwn = place.sender == person
    let (number, other) = isOwn ? (body.sender, body.recipient) : (body.recipient, body.sender)
    guard let identity = identity(of: number) else { return .locked }
    let peer = peers[isOwn ? place.recipient : place.sender]
    let keys = peer?.keys(other) ?? []
    if keys.isEmpty { return peer?.isUnaccepted(other) == true ? .unaccepted : .keyless }
    for seen in keys {
      guard let key = key(of: identity, number, with: seen.agreement, in: place.connection) else { continue }
      if let text = key.open(body, at: place) { return .text(text) }
    }
    return .broken
  }

  /// The digits that this person compares with another; nil when one of the two has no key.
  func code(with other: UUID) -> SecurityCode? {
    guard let identity = current, let signing = peers[other]?.newest?.signing else { return nil }
    return SecurityCode(person, identity.signing, and: other, [UInt8](signing))
  }
}

/// The content of a message on this device.
public enum MessageContent: Sendable, Hashable {
  case text(String)
  /// Sealed for an identity of this person whose phrase this device does not have.
  case locked
  /// Sealed by an identity of the other that was not accepted.
  case unaccepted
  /// The other's key has not arrived.
  case keyless
  /// Changed, damaged or moved on the way.
  case broken

  /// The text, or a sentence in its place.
  var words: String {
    switch self {
    case .text(let text): text
    case .locked: "This message can be read with your former key phrase."
    case .unaccepted: "This message is shown when you have accepted the new security code."
    case .keyless: "The key of this message has not arrived yet."
    case .broken: "This message was damaged or changed on the way, and cannot be read."
    }
  }
}
