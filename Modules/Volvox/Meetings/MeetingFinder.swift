/// The public meeting search of a fellowship. Nothing is fetched from it: a person who asks for it is led to its page.
public struct MeetingFinder: Sendable, Hashable, Identifiable {
  public let id: String
  let title: String
  let address: String

  static let all = [
    MeetingFinder(id: "aa", title: "Find AA meetings", address: "https://www.aa.org/find-aa"),
    MeetingFinder(id: "na", title: "Find NA meetings", address: "https://na.org/meetingsearch/"),
    MeetingFinder(
      id: "smart", title: "Find SMART Recovery meetings", address: "https://meetings.smartrecovery.org/meetings/"),
  ]

  /// The host of the address, for a hint.
  var host: String { address.split(separator: "/").dropFirst().first.map(String.init) ?? address }
}
