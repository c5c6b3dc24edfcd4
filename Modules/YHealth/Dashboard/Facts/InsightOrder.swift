internal import Board
internal import Days

/// The order of cards: by priority, and within a priority as delivered.
enum InsightOrder {
  /// Where a priority has more cards than room is left for, the cards rotate daily.
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
