/// Why a request is not taken, and the status that says so. After one the connection closes: where the next request
/// would begin is not known for certain.
public struct Refusal: Error, Sendable, Hashable {
  public let status: Status
  public let reason: String

  public init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  static func bad(_ reason: String) -> Refusal { Refusal(.badRequest, reason) }
}
