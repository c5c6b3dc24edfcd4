internal import HTML
internal import Interface
internal import Kernel

extension Benchmark {
  /// Measures the bytes of one change in a screen of 500 nodes as sent to a browser. Peer: the whole screen.
  static let patch = Benchmark(
    name: "patch", summary: "one change in a screen of 500 nodes, as a browser is told of it",
    measure: { () throws(Problem) in
      let (old, new) = (frame(changing: nil), frame(changing: 42))
      let face = Face(base: "/yhealth/me")
      var telling: [Double] = []
      var sending: [Double] = []
      for _ in 0..<100 {
        telling.append(timedNow { _ = Patch(from: old, to: new, on: face) })
        sending.append(timedNow { _ = page(new) })
      }
      let changes = Patch(from: old, to: new, on: face).changes
      guard case .own(_, let html)? = changes.first, changes.count == 1 else {
        throw Problem("wrong-measure", "One change did not give one change.", remedy: "Run the tests of HTML.")
      }
      return [
        Figure(
          "patch-time", here: Times(telling).median, peer: Times(sending).median, peerName: "drawing the whole page",
          unit: "us", limit: 0.5),
        Figure(
          "patch-bytes", here: Double(html.utf8.count), peer: Double(page(new).utf8.count), peerName: "the whole page",
          unit: "bytes", limit: 0.02),
      ]
    })

  private static let look = WebLook([])

  private static func page(_ frame: Frame) -> String {
    Document(frame: frame, of: "yHealth", tab: "tab", revision: 1, look: look).html
  }

  private static func frame(changing changed: Int?) -> Frame {
    let screen = screenOf500(changing: changed)
    return Frame(
      product: "yhealth", profile: "me", route: screen.route, title: screen.title, chrome: [],
      nodes: screen.nodes.map(\.element))
  }
}
