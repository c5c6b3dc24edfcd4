public import Interface
internal import Kernel
internal import Storage

/// The places of Meetings.
public enum MeetingsPlaces {
  public static let home = Route(["meetings"])
  public static let meeting = Route(["meetings", "meeting"])
  public static let importing = Route(["meetings", "import"])

  static func meeting(_ id: ID<Meeting>) -> Route { Route(meeting.path, ["id": id.description]) }

  public static let all: [Place] = [
    Place("/meetings", title: "Meetings", keywords: ["groups", "next", "online", "nearby"]),
    Place(
      RoutePattern([.word("meetings"), .word("meeting")], parameters: ["id": .id(name: "id")]), title: "Meeting",
      keywords: []),
    Place("/meetings/import", title: "Import meetings", isSheet: true, keywords: ["feed", "file", "Meeting Guide"]),
  ]
}
