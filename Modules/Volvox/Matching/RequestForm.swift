public import Forms
internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The field of a request.
public enum RequestField: String, FormFieldName { case note }

/// The sheet of a request to one person.
public struct RequestForm: FormIdentity {
  public typealias Field = RequestField

  public static let drafts = "request_drafts"
  public static let columns = ["person"]

  /// The person's identifier, in lower case.
  let person: String

  init(_ person: String) { self.person = person.lowercased() }

  public init?(columns: [String: String]) {
    guard let id = columns["person"].flatMap({ UUID(uuidString: $0) }) else { return nil }
    self.init(id.lower)
  }

  /// Nil for a route without a form.
  init?(_ route: Route) {
    guard route.path == MatchingPlaces.request.path, let id = route.parameters["id"] else { return nil }
    self.init(id)
  }

  public var columns: [String: String] { ["person": person] }
  public var isNew: Bool { true }

  public func inputs(_ values: FormValues<RequestField>, at now: Moment) -> [FormInput<RequestField>] {
    [FormInput(.note, "Message", .text(longest: ConnectionRequest.longestNote, isLong: true))]
  }
}
