public import HTTP
public import Kernel

/// A client of a CalDAV server (RFC 4791): finds calendars, reads and writes their resources.
public struct CalDAVClient: Sendable {
  /// A calendar of a server that can hold events.
  public struct Calendar: Sendable, Hashable {
    public let address: String
    public let name: String
    public let isWritable: Bool

    public init(address: String, name: String, isWritable: Bool) {
      self.address = address
      self.name = name
      self.isWritable = isWritable
    }
  }

  /// Sends a request with the person's access. Redirects are followed here.
  let ask: @Sendable (Outgoing) async throws(Problem) -> Incoming
  /// Resources that one request fetches.
  static let atOnce = 50

  public init(ask: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming) { self.ask = ask }

  /// The header of a name and password (RFC 7617).
  public static func basic(_ user: String, _ password: Redacted<String>) -> Outgoing.Field {
    Outgoing.Field("authorization", "Basic \(Base64.text(Array("\(user):\(password.revealed)".utf8)))")
  }

  // MARK: Discovery

  /// The calendars that an address leads to: its own, those of the person's home, or those that RFC 6764 says to look for.
  public func calendars(at typed: String) async throws(Problem) -> [Calendar] {
    guard let given = DAVAddress(typed) else { throw .badAddress }
    var last = Problem.noCalendars
    for start in [given, given.at("/.well-known/caldav"), given.at("/")] {
      do throws(Problem) {
        let found = try await homes(from: start)
        if !found.isEmpty { return found }
      } catch {
        // An access that is refused is refused everywhere.
        guard ["caldav-nothing", "caldav-answer", "caldav-unreadable", "caldav-elsewhere"].contains(error.code) else {
          throw error
        }
        if error.code == "caldav-elsewhere" { last = error }
      }
    }
    throw last
  }

  private func homes(from start: DAVAddress) async throws(Problem) -> [Calendar] {
    let asked = "<d:current-user-principal/><c:calendar-home-set/><d:resourcetype/>"
    let (first, place) = try await propfind(start, depth: 0, asked)
    guard let own = first.responses.first else { return [] }
    if own.property("DAV: resourcetype")?["\(DAVNames.caldav) calendar"] != nil {
      return try await list(place, depth: 0)
    }
    var homes = hrefs(own.property("\(DAVNames.caldav) calendar-home-set"))
    if homes.isEmpty, let principal = hrefs(own.property("DAV: current-user-principal")).first {
      let (second, there) = try await propfind(try resolve(principal, place), depth: 0, "<c:calendar-home-set/>")
      homes = second.responses.flatMap { hrefs($0.property("\(DAVNames.caldav) calendar-home-set")) }
      var found: [Calendar] = []
      for home in homes.prefix(10) { found += try await list(try resolve(home, there), depth: 1) }
      return found
    }
    var found: [Calendar] = []
    for home in homes.prefix(10) { found += try await list(try resolve(home, place), depth: 1) }
    return found
  }

  private func hrefs(_ element: DAVElement?) -> [String] {
    (element?.all("DAV: href") ?? []).map { $0.text.trimmed }.filter { !$0.isEmpty }
  }

  private func resolve(_ href: String, _ place: DAVAddress) throws(Problem) -> DAVAddress {
    guard let address = place.resolving(href) else { throw .elsewhere(href) }
    return address
  }

  private func list(_ home: DAVAddress, depth: Int) async throws(Problem) -> [Calendar] {
    let asked =
      "<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/><d:current-user-privilege-set/>"
    let (answer, place) = try await propfind(home, depth: depth, asked)
    return answer.responses.prefix(500).compactMap { response in
      guard response.property("DAV: resourcetype")?["\(DAVNames.caldav) calendar"] != nil,
        let address = place.resolving(response.href)
      else { return nil }
      // A calendar that takes todos alone names no attributes here that differ, so an empty set counts as any.
      let rights = response.property("DAV: current-user-privilege-set")?.all("DAV: privilege").flatMap(\.children)
        .map(\.name)
      let isWritable = rights.map { !Set($0).isDisjoint(with: ["DAV: write", "DAV: write-content", "DAV: all"]) }
      let name = response.property("DAV: displayname")?.text.trimmed ?? ""
      let last = address.path.split(separator: "/").last.map(String.init) ?? "Calendar"
      return Calendar(address: address.text, name: name.isEmpty ? last : name, isWritable: isWritable ?? true)
    }
  }

  // MARK: Requests

  func propfind(_ address: DAVAddress, depth: Int, _ asked: String) async throws(Problem) -> (Multistatus, DAVAddress) {
    let body = DAVNames.document("propfind", "<d:prop>\(asked)</d:prop>")
    let (answer, place) = try await send("PROPFIND", address, depth: depth, body: body)
    guard answer.status == 207 else { throw Problem.answered(answer.status, place) }
    return (try Multistatus(answer.body), place)
  }

  /// Sends a request and follows its redirects, as far as a password may go.
  func send(
    _ method: String, _ address: DAVAddress, depth: Int? = nil, headers: [Outgoing.Field] = [], body: String? = nil,
    type: String = "application/xml; charset=utf-8"
  ) async throws(Problem) -> (Incoming, DAVAddress) {
    var place = address
    for _ in 0..<6 {
      var request = Outgoing(method, place.text, headers: headers, body: body.map { Array($0.utf8) })
      if body != nil { request.headers.append(Outgoing.Field("content-type", type)) }
      if let depth { request.headers.append(Outgoing.Field("depth", "\(depth)")) }
      request.limits.answer = 16 << 20
      request.limits.total = .seconds(60)
      let answer = try await ask(request)
      guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer["location"] else {
        return (answer, place)
      }
      place = try resolve(location, place)
    }
    throw .elsewhere(place.text)
  }
}

/// The spaces of names, and the documents that are sent.
enum DAVNames {
  static let caldav = "urn:ietf:params:xml:ns:caldav"

  static func document(_ name: String, _ inner: String, space: String = "d") -> String {
    "<?xml version=\"1.0\" encoding=\"utf-8\"?><\(space):\(name) xmlns:d=\"DAV:\" xmlns:c=\"\(caldav)\">\(inner)"
      + "</\(space):\(name)>"
  }
}

extension Problem {
  static let badAddress = Problem(
    "caldav-address", "This is no address of a calendar server.", safe: "Nothing was sent.",
    remedy: "Enter one that begins with https://, such as https://calendar.example.org.")
  static let noCalendars = Problem(
    "caldav-nothing", "No calendar was found at this address.", safe: "Nothing was changed.",
    remedy: "Check the address. Your provider's help names it as CalDAV address.")

  static func elsewhere(_ address: String) -> Problem {
    Problem(
      "caldav-elsewhere", "The server leads on to \(address.prefix(100)), where your password was not sent.",
      safe: "Nothing was changed.", remedy: "Enter that address instead, if you trust it.")
  }

  static func answered(_ status: Int, _ address: DAVAddress) -> Problem {
    switch status {
    case 401, 403:
      Problem(
        "caldav-access", "\(address.host) does not accept this name and password.",
        safe: "Your events are unchanged on this device.",
        remedy: "Check both. Apple and some others want an app password, which you make in their account settings.")
    case 429, 500...599:
      Problem(
        "caldav-later", "\(address.host) cannot answer now (\(status)).",
        safe: "Your events are unchanged on this device.", remedy: "Try again in a while.")
    default:
      Problem(
        "caldav-answer", "\(address.host) answered \(status) where calendars were asked for.",
        safe: "Your events are unchanged on this device.", remedy: "Check the address.")
    }
  }
}

/// The text form of RFC 4648.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        out.append(place <= part.count ? digits[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
