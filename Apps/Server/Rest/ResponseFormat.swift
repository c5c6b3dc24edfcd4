internal import Relational
internal import Transport

/// The encoding of the returned rows.
enum ResponseFormat: Sendable, Hashable {
  case json, object, csv

  /// Selects the first supported type of the `Accept` header.
  init(_ headers: Headers) throws(Failure) {
    guard headers["accept"] != nil else {
      self = .json
      return
    }
    let accepted = headers.list("accept")
    for entry in accepted {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " } }
      switch parts.first {
      case "*/*", "application/*", "application/json": self = .json
      case "application/vnd.pgrst.array+json", "application/vnd.pgrst.array":
        if parts.contains("nulls=stripped") { continue }
        self = .json
      case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
        if parts.contains("nulls=stripped") { continue }
        self = .object
      case "text/csv", "text/*": self = .csv
      default: continue
      }
      return
    }
    if accepted.isEmpty {
      self = .json
    } else {
      throw Failure(
        "PGRST107", "None of these media types are available: \(accepted.prefix(8).joined(separator: ", "))")
    }
  }

  var contentType: String {
    switch self {
    case .json: "application/json; charset=utf-8"
    case .object: "application/vnd.pgrst.object+json; charset=utf-8"
    case .csv: "text/csv; charset=utf-8"
    }
  }
}
