internal import Catalog
internal import Commands
internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Shell
internal import Terminal

extension Tools {
  private static let out = Option(
    name: "out", value: "DIR", words: "where exported files are saved (the folder that it is started in)")

  static let console = Tool(
    name: "console", summary: "a product in this terminal, by typing", options: ProfileOpening.options + [out],
    details: """
      Without --product it asks which. A number does what stands beside it; h says the rest. A screen that is longer than
      the terminal is shown from its top, and Space or Enter turns the page. TERM=dumb and NO_COLOR do without escape
      sequences. A file that a product exports is saved in the folder that the console is started in, or in that of --out.
      None is overwritten: a number is added.

      A page that a product opens, such as a provider's, is named as an address for your browser, which returns to a free port
      of this machine. Health providers are practice copies, as with `troupe serve`, unless TROUPE_PROVIDERS has clients.
      """,
    run: { given throws(Problem) in
      let product: Product? = given.has(.product) ? try ProfileOpening.product(given) : nil
      let folder = try folder(given)
      return try await RunSettings.use(given) { setting throws(Problem) in
        let opened = Locked<[OpenedWindow]>([])
        let terminal = TerminalInput(for: .ofProcess())
        let practice = try await PracticeProviders.start(setting.clock?.time ?? .live)
        let console = Console(
          products: Product.all, on: { .ofProcess() }, savingIn: folder, opensPages: true,
          opening: { product throws(Problem) in
            let product = practice?.given(to: product) ?? product
            let window = try await OpenedWindow(
              ProfileOpening.entrance(product, given, in: setting), in: try ProfileOpening.region(given))
            opened.withLock { $0.append(window) }
            return window.pane
          }, conceal: { terminal.conceal($0) }, write: { Output.drawing($0) })
        let code = try await terminal.run(console, in: product)
        for window in opened.withLock({ $0 }) { await window.close() }
        await practice?.stop()
        return code
      }
    })

  /// Returns the whole path of the folder for exported files.
  private static func folder(_ given: Arguments) throws(Problem) -> String {
    let here = FileManager.default.currentDirectoryPath
    guard let path = given[out] else { return here }
    let folder = path.hasPrefix("/") ? path : "\(here)/\(path)"
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .usage("--out takes a folder that exists, not “\(path.suffix(200))”.", help: "console")
    }
    return folder
  }
}
