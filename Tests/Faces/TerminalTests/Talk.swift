import Catalog
import Foundation
import Kernel
import Shell
import Terminal

/// A console with fake input and output: typed lines are values, and the output is kept.
final class Talk: Sendable {
  let said = Locked("")
  let lines: AsyncStream<Typed>
  let console: Console
  private let typing: AsyncStream<Typed>.Continuation
  private let windows = Locked<[Window]>([])
  /// Every piece of text as it is written.
  let pieces: AsyncStream<String>

  init(_ surface: Surface = Surface(width: 76), savingIn folder: String = "/nowhere", refusing problem: Problem? = nil)
  {
    (lines, typing) = AsyncStream.makeStream(of: Typed.self)
    let (pieces, telling) = AsyncStream.makeStream(of: String.self)
    self.pieces = pieces
    let said = said
    let windows = windows
    console = Console(products: Product.all, on: { surface }, savingIn: folder) { product throws(Problem) in
      if let problem { throw problem }
      let window = try await Person.open(
        product, home: .memory, clock: ManualTime(Moment(Date(timeIntervalSince1970: 1_772_438_400)))
      ).window()
      windows.withLock { $0.append(window) }
      return window
    } write: { text in
      said.withLock { $0 += text }
      telling.yield(text)
    }
  }

  var window: Window? { windows.withLock { $0.last } }
  var opened: Int { windows.withLock { $0.count } }

  func type(_ line: String) { typing.yield(.line(line)) }
  func type(_ typed: Typed) { typing.yield(typed) }
  func end() { typing.finish() }

  /// Runs the console with these lines, and returns all its output.
  func play(_ lines: [String], in product: Product? = nil) async throws -> String {
    for line in lines { type(line) }
    end()
    try await console.run(self.lines, in: product)
    return said.withLock { $0 }
  }
}
