internal import Catalog
internal import Commands
internal import JSON
internal import Kernel
internal import Linux
internal import Platform
internal import Previews
internal import Shell
internal import Supabase
internal import Web

extension Tools {
  private static let name = Option(
    name: "name", value: "HOST", words: "a name by which other machines call it, such as home.example.org")
  private static let clockZone = Option(
    name: "zone", value: "ZONE",
    words: "with --clock, its time zone, such as Europe/Rome (UTC); without one each browser says its own")
  static let serve = Tool(
    name: "serve", summary: "all five products in the browser",
    options: [
      .product, .listenPort, .listen, name, .certificate, .privateKey, .insecure, .data, .key, .clock, clockZone,
      .locale,
      .seed,
      .backend, .backendKey, .database, .mealModel, .coachModel, .push, .demo, .json,
    ],
    details: """
      Its usual port is \(WebOptions.usualPort). Whoever started it needs no password on the same machine. Other users and other machines open the second
      address that is printed; it lets them in once and for all. It runs until Ctrl-C or SIGTERM.

      Its server runs with it, on this machine alone, at a free port and in the folder `backend` beside the profiles, unless
      another process serves that folder already or --backend names another server. TROUPE_DATABASE stands for --database.

      SyncWell, yHealth and Cadence connect to copies of health providers on this machine, with a made-up person, unless TROUPE_PROVIDERS has the
      clients that are registered with the providers themselves, as JSON: {"strava": {"client": "1", "secret": "2"}}.
      """,
    run: { given throws(Problem) in
      var options = try webOptions(given)
      let isHere = try ServerChoice(given, for: ProfileOpening.home(given, true)).isHere
      return try await RunSettings.use(given, database: ProfileOpening.variable("TROUPE_DATABASE")) {
        setting throws(Problem) in
        let machine = isHere ? Machine.connected : Machine()
        // An embedded server is started now rather than on first use, so that its address can be printed.
        let server = try await setting.server?.project()
        let registry = ProfileOpening.registry(in: setting, machine: machine.network)
        for product in options.products where given.has(.demo) && product.demonstration != nil {
          try await ProfileOpening.demonstrate(registry.person(product, Demonstration.profile), given)
        }
        let practice = try await PracticeProviders.start(setting.clock?.time ?? .live)
        if let practice { options.products = options.products.map { practice.given(to: $0) } }
        let face = try await WebFace.start(registry, options, log: ProfileOpening.log)
        let problem = await untilStopped {
          tell(face, server, given)
          OwnProcess.releaseProgram()
        }
        await face.stop()
        await registry.close()
        await practice?.stop()
        withExtendedLifetime(machine) {}
        if let problem { throw problem }
        return 0
      }
    })

  private static func tell(_ face: WebFace, _ server: Project?, _ given: Arguments) {
    if given.has(.json) {
      var told: [String: JSON] = [
        "address": .string(face.address), "address_with_pass": .string(face.addressWithPass),
      ]
      if let server { told["backend"] = ["address": .string(server.address), "anon": .string(server.key)] }
      Output.line((try? JSON.text(JSON.object(told))) ?? "")
    } else {
      Output.text(
        """
        Troupe is at    \(face.address)
        For others      \(face.addressWithPass)
        Its server      \(server?.address ?? "none")
        Ctrl-C stops it; what is entered is kept.

        """)
    }
  }

  private static func webOptions(_ given: Arguments) throws(Problem) -> WebOptions {
    // Each browser reports its own zone; only a clock that is moved by hand has one here.
    let hasClock = try ProfileOpening.clock(given) != nil
    guard hasClock || !given.has(.zone) else {
      throw .usage("--zone needs --clock: each browser says where its person is.", help: "serve")
    }
    var options = WebOptions(Product.all)
    options.unlisted = [.previewCharts] + Product.all.map { .previewParts($0.theme) }
    if given.has(.product) { options.products = [try ProfileOpening.product(given)] }
    if let port = try given.listenPort(of: "serve") { options.port = port }
    if let host = given[.listen] { options.host = host }
    options.locale = try ProfileOpening.region(given).locale
    if let name = given[name] { options.names = [name] }
    options.allowsPlainBeyondLoopback = given.has(.insecure)
    options.tls = try given.tlsFiles(of: "serve")
    return options
  }
}
