internal import FoundationEssentials

/// The history of all texts written and of the texts that replaced them, to determine what is lost.
struct Lineage {
  /// Texts whose save has returned, with their records.
  private(set) var words: [String: ModelServer.Place] = [:]
  private(set) var deletions: [String: ModelServer.Place] = [:]
  /// Attempted deletions by text, whether or not their save returned.
  private var tried: [String: ModelServer.Place] = [:]
  private var after: [String: [String]] = [:]
  private var discarded: Set<String> = []
  /// Records for which a decision or a policy has undone a deletion.
  private var decided: Set<ModelServer.Place> = []

  /// Records a write before its save returns: after power loss it may have replaced the older texts all the same.
  mutating func tries(_ word: String, over older: [String], deletes place: ModelServer.Place? = nil) {
    for older in older { after[older, default: []].append(word) }
    tried[word] = place
  }

  mutating func wrote(_ word: String, at place: ModelServer.Place) { words[word] = place }
  mutating func deleted(_ word: String, at place: ModelServer.Place) { deletions[word] = place }

  mutating func discard(_ words: [String]) { discarded.formUnion(words) }
  mutating func decide(_ place: ModelServer.Place) { decided.insert(place) }

  /// Returns the lost texts: neither visible nor given up, and without a visible replacement.
  func lost(
    seen: Set<String>, holds: (_ deletionOf: ModelServer.Place) -> Bool
  ) -> [(word: String, place: ModelServer.Place)] {
    var known: [String: Bool] = [:]
    func isThere(_ word: String) -> Bool {
      if let known = known[word] { return known }
      known[word] = false
      var found = seen.contains(word) || discarded.contains(word)
      if let place = deletions[word] ?? tried[word] { found = found || decided.contains(place) || holds(place) }
      found = found || (after[word] ?? []).contains(where: isThere(_:))
      known[word] = found
      return found
    }
    var lost: [(word: String, place: ModelServer.Place)] = []
    for (word, place) in words where !isThere(word) { lost.append((word, place)) }
    for (word, place) in deletions where !isThere(word) { lost.append((word, place)) }
    return lost.sorted { $0.word < $1.word }
  }
}
