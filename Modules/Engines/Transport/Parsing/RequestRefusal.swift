/// The refusal of a request, with the status that reports it. The connection closes afterwards, since the start of the
/// next request is uncertain.
public struct RequestRefusal: Error, Sendable, Hashable {
  public let status: Status
  public let reason: String

  public init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  static func bad(_ reason: String) -> RequestRefusal { RequestRefusal(.badRequest, reason) }
}
