internal import Kernel
internal import MessageSealing
internal import Platform
internal import Storage

/// The person's key phrases, sealed with everything else on this device and never sent.
struct MessagingSecret: Kept {
  static let collection = "messaging_secrets"
  static let own = ID<MessagingSecret>(named: "own")
  /// Number of former phrases that are kept.
  private static let most = 20

  var id: ID<MessagingSecret> { MessagingSecret.own }
  /// The seeds as base64, the newest first. Older ones open older messages.
  private(set) var seeds: [String]
  /// Whether the person said that they have written the newest phrase down.
  var isNoted: Bool

  var when: Date { Date(timeIntervalSince1970: 0) }

  private enum CodingKeys: String, CodingKey { case seeds, isNoted }

  init(_ phrase: RecoveryPhrase, isNoted: Bool) {
    seeds = []
    self.isNoted = isNoted
    begin(phrase, isNoted: isNoted)
  }

  var phrases: [RecoveryPhrase] {
    seeds.compactMap { Data(base64Encoded: $0).flatMap { RecoveryPhrase(seed: [UInt8]($0)) } }
  }

  /// Makes a phrase the newest.
  mutating func begin(_ phrase: RecoveryPhrase, isNoted: Bool) {
    add(phrase, at: 0)
    self.isNoted = isNoted
  }

  /// Adds a phrase for reading alone.
  mutating func keep(_ phrase: RecoveryPhrase) { add(phrase, at: seeds.count) }

  private mutating func add(_ phrase: RecoveryPhrase, at index: Int) {
    let seed = Data(phrase.seed).base64EncodedString()
    guard !seeds.contains(seed) || index == 0 else { return }
    seeds.removeAll { $0 == seed }
    seeds.insert(seed, at: min(index, seeds.count))
    seeds = Array(seeds.prefix(MessagingSecret.most))
  }
}
