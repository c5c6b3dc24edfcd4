extension Theme {
  public static let all: [Theme] = [.yhealth, .syncwell, .cadence, .volvox, .dailypa]

  /// The theme with that id; theme ids are product ids.
  public static func named(_ id: String) -> Theme? { all.first { $0.id == id } }
}
