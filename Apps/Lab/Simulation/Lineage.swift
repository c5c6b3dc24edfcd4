internal import FoundationEssentials

/// What people wrote, each word once, and what they put in its place knowing it. By this it is told what is lost.
struct Lineage {
  /// Every word whose save returned, with its record.
  private(set) var words: [String: ModelServer.Place] = [:]
  private(set) var deletions: [String: ModelServer.Place] = [:]
  /// Deletions that were perhaps made.
  private var tried: [String: ModelServer.Place] = [:]
  private var after: [String: [String]] = [:]
  private var discarded: Set<String> = []
  /// Of these records somebody has decided, or a rule has, that a deletion does not hold.
  private var decided: Set<ModelServer.Place> = []

  /// Before it is said to be saved it may be, when power goes: then it has taken the others' place all the same.
  mutating func tries(_ word: String, over older: [String], deletes place: ModelServer.Place? = nil) {
    for older in older { after[older, default: []].append(word) }
    tried[word] = place
  }

  mutating func wrote(_ word: String, at place: ModelServer.Place) { words[word] = place }
  mutating func deleted(_ word: String, at place: ModelServer.Place) { deletions[word] = place }

  mutating func discard(_ words: [String]) { discarded.formUnion(words) }
  mutating func decide(_ place: ModelServer.Place) { decided.insert(place) }

  /// The words that are nowhere: not where somebody sees them, not given up, and nothing of what took their place is
  /// there either.
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
