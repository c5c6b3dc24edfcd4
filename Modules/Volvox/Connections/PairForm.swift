public import Forms
internal import Interface
public import Kernel
internal import Peers
public import Platform

/// The fields of the sheets of Connections that keep drafts.
public enum PairField: String, FormFieldName { case kind, words, messages, feedback }

/// A sheet in which something is written: the report of a person, or the feedback at the end of a connection.
public enum PairForm: FormIdentity {
  public typealias Field = PairField

  public static let drafts = "connection_drafts"
  public static let columns = ["report", "end"]

  case report(UUID)
  case end(UUID)

  public init?(columns: [String: String]) {
    func id(_ column: String) -> UUID? { columns[column].flatMap { UUID(uuidString: $0) } }
    if let person = id("report") {
      self = .report(person)
    } else if let connection = id("end") {
      self = .end(connection)
    } else {
      return nil
    }
  }

  /// Nil for a route without a form.
  init?(_ route: Route) {
    guard let id = route.parameters["id"].flatMap({ UUID(uuidString: $0) }) else { return nil }
    switch route.path {
    case ConnectionsPlaces.report.path: self = .report(id)
    case ConnectionsPlaces.end.path: self = .end(id)
    default: return nil
    }
  }

  public var columns: [String: String] {
    switch self {
    case .report(let person): ["report": person.lower]
    case .end(let connection): ["end": connection.lower]
    }
  }

  public var isNew: Bool { true }

  public func inputs(_ values: FormValues<PairField>, at now: Moment) -> [FormInput<PairField>] {
    switch self {
    case .report:
      [
        FormInput(
          .kind, "What it is about", .one(PeerReport.allCases.map { FormOption($0.rawValue, $0.title) }) { _ in "" }
        ) {
          $0.isRequired = true
        },
        FormInput(.words, "What happened", .text(longest: PeerReport.longestWords, isLong: true)) {
          $0.isRequired = true
        },
        FormInput(.messages, "Include the last messages", .toggle),
      ]
    case .end: [FormInput(.feedback, "Feedback", .text(longest: SponsorConnection.longestFeedback, isLong: true))]
    }
  }
}
