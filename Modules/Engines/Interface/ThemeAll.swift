extension Theme {
  public static let all: [Theme] = [.yhealth, .syncwell, .cadence, .volvox, .dailypa]

  /// The theme of that id, which is the product's.
  public static func named(_ id: String) -> Theme? { all.first { $0.id == id } }
}
