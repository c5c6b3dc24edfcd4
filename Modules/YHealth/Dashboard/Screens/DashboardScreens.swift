internal import Board
internal import Interface

// The beginning of the dashboard.
extension BoardView<DashboardCards> {
  var header: [Leaf] {
    [
      .heading(part.greeting, level: 1, id: "greeting"),
      .note("\(content.brand), \(words.today)", id: "date"),
    ]
  }
}

extension DayPart {
  /// The title of what matters now.
  var focus: String {
    switch self {
    case .morning: "Recovery"
    case .afternoon: "Activity"
    case .evening: "Your day"
    case .night: "Rest"
    }
  }
}
