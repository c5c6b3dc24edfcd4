internal import Glibc
internal import Kernel
internal import Shell
internal import Terminal

extension Tools {
  static let console = Tool(
    name: "console", summary: "a product in this terminal, by typing", options: Opening.options,
    details: "Without --product it asks which. A number does what stands beside it; h says the rest.",
    run: { given throws(Problem) in
      let product: Product? = given.has(.product) ? try Opening.product(given) : nil
      let console = Console(
        on: { .ofProcess() }, opening: { product throws(Problem) in try await Opening.person(product, given).window() },
        write: { Output.text($0) })
      try await console.run(Typed.ofProcess(), in: product)
      return 0
    })
}
