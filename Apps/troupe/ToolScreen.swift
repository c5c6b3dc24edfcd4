internal import Catalog
internal import Commands
internal import FoundationEssentials
internal import HTML
internal import Interface
internal import JSON
internal import Kernel
internal import Previews
internal import Shell
internal import Terminal

extension Tools {
  private static let form = Option(name: "as", value: "text|json|html", words: "how it is written (text)")
  private static let theme = Option(name: "theme", value: "light|dark", words: "with colours, for that ground")
  private static let size = Option(name: "size", value: "N%", words: "the reader's text size")
  private static let overRPC = Option(name: "rpc", value: nil, words: "meet it over JSON-RPC instead")

  static let screen = Tool(
    name: "screen", summary: "one screen, as it is shown", operands: "[ROUTE]",
    options: ProfileOpening.options + [form, theme, size, .json],
    details: """
      Without --data nothing is kept and nothing kept is read. While another process has that profile open, the screen is
      shown by it. `troupe routes` lists the routes.
      """,
    run: { given throws(Problem) in
      let product = try ProfileOpening.product(given)
      try await print(product, given, keeps: false)
      return 0
    })

  static let context = Tool(
    name: "stage", summary: "one module alone, on needs that keep nothing", operands: "MODULE [ROUTE]",
    options: [.data, .clock, .zone, .locale, .seed, form, theme, size, .json, overRPC],
    details: "Modules: \(Preview.all.map(\.name).joined(separator: ", ")).",
    run: { given throws(Problem) in
      let known = Preview.all.map(\.name)
      guard let name = given.operands.first else {
        throw .usage("Which module? There are \(known.joined(separator: ", ")).", help: "stage")
      }
      guard let product = Preview.named(name) else {
        throw .usage("No module called “\(name.prefix(40))” has a stage.", near: name, among: known, help: "stage")
      }
      let route = try given.operands.dropFirst().first.map { text throws(Problem) in
        try Tools.route(text, of: product)
      }
      if given.has(form) || given.has(.json) {
        guard !given.has(overRPC) else { throw .usage("--rpc and --as do not go together.", help: "stage") }
        try await print(product, given.dropping(1), keeps: false)
        return 0
      }
      let person = try await ProfileOpening.person(product, given, keeps: false)
      let region = try ProfileOpening.region(given)
      let window = await person.window(in: region)
      if let route { try await window.perform(.open(route)) }
      if given.has(overRPC) {
        try await serve(window, given)
      } else {
        let terminal = TerminalInput(for: .ofProcess())
        let console = Console(
          products: Product.all, on: { .ofProcess() }, savingIn: FileManager.default.currentDirectoryPath,
          opening: { _ throws(Problem) in window }, conceal: { terminal.conceal($0) },
          write: { Output.drawing($0) })
        return try await terminal.run(console, in: product)
      }
      return 0
    })

  private static func print(_ product: Product, _ given: Arguments, keeps: Bool) async throws(Problem) {
    let form = given[form] ?? (given.has(.json) ? "json" : "text")
    guard form == "json" || !given.has(.json) else {
      throw .usage("--json is --as json, not \(form.prefix(40)).", help: "screen")
    }
    guard ["text", "json", "html"].contains(form) else {
      throw .usage("--as takes text, json or html, not “\(form.prefix(40))”.", help: "screen")
    }
    let scheme = try scheme(given)
    let size = try textSize(given)
    let route = try given.operands.first.map { text throws(Problem) in try Tools.route(text, of: product) }
    let frame = try await RunSettings.use(given, keeps: keeps) { setting throws(Problem) in
      let opened = try await OpenedWindow(
        ProfileOpening.entrance(product, given, in: setting), in: try ProfileOpening.region(given))
      if scheme != nil || size != nil {
        try await opened.pane.perform(.appearance(scheme.map { $0 == .dark ? .dark : .light }, textSize: size))
      }
      let frame = try await opened.pane.perform(route.map { .open($0) } ?? .screen)
      await opened.close()
      return frame
    }
    if form == "json" {
      Output.document((try? JSON.text(frame, isPretty: true)) ?? "")
    } else if form == "html" {
      Output.document(
        Document(frame: frame, of: product.name, tab: "screen", revision: 0, look: WebLook([product.theme])).html)
    } else {
      let tokens = scheme.map { product.theme.tokens(for: $0) }
      Output.drawing(FrameText(width: Surface.ofProcess().width, colours: tokens).text(of: frame))
    }
  }

  private static func route(_ text: String, of product: Product) throws(Problem) -> Route {
    let places = product.places
    guard let route = Route(text) else { throw product.noPlace(at: text, among: places) }
    try product.check(route, among: places)
    return route
  }

  private static func scheme(_ given: Arguments) throws(Problem) -> Scheme? {
    guard let text = given[theme] else { return nil }
    guard let scheme = Scheme(rawValue: text) else {
      throw .usage("--theme takes light or dark, not “\(text.prefix(40))”.", help: "screen")
    }
    return scheme
  }

  private static func textSize(_ given: Arguments) throws(Problem) -> Int? {
    guard let text = given[size] else { return nil }
    let sizes = Appearance.textSizes
    guard let size = Int(text.hasSuffix("%") ? text.dropLast() : text[...]), sizes.contains(size) else {
      let limits = "\(sizes.lowerBound)% to \(sizes.upperBound)%"
      throw .usage("--size takes \(limits), not “\(text.prefix(40))”.", help: "screen")
    }
    return size
  }
}
