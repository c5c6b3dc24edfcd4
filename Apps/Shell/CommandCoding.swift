internal import Connectivity
internal import Interface
public import JSON
public import Kernel
internal import Platform

// The JSON-RPC encoding of commands: a method and its parameters. Action logs use the same encoding.
extension Command {
  public static let methods = [
    "screen", "arrive", "open", "tap", "type", "choose", "act", "back", "refresh", "wait", "network", "clock",
    "receive", "appearance", "region", "photo", "speech", "delivered", "browser", "push_address", "pushed", "lock",
    "switch", "voice", "release_memory",
  ]

  /// Decodes a command. Returns nil when no command has that name.
  public init?(method: String, params: JSON) throws(Problem) {
    let given = Parameters(method: method, params: params)
    switch method {
    case "screen": self = .screen
    case "arrive": self = .arrive
    case "open": self = .open(try given.route("route"))
    case "tap": self = .tap(try given.target())
    case "type":
      // A number stays one: its field writes it in the window's notation.
      if given.params["text"]?.number != nil, let number = try given.number("text") {
        self = .act(try given.target(), .edit, .number(number))
      } else {
        self = .type(try given.target(), try given.text("text", longest: 1 << 19))
      }
    case "choose": self = .choose(try given.target(), try given.entry("value"))
    case "act":
      let verb = Verb(rawValue: try given.text("action", longest: 40))
      self = .act(try given.target(), verb, try given.entry("value"))
    case "back": self = .back
    case "refresh": self = .refresh
    case "wait": self = .wait(try given.target(), seconds: try given.seconds("timeout") ?? Command.usualWait)
    case "network": self = .network(try given.connectivity("state"))
    case "clock": self = try given.clock()
    case "receive": self = try given.push()
    case "appearance":
      self = .appearance(
        try given.word("scheme", SchemeChoice.self), textSize: try given.textSize("textSize"),
        motion: try given.word("motion", Surroundings.Motion.self), comfort: try given.comfort())
    case "region":
      self = .region(
        RegionalSettings(
          locale: given.has("locale") ? try given.text("locale", longest: 100) : nil,
          zone: given.has("zone") ? try given.text("zone", longest: 100) : nil))
    case "photo": self = try given.photo()
    case "speech": self = .speech(try given.speechReport(), to: try given.number("id").flatMap { Int(exactly: $0) })
    case "delivered": self = try given.report()
    case "browser": self = try given.browser()
    case "push_address": self = try given.pushAddress()
    case "pushed": self = try given.pushed()
    case "lock": self = .lock
    case "switch":
      guard let number = try given.word("switch", SwitchNumber.self) else {
        throw given.problem("“switch” does not say which one.", "Send {\"switch\": \"first\"}.")
      }
      self = .switched(number, try given.word("motion", SwitchMotion.self) ?? .press)
    case "voice": self = .voiced(try given.text("said", longest: Command.longestVoiced))
    case "release_memory": self = .releaseMemory
    default: return nil
    }
  }

  public var method: String {
    switch self {
    case .screen: "screen"
    case .arrive: "arrive"
    case .open: "open"
    case .tap: "tap"
    case .type: "type"
    case .choose: "choose"
    case .act: "act"
    case .back: "back"
    case .refresh: "refresh"
    case .wait: "wait"
    case .network: "network"
    case .advance, .setClock: "clock"
    case .receive: "receive"
    case .appearance: "appearance"
    case .region: "region"
    case .photo: "photo"
    case .speech: "speech"
    case .delivered: "delivered"
    case .browses, .browsed: "browser"
    case .pushAddress: "push_address"
    case .pushed: "pushed"
    case .lock: "lock"
    case .switched: "switch"
    case .voiced: "voice"
    case .releaseMemory: "release_memory"
    }
  }

  public var params: JSON {
    switch self {
    case .screen, .arrive, .back, .refresh, .lock, .releaseMemory: [:]
    case .open(let route): ["route": .string(route.text)]
    case .tap(let target): .object(target.member)
    case .type(let target, let text): .object(target.member.merging(["text": .string(text)]) { own, _ in own })
    case .choose(let target, let entry): .object(target.member.merging(["value": entry.json]) { own, _ in own })
    case .act(let target, let verb, let entry):
      .object(target.member.merging(["action": .string(verb.rawValue), "value": entry.json]) { own, _ in own })
    case .wait(let target, let seconds):
      .object(target.member.merging(["timeout": .number(seconds)]) { own, _ in own })
    case .network(let connectivity): ["state": .string(connectivity.rawValue)]
    case .advance(let seconds): ["advance": .number(seconds)]
    case .setClock(let date, let zone):
      .object(
        ["set": .string(Moment(date).text)].merging(zone.map { ["zone": .string($0)] } ?? [:]) { own, _ in own })
    case .receive(let title, let body, let opening):
      [
        "push": .object(
          ["title": .string(title), "body": .string(body)].merging(opening?.member ?? [:]) { own, _ in own })
      ]
    case .appearance(let scheme, let textSize, let motion, let comfort):
      .object(
        ["scheme": scheme?.rawValue, "motion": motion?.rawValue].compactMapValues { $0.map { .string($0) } }
          .merging(textSize.map { ["textSize": .number(Double($0))] } ?? [:]) { own, _ in own }
          .merging(comfort.members) { own, _ in own })
    case .region(let region):
      .object(
        ["locale": region.locale, "zone": region.zone?.identifier].compactMapValues { $0.map { .string($0) } })
    case .photo(let answer, let number):
      .object(answer.member.merging(number.map { ["id": .number(Double($0))] } ?? [:]) { own, _ in own })
    case .speech(let report, let number):
      .object(report.member.merging(number.map { ["id": .number(Double($0))] } ?? [:]) { own, _ in own })
    case .delivered(let report, let number):
      .object(report.member.merging(number.map { ["id": .number(Double($0))] } ?? [:]) { own, _ in own })
    case .browses(let callback): ["callback": .string(callback)]
    case .browsed(.returned(let address)): ["returned": .string(address.revealed)]
    case .browsed(.token(let token)): ["token": .string(token.revealed)]
    case .browsed(.cancelled): ["outcome": "cancelled"]
    case .browsed(.failed): ["outcome": "failed"]
    case .pushed(let payload, let isTapped):
      ["payload": (try? JSON(text: payload.revealed)) ?? .null, "tapped": .bool(isTapped)]
    case .switched(let number, let motion):
      ["switch": .string(number.rawValue), "motion": .string(motion.rawValue)]
    case .voiced(let text): ["said": .string(text)]
    case .pushAddress(let address): address.flatMap { try? JSON(text: $0.revealed) } ?? [:]
    }
  }
}

extension Command.Target {
  fileprivate var member: [String: JSON] {
    switch self {
    case .id(let id): ["id": .string(id)]
    case .label(let label): ["label": .string(label)]
    }
  }
}

extension Command.Opening {
  fileprivate var member: [String: JSON] {
    switch self {
    case .route(let route, let until):
      ["route": .string(route.text)].merging(until.map { ["until": .string(Moment($0).text)] } ?? [:]) { own, _ in own }
    case .link(let link): ["link": .string(link)]
    }
  }
}

extension Command.PhotoAnswer {
  fileprivate var member: [String: JSON] {
    switch self {
    case .bytes(let bytes): ["bytes": .string(Data(bytes).base64EncodedString())]
    case .file(let path): ["path": .string(path)]
    case .none: ["bytes": .null]
    }
  }
}

extension Command.Report {
  fileprivate var member: [String: JSON] {
    switch self {
    case .saved(let path):
      ["outcome": "saved"].merging(path.map { ["path": .string($0)] } ?? [:]) { own, _ in own }
    case .shared: ["outcome": "shared"]
    case .declined: ["outcome": "declined"]
    case .failed(let problem): ["outcome": "failed", "problem": (try? JSON(encoding: problem)) ?? .null]
    }
  }
}

extension Entry {
  fileprivate var json: JSON {
    switch self {
    case .none: .null
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    case .flag(let flag): .bool(flag)
    case .pair(let one, let two): [.number(one), .number(two)]
    case .file(let path, let name): ["path": .string(path), "name": .string(name)]
    }
  }
}

/// The parameters of a method, read by name. A missing parameter or one of the wrong type throws a problem that says
/// so.
struct Parameters {
  let method: String
  let params: JSON

  func problem(_ what: String, _ remedy: String) -> Problem { Problem("bad-params", what, remedy: remedy) }

  func has(_ name: String) -> Bool { params[name].map { $0 != .null } ?? false }

  func text(_ name: String, longest: Int = 4096) throws(Problem) -> String {
    guard let text = params[name]?.string else {
      throw problem("“\(method)” lacks the text “\(name)”.", "Send {\"\(name)\": \"...\"}.")
    }
    guard text.utf8.count <= longest else {
      throw problem("“\(name)” is longer than \(longest) bytes.", "Send less at once.")
    }
    return text
  }

  func number(_ name: String) throws(Problem) -> Double? {
    guard let value = params[name], value != .null else { return nil }
    guard let number = value.number, number.isFinite else {
      throw problem("“\(name)” is \(value.kind), not a number.", "Send {\"\(name)\": 1}.")
    }
    return number
  }

  func seconds(_ name: String) throws(Problem) -> Double? {
    guard let seconds = try number(name) else { return nil }
    guard (0...Command.longestWait).contains(seconds) else {
      throw problem(
        "“\(name)” is 0 to \(Int(Command.longestWait)) seconds.", "Leave it out for \(Int(Command.usualWait)).")
    }
    return seconds
  }

  func target() throws(Problem) -> Command.Target {
    if let id = params["id"]?.string { return .id(id) }
    if let label = params["label"]?.string { return .label(label) }
    throw problem(
      "“\(method)” does not say which node.", "Send {\"id\": \"...\"} or {\"label\": \"...\"} as the screen shows them."
    )
  }

  func entry(_ name: String) throws(Problem) -> Entry {
    switch params[name] ?? .null {
    case .null: return .none
    case .bool(let flag): return .flag(flag)
    case .number(let number): return .number(number)
    case .string(let text): return .text(text)
    case .array(let parts) where parts.count == 2 && parts.allSatisfy({ $0.number?.isFinite ?? false }):
      return .pair(parts[0].number ?? 0, parts[1].number ?? 0)
    case .object(let members) where members["path"] != nil:
      let file = Parameters(method: method, params: params[name] ?? .null)
      let path = try file.text("path")
      let called = file.has("name") ? try file.text("name", longest: 400) : path
      return .file(path: path, name: HandedFile.plain(called))
    case let other:
      throw problem(
        "“\(name)” is \(other.kind).", "Send a text, a number, two numbers in brackets, true, false or a file's path.")
    }
  }

  func route(_ name: String) throws(Problem) -> Route {
    let text = try text(name, longest: Route.longest)
    guard let route = Route(text) else {
      throw problem("“\(text)” is not a route.", "Routes look like /insights; `routes` lists them.")
    }
    return route
  }

  /// Returns the case that the text names; nil when the parameter is absent.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _: Word.Type) throws(Problem) -> Word? {
    guard has(name) else { return nil }
    let text = try text(name)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw problem("“\(name)” is not “\(text.prefix(40))”.", "There are: \(known).")
    }
    return word
  }

  /// Decodes the change of contrast, feedback and time limits.
  func comfort() throws(Problem) -> Command.Comfort {
    Command.Comfort(
      contrast: try word("contrast", ContrastChoice.self), haptics: try word("haptics", Feedback.Haptics.self),
      sounds: try flag("sounds"), captions: try flag("captions"), timeLimits: try word("timeLimits", TimeLimits.self),
      switches: try word("switches", SwitchChoice.self), switchKeys: try word("switchKeys", SwitchKeys.self),
      switchStop: try switchStop(), voice: try flag("voice"))
  }

  private func switchStop() throws(Problem) -> Int? {
    guard let number = try number("switchStop") else { return nil }
    let stops = Steering.stops
    guard let stop = Int(exactly: number), stops.contains(stop) else {
      throw problem(
        "“switchStop” is a whole number of milliseconds from \(stops.lowerBound) to \(stops.upperBound).",
        "1500 is usual.")
    }
    return stop
  }

  func flag(_ name: String) throws(Problem) -> Bool? {
    guard has(name) else { return nil }
    guard let flag = params[name]?.bool else {
      throw problem("“\(name)” is not true or false.", "Send {\"\(name)\": true}.")
    }
    return flag
  }

  func textSize(_ name: String) throws(Problem) -> Int? {
    guard let number = try number(name) else { return nil }
    let sizes = Appearance.textSizes
    guard let size = Int(exactly: number), sizes.contains(size) else {
      throw problem(
        "“\(name)” is a whole number from \(sizes.lowerBound) to \(sizes.upperBound).", "100 is the usual size.")
    }
    return size
  }

  func connectivity(_ name: String) throws(Problem) -> Connectivity {
    let text = try text(name)
    guard let state = Connectivity(rawValue: text) else {
      let known = Connectivity.allCases.map(\.rawValue).joined(separator: ", ")
      throw problem("There is no network state “\(text.prefix(40))”.", "There are: \(known).")
    }
    return state
  }

  func clock() throws(Problem) -> Command {
    if let seconds = try number("advance") { return .advance(seconds: seconds) }
    guard let date = try instant("set") else {
      throw problem("“clock” lacks what to do.", "Send {\"advance\": 60} or {\"set\": \"2026-03-02T08:00:00Z\"}.")
    }
    return .setClock(date, zone: has("zone") ? try text("zone", longest: 64) : nil)
  }

  func instant(_ name: String) throws(Problem) -> Date? {
    guard let value = params[name], value != .null else { return nil }
    let text = try text(name)
    guard let date = Moment.date(text) else {
      throw problem("“\(text.prefix(40))” is not an instant.", "Write it like 2026-03-02T08:00:00Z.")
    }
    return date
  }

  /// Decodes the answer to a photo request. With neither bytes nor a path it cancels the request.
  func photo() throws(Problem) -> Command {
    let number = try number("id").flatMap { Int(exactly: $0) }
    if has("path") { return .photo(.file(try text("path")), to: number) }
    guard has("bytes") else { return .photo(.none, to: number) }
    guard let data = Data(base64Encoded: try text("bytes", longest: 15 << 20)) else {
      throw problem("“bytes” is not base64.", "Send {\"path\": \"/home/me/lunch.jpg\"} for a file of this machine.")
    }
    return .photo(.bytes(Array(data)), to: number)
  }

  /// Decodes what became of an offered file. A failure without a problem is an interrupted transfer.
  func report() throws(Problem) -> Command {
    let number = try number("id").flatMap { Int(exactly: $0) }
    switch try text("outcome", longest: 40) {
    case "saved": return .delivered(.saved(path: has("path") ? try text("path") : nil), of: number)
    case "shared": return .delivered(.shared, of: number)
    case "declined": return .delivered(.declined, of: number)
    case "failed":
      guard let problem = params["problem"], problem.object != nil else {
        return .delivered(.failed(Delivery.interrupted), of: number)
      }
      let told = Parameters(method: method, params: problem)
      return .delivered(
        .failed(
          Problem(
            try told.text("code", longest: 40), try told.text("what", longest: 600),
            safe: told.has("safe") ? try told.text("safe", longest: 600) : nil,
            remedy: try told.text("remedy", longest: 600))), of: number)
    case let other:
      throw problem(
        "There is no outcome “\(other)”.", "There are: saved, shared, declined, failed.")
    }
  }

  /// Decodes the callback address of the front end, or the end of a visit.
  func browser() throws(Problem) -> Command {
    if has("callback") { return .browses(returningTo: try text("callback", longest: 1024)) }
    if has("returned") { return .browsed(.returned(Redacted(try text("returned", longest: BrowserAnswer.longest)))) }
    if has("token") { return .browsed(.token(Redacted(try text("token", longest: BrowserAnswer.longest)))) }
    switch try text("outcome", longest: 40) {
    case "cancelled": return .browsed(.cancelled)
    case "failed": return .browsed(.failed)
    case let other: throw problem("There is no outcome “\(other)”.", "There are: cancelled, failed.")
    }
  }

  /// Decodes the address of this device at its push service; without a service there is none.
  func pushAddress() throws(Problem) -> Command {
    guard has("service") else { return .pushAddress(nil) }
    _ = try text("service", longest: 20)
    guard let told = try? JSON.text(params), told.utf8.count <= Command.longestPushAddress else {
      throw problem("The address of this device is too long.", "Send what the push service gave, and nothing else.")
    }
    return .pushAddress(Redacted(told))
  }

  /// Decodes the payload of a notification that a push service brought.
  func pushed() throws(Problem) -> Command {
    guard let payload = params["payload"], payload.object != nil, let told = try? JSON.text(payload),
      told.utf8.count <= Command.longestPayload
    else {
      throw problem("“pushed” lacks the object “payload”.", "Send what the push service brought, and nothing else.")
    }
    return .pushed(Redacted(told), isTapped: params["tapped"]?.bool ?? false)
  }

  func push() throws(Problem) -> Command {
    guard let push = params["push"], push.object != nil else {
      throw problem("“receive” lacks the object “push”.", "Send {\"push\": {\"title\": \"...\", \"body\": \"...\"}}.")
    }
    let inner = Parameters(method: "receive", params: push)
    let opening: Command.Opening? =
      if inner.has("link") {
        .link(try inner.text("link"))
      } else if inner.has("route") {
        .route(try inner.route("route"), until: try inner.instant("until"))
      } else {
        nil
      }
    return .receive(
      title: try inner.text("title", longest: 200), body: try inner.text("body", longest: 1000), opening: opening)
  }
}
