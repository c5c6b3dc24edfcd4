internal import Kernel

/// A bounded cache of valid tokens by their text, in two generations: when the newer is full the older is dropped, and
/// a hit in the older moves over. Only valid tokens enter, so invalid ones evict nothing.
struct TokenCache: Sendable {
  struct Known: Sendable {
    let caller: Caller
    let expires: Int?
    let notBefore: Int?
    /// The keys by which it was verified.
    var generation = 0
  }

  private struct Held {
    var newer: [String: Known] = [:]
    var older: [String: Known] = [:]
  }

  /// Longer tokens are verified each time, which bounds memory.
  static let longest = 4096

  private let most: Int
  private let held = Locked(Held())

  init(_ most: Int) { self.most = max(2, most) }

  var count: Int { held.withLock { $0.newer.count + $0.older.count } }

  subscript(text: String) -> Known? {
    held.withLock { held in
      if let known = held.newer[text] { return known }
      guard let known = held.older.removeValue(forKey: text) else { return nil }
      keep(text, known, &held)
      return known
    }
  }

  func remember(_ text: String, _ known: Known) {
    guard text.utf8.count <= TokenCache.longest else { return }
    held.withLock { keep(text, known, &$0) }
  }

  private func keep(_ text: String, _ known: Known, _ held: inout Held) {
    if held.newer.count >= most / 2 {
      held.older = held.newer
      held.newer = [:]
    }
    held.newer[text] = known
  }
}
