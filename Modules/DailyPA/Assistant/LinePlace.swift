/// The place at the end of an event's title: "dentist in room 4", "lunch at Luigi's".
///
/// Only words that name a place count: a room or another part of a building, "the" with "at", and names with a capital letter.
public struct LinePlace: Sendable, Hashable {
  /// The title without its place.
  public let title: String
  /// Nil where the title names none.
  public let place: String?

  private static let parts: Set<String> = ["room", "hall", "building", "floor", "office", "studio", "gate", "zoom"]

  public init(in title: String) {
    let words = title.split(separator: " ")
    for index in words.indices.dropFirst().reversed() where index + 1 < words.count {
      let (word, next) = (words[index].lowercased(), words[index + 1])
      guard word == "in" || word == "at" else { continue }
      let isPlace =
        next.first?.isUppercase == true || LinePlace.parts.contains(next.lowercased())
        || next.lowercased() == "the" && index + 2 < words.count
          && (word == "at" || words.last.map { LinePlace.parts.contains($0.lowercased()) } ?? false)
      guard isPlace else { continue }
      self.title = words[..<index].joined(separator: " ")
      place = words[(index + 1)...].joined(separator: " ")
      return
    }
    (self.title, place) = (title, nil)
  }

  /// The rest of words that end in that place, without the "in" or "at" before it; nil for other words.
  static func title(of words: String, before place: String) -> String? {
    guard words.hasSuffix(place) else { return nil }
    let rest = words.dropLast(place.count).split(separator: " ")
    return rest.dropLast().joined(separator: " ")
  }
}
