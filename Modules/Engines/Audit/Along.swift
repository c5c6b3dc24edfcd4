public import Interface

// Rules that need several frames.
extension Audit {
  /// Findings for nodes and actions that are missing when only the appearance changes: text size, scheme or motion.
  public static func findings(comparing usual: Frame, with other: Frame) -> [Finding] {
    let there = Dictionary(other.everything.map { ($0.id, $0.actions) }, uniquingKeysWith: { first, _ in first })
    let looks = other.appearance
    let how = "\(looks.textSize) %, \(looks.scheme.rawValue), \(looks.motion.rawValue) motion"
    return usual.everything.compactMap { element in
      guard let actions = there[element.id] else { return Finding(.loss, at: element, "It is not there at \(how).") }
      let lost = element.actions.filter { !actions.contains($0) }.map(\.rawValue)
      if lost.isEmpty { return nil }
      return Finding(.loss, at: element, "At \(how) it no longer takes \(lost.joined(separator: ", ")).")
    }
  }

  /// Findings for bars whose entries change their order between screens of a product.
  public static func findings(along frames: [Frame]) -> [Finding] {
    var order: Set<Pair> = []
    var found: [Finding] = []
    for frame in frames {
      for bar in frame.chrome where bar.role == .navigation || bar.role == .banner {
        let entries = bar.children.map(\.id)
        let pairs = entries.indices.flatMap { index in
          entries[(index + 1)...].map { Pair(first: entries[index], second: $0) }
        }
        if pairs.contains(where: { order.contains($0.turned) }) {
          found.append(
            Finding(.steadyBars, at: bar, "On \(frame.route) its entries stand in another order than before."))
        } else {
          order.formUnion(pairs)
        }
      }
    }
    return found
  }

  /// An ordered pair of entries of one bar.
  private struct Pair: Hashable {
    let first: String
    let second: String

    var turned: Pair { Pair(first: second, second: first) }
  }
}
