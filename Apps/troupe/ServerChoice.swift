internal import Catalog
internal import Commands
internal import Embedded
internal import Fetch
internal import Kernel
internal import Play
internal import ServerFunctions
internal import Shell
internal import Supabase

/// Options that choose the server of products.
extension Option {
  static let backend = Option(
    name: "backend", value: "URL", words: "the server to reach, instead of one of its own on this machine")
  static let backendKey = Option(
    name: "backend-key", value: "KEY", words: "the public key of that server (else from TROUPE_BACKEND_KEY)")
  static let database = Option(
    name: "database", value: "URL", words: "postgres://... for the server, instead of a file in its folder")
  static let push = Option(
    name: "push", value: "FILE",
    words: "JSON with the keys of push services, for the server; without it nobody is notified while no app is open")
  static let mealModel = Option(
    name: "meal-model", value: "URL", words: "what looks at pictures of meals, for the server; without it nobody does")
}

extension Option {
  static let coachModel = Option(
    name: "coach-model", value: "URL",
    words:
      "an OpenAI-compatible address that words what coaches and assistants say (key and name: TROUPE_COACH_KEY, _NAME)")
}

extension Arguments {
  /// The functions of all products, with the models that the arguments and the environment name.
  func functions() throws(Problem) -> [ServerFunction] {
    try ServerFunction.products(
      mealModel: self[.mealModel], coachModel: self[.coachModel],
      coachName: ProfileOpening.variable("TROUPE_COACH_NAME"),
      coachKey: ProfileOpening.variable("TROUPE_COACH_KEY").map { Redacted($0) },
      whatsApp: ProfileOpening.variable("TROUPE_WHATSAPP"), store: ProfileOpening.variable("TROUPE_STORE"))
  }
}

/// The server that the arguments name: another one, or one embedded in this process.
enum ServerChoice: Sendable {
  case other(Project)
  case own(EmbeddedPlan)

  init(_ given: Arguments, for home: Person.Home, database: String? = nil) throws(Problem) {
    guard let address = given[.backend] else {
      guard !given.has(.backendKey) else {
        throw .usage("--backend-key needs --backend: it is the key of that server.")
      }
      var plan = EmbeddedPlan(schema: .products)
      if case .folder(let path) = home { plan.folder = "\(path)/backend" }
      plan.keys = try ProfileOpening.keys(given)
      plan.database = given[.database] ?? database
      plan.functions = try given.functions()
      plan.buckets = ServerBucket.products
      plan.notices = ServerNotice.products
      plan.push = given[.push]
      plan.secret = ProfileOpening.variable("TROUPE_JWT_SECRET")
      self = .own(plan)
      return
    }
    for option in [Option.database, .mealModel, .coachModel, .push] where given.has(option) {
      throw .usage("--\(option.name) is for a server that troupe starts itself, and --backend names another one.")
    }
    guard address.hasPrefix("https://") || address.hasPrefix("http://"), address.utf8.count <= 2_000 else {
      throw .usage("--backend takes an address such as https://project.example.org, not “\(address.prefix(80))”.")
    }
    guard let key = given[.backendKey] ?? ProfileOpening.variable("TROUPE_BACKEND_KEY") else {
      throw .usage(
        "The server's public key is missing. Give it with --backend-key, or as TROUPE_BACKEND_KEY.")
    }
    self = .other(Project(address: address, key: key))
  }

  /// Whether the server runs on this machine, so that the machine's network does not matter.
  var isHere: Bool {
    switch self {
    case .other(let project): Loopback.holds(project.address)
    case .own: true
    }
  }

  /// Returns the port for persons and the function that ends the server. Nothing is looked up or started yet.
  func opened(by fetch: Fetch, time: Time) -> Play.Served {
    switch self {
    case .other(let project):
      return Play.Served(.at(project, by: fetch.client), end: {})
    case .own(let plan):
      let server = EmbeddedServer(plan, fetch, time: time, log: ProfileOpening.log)
      return Play.Served(server.port, end: { await server.stop() })
    }
  }
}
