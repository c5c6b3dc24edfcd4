public import Interface

/// The routes of the feature's screens.
public enum NotificationsPlaces {
  public static let history = Route(["notifications"])
  public static let why = Route(["notifications", "why"])
  public static let device = Route(["notifications", "device"])
  /// The route of the settings, which belong to another feature.
  static let settings = Route(["settings", "notifications"])

  static func why(_ entry: NotificationEntry) -> Route { Route(why.path, ["id": "\(entry.id)"]) }

  public static let all = [
    Place("/notifications", title: "Notifications", keywords: ["bell", "inbox", "reminders"]),
    Place(
      RoutePattern([.word("notifications"), .word("why")], parameters: ["id": .id(name: "id")]),
      title: "Why or why not", keywords: ["notification", "planned", "reminder"]),
    Place(
      "/notifications/device", title: "Notifications on this device",
      keywords: ["permission", "do not disturb", "pause"]),
  ]
}
