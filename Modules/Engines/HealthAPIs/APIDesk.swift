internal import HTTP
internal import HealthProviders
internal import JSON
internal import Kernel
internal import Platform
internal import Samples
internal import Signing

/// Sends the requests of one account, and turns what goes wrong into problems of a port.
struct APIDesk: Sendable {
  let api: HealthAPI
  let origin: String
  let now: @Sendable () -> Date
  let send: @Sendable (Outgoing) async throws(Problem) -> Incoming

  /// The longest answer, in bytes.
  static let longest = 4 << 20

  func get(_ path: String, _ query: [(String, String)]) async throws(Problem) -> JSON {
    let text = query.map { "\($0)=\(Outgoing.escaped($1))" }.joined(separator: "&")
    return try read(try await ask(Outgoing("GET", "\(origin)\(path)\(text.isEmpty ? "" : "?\(text)")")))
  }

  /// Returns the answer whatever its status.
  func ask(_ request: Outgoing) async throws(Problem) -> Incoming {
    var request = request
    request.limits.answer = APIDesk.longest
    do throws(Problem) {
      return try await send(request)
    } catch {
      throw problem(error)
    }
  }

  private func problem(_ problem: Problem) -> Problem {
    switch problem.code {
    case "oauth-reconnect", "oauth-not-connected", "app-unknown": .reconnect(api.name)
    case "fetch-too-large": .providerUnreadable(api.name, "It is too long.")
    case "fetch-broken", "fetch-unreadable": .providerUnreadable(api.name, "It was cut short.")
    case let code where code.hasPrefix("fetch-") || code.hasPrefix("oauth-"): .providerUnreachable(api.name)
    default: problem
    }
  }

  /// Reads the answer to a request, or throws what it means that there is none.
  func read(_ answer: Incoming) throws(Problem) -> JSON {
    if let problem = refusal(answer) { throw problem }
    guard let json = try? JSON(bytes: answer.body, deepest: 32) else {
      throw .providerUnreadable(api.name, "It is no JSON.")
    }
    return json
  }

  /// The problem of an answer that is none; nil for success.
  func refusal(_ answer: Incoming) -> Problem? {
    switch answer.status {
    case 200...299: nil
    case 401: .reconnect(api.name)
    case 403:
      String(decoding: answer.body.prefix(4096), as: UTF8.self).contains("Inactive")
        ? .providerInactive(api.name, "the app is not active there.") : .reconnect(api.name)
    case 429: .providerBusy(api.name, until: free(answer))
    case 500...599: .providerUnreachable(api.name)
    default: .providerUnreadable(api.name, "Its status is \(answer.status).")
    }
  }

  /// When requests are allowed again: after `Retry-After`, or when the window ends whose usage is at its limit.
  private func free(_ answer: Incoming) -> Date {
    let now = now()
    if let seconds = answer["retry-after"].flatMap(Double.init), 0...86_400 ~= seconds {
      return now.addingTimeInterval(max(1, seconds))
    }
    var wait = 900.0
    for name in ["x-ratelimit", "x-readratelimit"] {
      let limits = APIDesk.numbers(answer["\(name)-limit"])
      let usage = APIDesk.numbers(answer["\(name)-usage"])
      // The second figure is of the day.
      if limits.count == 2, usage.count == 2, usage[1] >= limits[1] { wait = 86_400 }
    }
    let seconds = now.timeIntervalSince1970
    return Date(timeIntervalSince1970: ((seconds / wait).rounded(.down) + 1) * wait)
  }

  private static func numbers(_ text: String?) -> [Double] {
    (text ?? "").split(separator: ",").compactMap { Double($0) }
  }

  // MARK: Samples

  func origin(_ record: String, device: String? = nil, written: String? = nil) -> Origin {
    Origin(api.rawValue, record: record, device: device, written: written)
  }

  /// The samples of a page that are plausible and overlap the span. The others are counted or left out.
  func page(_ records: [JSON], in span: DateInterval, next: String?, _ read: (JSON) -> [Sample]?) -> SamplePage {
    var page = SamplePage([], next: next)
    for record in records {
      guard let samples = read(record), samples.allSatisfy(\.isPlausible) else {
        page.unread += 1
        continue
      }
      page.samples += samples.filter { $0.start < span.end && ($0.end > span.start || $0.start == span.start) }
    }
    return page
  }

  /// The port of a provider that takes no data.
  func reading(
    _ read: @escaping @Sendable (SampleKind, DateInterval, String?) async throws(Problem) -> SamplePage
  ) -> HealthPort {
    let refusal = WriteAnswer.refused("\(api.name) takes no data from other apps.")
    return HealthPort(
      read: read, write: { samples throws(Problem) in samples.map { _ in refusal } },
      delete: { _, _ throws(Problem) in })
  }

  func list(_ json: JSON?) throws(Problem) -> [JSON] {
    guard let list = json?.array else { throw .providerUnreadable(api.name, "Its list is missing.") }
    return list
  }

  func instant(_ text: String?) throws(Problem) -> Date {
    guard let date = text.flatMap({ Moment.date("\($0)T00:00:00Z") }) else {
      throw .providerUnreadable(api.name, "The name of its page is wrong.")
    }
    return date
  }
}

/// The names of records that this app writes. They contain the key, so that what comes back is recognised.
enum WrittenName {
  private static let mark = "tr-"

  static func name(_ key: String) -> String { mark + Base64URL.text(Array(key.utf8)) }

  static func key(_ name: String) -> String? {
    guard name.hasPrefix(mark), let bytes = Base64URL.bytes(String(name.dropFirst(mark.count))) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

// Values in the forms of the providers.
extension JSON {
  /// A number, or a text that is one, as Google writes whole numbers.
  subscript(figure key: String) -> Double? {
    switch self[key] {
    case .number(let number)?: number
    case .string(let text)?: Double(text)
    default: nil
    }
  }

  subscript(instant key: String) -> Date? { self[key]?.string.flatMap { Moment.date($0) } }
  subscript(epoch key: String) -> Date? {
    self[figure: key].flatMap { abs($0) < 1e11 ? Date(timeIntervalSince1970: $0) : nil }
  }
  /// Midnight UTC of a day such as "2026-11-22".
  subscript(day key: String) -> Date? {
    self[key]?.string.flatMap { $0.utf8.count == 10 ? Moment.date("\($0)T00:00:00Z") : nil }
  }
}

extension Date {
  var zulu: String { formatted(.iso8601) }
  /// "2026-11-22".
  var day: String { String(zulu.prefix(10)) }
  var midnight: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 / 86_400).rounded(.down) * 86_400) }
  var tomorrow: Date { midnight.addingTimeInterval(86_400) }
  var epoch: String { String(Int(min(max(timeIntervalSince1970, -1e11), 1e11).rounded(.down))) }
}

/// The names of sports: in lower-case words with underscores.
enum SportName {
  private static let known = [
    "run": "running", "ride": "cycling", "biking": "cycling", "walk": "walking", "hike": "hiking", "swim": "swimming",
  ]

  /// "VirtualRide" and "VIRTUAL_RIDE" are "virtual_ride".
  static func words(_ name: String) -> String {
    var text = ""
    var wasLower = false
    for character in name.prefix(60) {
      if character.isUppercase, wasLower { text.append("_") }
      wasLower = character.isLowercase
      text.append(contentsOf: character.lowercased())
    }
    text = text.replacing(" ", with: "_").replacing("-", with: "_")
    return text.isEmpty ? "generic" : known[text] ?? text
  }

  /// "virtual_ride" is "VirtualRide", and "running" is "Run".
  static func strava(_ sport: String) -> String {
    if let short = ["running": "Run", "cycling": "Ride", "walking": "Walk", "hiking": "Hike", "swimming": "Swim"][sport]
    {
      return short
    }
    return sport == "generic" ? "Workout" : sport.split(separator: "_").map(\.capitalizedFirst).joined()
  }
}

extension Substring {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
