internal import Kernel

// Stores the holding of each collection, so that clearing and tidying include collections that are not registered in
// this process.
extension Ledger {
  func remember(_ collection: Registered) throws(Problem) {
    let (name, text) = ("holding.\(collection.number)", Array(collection.holding.kept.utf8))
    if try tables.meta(name) != text { try tables.setMeta(name, text) }
  }

  /// Every collection ever registered. The holding is nil if only an older version registered it.
  func holdings() throws(Problem) -> [(number: Int, name: String, holding: Holding?)] {
    var all: [(number: Int, name: String, holding: Holding?)] = []
    for (number, name) in try tables.everyCollection() {
      let kept = try tables.meta("holding.\(number)").flatMap { Holding(kept: String(decoding: $0, as: UTF8.self)) }
      all.append((number, name, names[number]?.holding ?? kept))
    }
    return all
  }
}

extension Holding {
  /// The stored form: "owned 0", "local", "cached 1000 604800.0 insights".
  var kept: String {
    switch self {
    case .owned(let priority): "owned \(priority.rawValue)"
    case .local: "local"
    case .cached(let budget, let window):
      "cached \(budget.bytes) \(window.map { "\($0.seconds)" } ?? "-") \(budget.name)"
    }
  }

  init?(kept text: String) {
    let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("owned", 2):
      guard let priority = Int(parts[1]).flatMap(Priority.init(rawValue:)) else { return nil }
      self = .owned(priority)
    case ("local", 1): self = .local
    case ("cached", 4):
      guard let bytes = Int(parts[1]) else { return nil }
      let seconds = Double(parts[2]).flatMap { (0...1e12).contains($0) ? $0 : nil }
      guard parts[2] == "-" || seconds != nil else { return nil }
      self = .cached(Budget(parts[3], bytes: bytes), window: seconds.map { .seconds($0) })
    default: return nil
    }
  }
}
