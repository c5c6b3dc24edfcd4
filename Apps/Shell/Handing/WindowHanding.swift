internal import Interface
internal import Kernel

// A file that is handed over to a node of this window.
extension Window {
  /// What takes the file once it is whole. By then the window may show something else.
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

  /// Whoever read the file that lay there has no need of it any more.
  package func letGo(_ path: String) {
    if handed?.path == path { hold(nil) }
  }
}
