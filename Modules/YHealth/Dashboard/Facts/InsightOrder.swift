internal import Days

/// In which order cards are told: by priority, and alike ones as whoever made them put them.
enum InsightOrder {
  /// Where a group of one priority has more cards than there is room left for, they take turns, a day each.
  static func cards(_ cards: [InsightCard], room: Int, on day: CalendarDay) -> [InsightCard] {
    var shown: [InsightCard] = []
    for priority in Set(cards.map(\.priority)).sorted() where shown.count < room {
      let alike = cards.filter { $0.priority == priority }
      let isCrowded = shown.count + alike.count > room
      let turn = isCrowded ? (day.number % alike.count + alike.count) % alike.count : 0
      shown += alike[turn...] + alike[..<turn]
    }
    return Array(shown.prefix(room))
  }
}
