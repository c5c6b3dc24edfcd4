internal import FoundationEssentials
internal import JSON
internal import Transport

/// A request as a provider's rules see it.
struct VendorRequest: Sendable {
  var method: String
  var path: String
  var query = FormFields()
  var form = FormFields()
  var body: [UInt8] = []
  var bearer: String?
  /// The client and secret of a Basic header.
  var basic: (client: String, secret: String)?
}

/// An answer, before it is written.
struct VendorAnswer: Sendable {
  var status: Status
  var json: JSON?
  var html: String?
  var location: String?
  var headers: [(String, String)] = []
  /// Data answers are subject to faults that authorization is not.
  var isData = false

  init(_ status: Status, _ json: JSON? = nil, html: String? = nil, location: String? = nil, isData: Bool = false) {
    self.status = status
    self.json = json
    self.html = html
    self.location = location
    self.isData = isData
  }

  static func data(_ json: JSON) -> VendorAnswer { VendorAnswer(.ok, json, isData: true) }

  static func error(_ status: Status, _ word: String, _ words: String = "") -> VendorAnswer {
    VendorAnswer(status, ["error": .string(word), "error_description": .string(words)])
  }
}

extension VendorRequest {
  init(_ request: Request) {
    method = request.method.name
    path = request.target.path
    query = request.target.query
    body = request.body
    let type = request.headers["content-type"] ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      form = (try? FormFields(form: request.body, most: 100)) ?? FormFields()
    }
    guard let said = request.headers["authorization"] else { return }
    let parts = said.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    switch parts[0].lowercased() {
    case "bearer": bearer = parts[1]
    case "basic":
      guard let data = Data(base64Encoded: parts[1]) else { return }
      let pair = String(decoding: data, as: UTF8.self).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { basic = (String(pair[0]), String(pair[1])) }
    default: break
    }
  }
}
