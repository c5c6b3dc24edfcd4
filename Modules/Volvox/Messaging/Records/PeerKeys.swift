internal import Kernel
internal import MessageSealing
internal import Platform
internal import Storage

/// The message keys of another person that this device knows. The first identity is trusted when it is met; another one is
/// used only once this person has accepted it.
struct PeerKeys: Kept {
  static let collection = "peer_message_keys"
  /// Number of keys that are kept of one person.
  private static let most = 200

  struct Seen: Codable, Sendable, Hashable {
    let number: Int
    let signing: Data
    let agreement: Data
  }

  let id: ID<PeerKeys>
  /// The signing keys that were accepted, the one in use last.
  private(set) var accepted: [Data] = []
  /// Whether the security code was compared since the identity was accepted.
  var isCompared = false
  private(set) var seen: [Seen] = []

  var when: Date { Date(timeIntervalSince1970: 0) }

  private enum CodingKeys: String, CodingKey { case id, accepted, isCompared, seen }

  init(_ person: UUID) { id = ID(person) }

  /// The newest key that the person has announced, whoever signed it.
  var newest: Seen? { seen.max { $0.number < $1.number } }

  /// Whether the newest key comes from an identity that was not accepted.
  var isChanged: Bool { newest.map { $0.signing != accepted.last } ?? false }

  /// The key to seal with: the newest of the accepted identity.
  var current: Seen? { seen.filter { $0.signing == accepted.last }.max { $0.number < $1.number } }

  /// The keys of this number, without those of identities that were not accepted.
  func keys(_ number: Int) -> [Seen] { seen.filter { $0.number == number && accepted.contains($0.signing) } }

  /// Whether a message names a key whose identity was not accepted.
  func isUnaccepted(_ number: Int) -> Bool { seen.contains { $0.number == number } && keys(number).isEmpty }

  /// Adds keys that are new; they are kept, since those of an ended connection are not sent any more.
  mutating func learn(_ keys: [AnnouncedKey]) {
    for key in keys.sorted(by: { $0.number < $1.number }) where key.person == id.uuid && seen.count < PeerKeys.most {
      let one = Seen(number: key.number, signing: Data(key.signing), agreement: Data(key.agreement))
      if !seen.contains(one) { seen.append(one) }
    }
    if accepted.isEmpty, let newest { accepted = [newest.signing] }
  }

  /// Accepts the identity of the newest key.
  mutating func accept() {
    guard let newest, isChanged else { return }
    accepted.removeAll { $0 == newest.signing }
    accepted.append(newest.signing)
    isCompared = false
  }
}
