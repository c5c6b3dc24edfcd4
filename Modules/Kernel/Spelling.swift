/// Suggests the intended word for a misspelled one.
public enum Spelling {
  private static let longest = 60

  /// The candidate with the smallest edit distance, if it is small enough for a typing error.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let wanted = Array(word.lowercased().prefix(longest))
    guard !wanted.isEmpty else { return nil }
    let measured = candidates.filter { !$0.isEmpty }.map { candidate in
      (candidate, changes(from: wanted, to: Array(candidate.lowercased().prefix(longest))))
    }
    guard let best = measured.min(by: { $0.1 < $1.1 }), best.1 <= max(1, wanted.count / 3) else { return nil }
    return best.0
  }

  /// The edit distance: the number of letters added, dropped, changed or swapped with their neighbour.
  private static func changes(from old: [Character], to new: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...new.count)
    for row in old.indices {
      var current = [row + 1]
      for column in new.indices {
        let isSame = old[row] == new[column]
        var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, last) = (last, current)
    }
    return last[new.count]
  }
}
