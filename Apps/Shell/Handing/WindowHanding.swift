internal import Interface
internal import Kernel

// Files handed over to a node of this window.
extension Window {
  /// Accepts the file once it is complete. By then the window may show another screen.
  struct Taker: Sendable {
    fileprivate let window: Window
    fileprivate let offer: Offer<Bound>

    func take(_ file: HandedFile) async throws(Problem) { try await window.take(file, by: offer) }
  }

  func taker(_ node: String) throws(Problem) -> Taker {
    Taker(window: self, offer: try offer(of: .id(node), .hand))
  }

  private func take(_ file: HandedFile, by offer: Offer<Bound>) async throws(Problem) {
    guard let bound = offer.action(.file(path: file.path, name: file.name)) else { throw .misplaced }
    hold(file)
    await bound.send()
    _ = await settled()
  }

  /// Releases the file at this path after it has been read.
  package func letGo(_ path: String) {
    if handed?.path == path { hold(nil as HandedFile?) }
  }
}
