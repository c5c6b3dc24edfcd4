internal import Catalog
internal import Commands
internal import Glibc
internal import Kernel
internal import Shell
internal import Terminal

extension Tools {
  static let console = Tool(
    name: "console", summary: "a product in this terminal, by typing", options: ProfileOpening.options,
    details: "Without --product it asks which. A number does what stands beside it; h says the rest.",
    run: { given throws(Problem) in
      let product: Product? = given.has(.product) ? try ProfileOpening.product(given) : nil
      return try await RunSettings.use(given) { setting throws(Problem) in
        let opened = Locked<[OpenedWindow]>([])
        let console = Console(
          products: Product.all, on: { .ofProcess() },
          opening: { product throws(Problem) in
            let window = try await OpenedWindow(ProfileOpening.entrance(product, given, in: setting))
            opened.withLock { $0.append(window) }
            return window.pane
          }, write: { Output.text($0) })
        try await console.run(Typed.ofProcess(), in: product)
        for window in opened.withLock({ $0 }) { await window.close() }
        return 0
      }
    })
}
