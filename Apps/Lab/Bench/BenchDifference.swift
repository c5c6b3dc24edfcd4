internal import Interface
internal import JSON
internal import Kernel

extension Benchmark {
  /// Finds one change in a screen of 500 nodes. Peers: rendering the screen again, and for the bytes of the patch the
  /// whole screen.
  static let difference = Benchmark(
    name: "difference", summary: "one change in a screen of 500 nodes",
    measure: { () throws(Problem) in
      let old = screen(changing: nil)
      let new = screen(changing: 42)
      var finding: [Double] = []
      var building: [Double] = []
      for _ in 0..<300 {
        finding.append(timedNow { _ = new.differences(from: old) })
        building.append(timedNow { _ = screen(changing: 42) })
      }
      let differences = new.differences(from: old)
      guard differences.count == 1, let whole = try? JSON.data(new), let patch = try? JSON.data(differences) else {
        throw Problem("wrong-measure", "One change did not give one difference.", remedy: "Run the tests of Interface.")
      }
      return [
        Figure(
          "difference-time", here: Times(finding).median, peer: Times(building).median, peerName: "rebuilding it",
          unit: "us", limit: 1),
        Figure(
          "difference-bytes", here: Double(patch.count), peer: Double(whole.count), peerName: "the whole screen",
          unit: "bytes", limit: 0.05),
      ]
    })

  private static func screen(changing changed: Int?) -> Element {
    Element(id: "frame", role: .main, children: screenOf500(changing: changed).nodes.map(\.element))
  }

  /// Returns rows of four nodes each, of which at most one differs.
  static func screenOf500(changing changed: Int?) -> Screen<Int> {
    let rows = (0..<124).map { index in
      Node<Int>.row(
        "Row \(index)", id: "row-\(index)", value: index == changed ? "changed" : "as it was", does: index,
        menu: [.menuItem("Delete", icon: .remove, isDestructive: true, does: -index)])
    }
    return Screen(Route(["bench"]), title: "Bench", nodes: [.heading("Bench", level: 1), .list("Rows", rows)])
  }
}
