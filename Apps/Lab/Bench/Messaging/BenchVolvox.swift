internal import Catalog
internal import FoundationEssentials
internal import Interface
internal import JSON
internal import Kernel
internal import Shell

// Volvox.Sober as a whole, against the limits of its specification.
extension Benchmark {
  static let volvox = volvox(rounds: 5, taps: 100, people: 20_000)

  static func volvox(rounds: Int, taps: Int, people: Int) -> Benchmark {
    Benchmark(
      name: "volvox", summary: "Volvox.Sober opened, its tabs and screens shown, a profile saved, matches answered",
      measure: { () throws(Problem) in
        guard let product = Product.named("volvox") else { throw Problem.unmeasured("there is no Volvox.Sober") }
        let ground = try StorageGround()
        let home = Person.Home.folder(ground.folder)
        let filling = try await Person.open(product, home: home)
        try await product.demonstration?.fill(filling.store, filling.context.time.now())
        await filling.close()
        var starts: [Double] = []
        for _ in 0..<rounds { starts.append(try await counted(product, home)) }
        let person = try await Person.open(product, home: home)
        let window = await person.window()
        let switches = try await switched(in: window, taps)
        let screens = try await shown(product, in: window)
        let profiles = try await renamed(in: window, min(taps, 20))
        await window.close()
        await person.close()
        let matches = try await onThread { () throws(Problem) in try MatchServer(people: people).answers(20) }.get()
        return [
          figure("volvox-start", starts, 2000), figure("volvox-tab", switches, 1000),
          figure("volvox-screens", screens, 2000), figure("volvox-profile", profiles, 1000),
          figure("volvox-matches", matches, 2000),
        ]
      })
  }

  /// Opens the profile and returns the milliseconds to the count of days.
  private static func counted(_ product: Product, _ home: Person.Home) async throws(Problem) -> Double {
    let start = ContinuousClock.now
    let person = try await Person.open(product, home: home)
    let window = await person.windowAtOnce()
    var time: Double?
    for await frame in window.frames.listen() {
      if frame.nodes.flatMap(\.all).contains(where: { $0.label == "days sober" && $0.value != nil }) {
        time = (ContinuousClock.now - start).microseconds / 1000
        break
      }
    }
    await window.close()
    await person.close()
    guard let time else { throw Problem.unmeasured("the days are not shown") }
    return time
  }

  /// Returns the milliseconds of each switch of tabs until everything that it set off has settled.
  private static func switched(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    let tabs = window.frames.value.everything.filter { $0.role == .link && $0.id.hasPrefix("tabs.") }
    guard tabs.count == 5 else { throw Problem.unmeasured("there are no five tabs") }
    var times: [Double] = []
    // From each tab to each other one.
    let pairs = tabs.flatMap { one in tabs.map { (one, $0) } }.filter { $0.id != $1.id }
    for number in 0..<count {
      let (from, tab) = pairs[number % pairs.count]
      try await window.perform(.tap(.id(from.id)))
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.id(tab.id)))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.everything.contains(where: { $0.id == tab.id && $0.state.isCurrent }) else {
        throw Problem.unmeasured("a tab does not open")
      }
    }
    return times
  }

  /// Returns the milliseconds of each place until its screen has settled.
  private static func shown(_ product: Product, in window: Window) async throws(Problem) -> [Double] {
    var times: [Double] = []
    for route in product.places.flatMap(\.pattern.examples) {
      let start = ContinuousClock.now
      let frame = try await window.perform(.open(route))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.settled else { throw Problem.unmeasured("\(route.text) does not settle") }
    }
    return times
  }

  /// Returns the milliseconds from Save until the profile and every other screen has the new name.
  private static func renamed(in window: Window, _ count: Int) async throws(Problem) -> [Double] {
    // What a profile needs besides a name.
    try await window.perform(.open(Route(["profile", "edit"])))
    try await window.perform(.choose(.label("Role"), .text("sponsee")))
    try await window.perform(.choose(.label("Recovery programme"), .text("na")))
    try await window.perform(.tap(.label("Evenings")))
    try await window.perform(.type(.label("What I look for in a sponsor"), "Patience"))
    var times: [Double] = []
    for number in 0..<count {
      let name = "Robin \(number)"
      try await window.perform(.open(Route(["profile", "edit"])))
      try await window.perform(.type(.label("Name"), name))
      let start = ContinuousClock.now
      try await window.perform(.tap(.label("Save")))
      let frame = try await window.perform(.open(Route(["profile"])))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard frame.nodes.flatMap(\.all).contains(where: { $0.label.contains(name) || $0.value?.contains(name) == true })
      else { throw Problem.unmeasured("a name is not saved") }
    }
    return times
  }
}

/// `troupe backend` with the cards of many people, one of whom asks for matches.
private final class MatchServer {
  private let process: ServerProcess
  private let fields: [(String, String)]

  init(people count: Int) throws(Problem) {
    let path = try Program.shipped()
    let port = try SystemTool.freePort()
    let folder = "/tmp/troupe-bench-matches-\(ProcessInfo.processInfo.processIdentifier)-\(port)"
    process = try ServerProcess(
      path, in: folder, port: port, ["backend", "--port", "\(port)", "--data", folder], asking: "/auth/v1/health")
    do throws(Problem) {
      let said = try SystemTool.output(of: path, ["backend", "keys", "--data", folder, "--json"])
      guard let keys = try? JSON(text: said), let anon = keys["anon"]?.string, let service = keys["service"]?.string
      else { throw LoadGenerator.failed("it told no keys") }
      let signedUp = try RequestEncoding.json(
        "POST", "/auth/v1/signup", at: port, [("apikey", anon)],
        #"{"email":"one@example.com","password":"a-long-secret"}"#)
      guard let token = signedUp["access_token"]?.string, let person = signedUp["user"]?["id"]?.string else {
        throw LoadGenerator.failed("nobody could sign up")
      }
      fields = [("apikey", anon), ("Authorization", "Bearer \(token)")]
      let operators = [("apikey", service), ("Authorization", "Bearer \(service)")]
      var dice = Seeded(5)
      for start in stride(from: 0, to: count, by: 250) {
        let cards = (start..<min(start + 250, count)).map { number in
          number == 0 ? MatchServer.card(person, "sponsee", &dice) : MatchServer.card(UUID().text, "sponsor", &dice)
        }
        let body = (try? JSON.text(JSON.array(cards))) ?? ""
        let answer = try LoadClient(at: port).answer(
          to: RequestEncoding.request("POST", "/rest/v1/candidates", at: port, operators, body))
        guard (200..<300).contains(answer.status) else {
          throw LoadGenerator.failed("cards were answered with \(answer.status): \(answer.text.prefix(300))")
        }
      }
    } catch {
      process.stop()
      throw error
    }
  }

  private static func card(_ person: String, _ role: String, _ dice: inout Seeded) -> JSON {
    func any(_ all: [String]) -> JSON { .string(all[Int.random(in: 0..<all.count, using: &dice)]) }
    return [
      "owner": .string(person), "person": .string(person), "name": "Robin", "role": .string(role), "is_visible": true,
      "recovery_program": any(["aa", "na", "ca", "smart"]), "region": any(["Berlin, Germany", "Oslo, Norway"]),
      "sober_since": any(["2019-05-01", "2021-05-01", "2023-05-01"]), "bio": "Long walks and honest answers.",
      "availability": [any(["evenings", "weekends", "mornings"])], "preferences": ["capacity": 3],
    ]
  }

  /// Asks for matches, and returns the milliseconds of each answer with some.
  func answers(_ count: Int) throws(Problem) -> [Double] {
    defer { process.stop() }
    var times: [Double] = []
    for _ in 0..<count {
      let client = try LoadClient(at: process.port)
      let start = ContinuousClock.now
      let answer = try client.answer(
        to: RequestEncoding.request("POST", "/functions/v1/matches", at: process.port, fields, "{}"))
      times.append((ContinuousClock.now - start).microseconds / 1000)
      guard answer.status == 200, (try? JSON(text: answer.text))?["candidates"]?.array?.isEmpty == false else {
        throw .unmeasured("matches were answered with \(answer.status)")
      }
    }
    return times
  }
}

extension UUID {
  fileprivate var text: String { uuidString.lowercased() }
}
