internal import Catalog
internal import Kernel
internal import Shell
internal import Web

extension Benchmark {
  /// Serves a whole page, rendered for each request. Peer: nginx with the same bytes from a file.
  static let page = Benchmark(
    name: "page", summary: "pages a second and their slowest hundredth, beside nginx with the same bytes",
    measure: { () throws(Problem) in
      let wrk = try SystemTool.path(of: "wrk", package: "wrk")
      let nginx = try SystemTool.path(of: "nginx", package: "nginx-light")
      let registry = ProfileRegistry(home: .memory)
      guard let product = Product.named("yhealth") else { return [] }
      _ = try await registry.person(product, "me")
      var options = WebOptions(Product.all)
      options.port = 0
      let face = try await WebFace.start(registry, options)
      let measured = await onThread { () throws(Problem) in try PageMeasures(at: face.port, wrk, nginx) }
      await face.stop()
      await registry.close()
      let found = try measured.get()
      return [
        Figure(
          "page-rate", here: Times(found.ours.map(\.rate)).median, peer: Times(found.peers.map(\.rate)).median,
          peerName: "nginx", unit: "pages/s", better: .higher),
        Figure(
          "page-p99", here: Times(found.ours.map(\.p99)).median, peer: Times(found.peers.map(\.p99)).median,
          peerName: "nginx", unit: "ms"),
      ]
    })
}

private struct PageMeasures: Sendable {
  private(set) var ours: [Wrk] = []
  private(set) var peers: [Wrk] = []

  init(at port: UInt16, _ wrk: String, _ nginx: String) throws(Problem) {
    let cookie = try TabClient.cookie(at: port)
    // The first response names the tab; a request for that tab opens no other.
    let place = try TabClient.exchange(port, "/yhealth/me/", cookie)
    guard let path = place["location"] else { throw PageMeasures.failed("it was sent nowhere") }
    let page = try TabClient.exchange(port, path, cookie)
    let body = page.body
    guard body.hasPrefix("<!doctype html>") else { throw PageMeasures.failed("it is no page") }
    let peer = try NginxPeer(nginx, page: body)
    defer { peer.stop() }
    for round in 0..<6 {
      let mine = try Wrk(asking: port, for: path, header: "Cookie: \(cookie)", with: wrk)
      let theirs = try Wrk(asking: peer.port, for: "/page", with: wrk)
      // The first round warms up and is not counted.
      guard round > 0 else { continue }
      ours.append(mine)
      peers.append(theirs)
    }
  }

  private static func failed(_ what: String) -> Problem {
    Problem("wrong-measure", "A page could not be asked for: \(what).", remedy: "Run the tests of Web.")
  }
}
