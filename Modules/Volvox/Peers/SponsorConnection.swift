public import JSON
public import Kernel
public import Platform
public import Storage

/// A connection between a sponsor and a sponsee. The server's functions write it; devices of both people receive it.
public struct SponsorConnection: Syncable {
  public static let collection = "connections"
  /// Characters of the feedback on a connection that ends.
  public static let longestFeedback = 2_000

  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    case active, ended
  }

  public let id: ID<SponsorConnection>
  public let request: UUID
  public let sponsor: UUID
  public let sponsee: UUID
  public var status: Status
  /// When the request was accepted, by the server's clock.
  public let beganAt: Date
  public var endedAt: Date?
  public var endedBy: UUID?

  public var when: Date { beganAt }

  public init(
    id: ID<SponsorConnection>, request: UUID, sponsor: UUID, sponsee: UUID, status: Status = .active, beganAt: Date,
    endedAt: Date? = nil, endedBy: UUID? = nil
  ) {
    self.id = id
    self.request = request
    self.sponsor = sponsor
    self.sponsee = sponsee
    self.status = status
    self.beganAt = beganAt
    self.endedAt = endedAt
    self.endedBy = endedBy
  }

  public enum CodingKeys: String, ColumnKey {
    case id, request, sponsor, sponsee, status
    case beganAt = "began_at"
    case endedAt = "ended_at"
    case endedBy = "ended_by"
  }
}

extension SponsorConnection {
  /// Reads a row of the server; nil when a value is missing or of another kind.
  public init?(_ json: JSON) {
    func id(_ key: String) -> UUID? { json[key]?.string.flatMap { UUID(uuidString: $0) } }
    guard let own = id("id"), let request = id("request"), let sponsor = id("sponsor"), let sponsee = id("sponsee"),
      let status = json["status"]?.string.flatMap(Status.init),
      let beganAt = json["began_at"]?.string.flatMap(Moment.date)
    else { return nil }
    self.init(
      id: ID(own), request: request, sponsor: sponsor, sponsee: sponsee, status: status, beganAt: beganAt,
      endedAt: json["ended_at"]?.string.flatMap(Moment.date), endedBy: id("ended_by"))
  }
}
