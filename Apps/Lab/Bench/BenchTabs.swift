internal import Catalog
internal import Dispatch
internal import Kernel
internal import Platform
internal import Shell
internal import Web

extension Benchmark {
  /// Opens many tabs of one person: memory per tab, and the time of a tap among them.
  static let tabs = Benchmark(
    name: "tabs", summary: "500 open tabs: memory of each, and a tap among them",
    measure: { () throws(Problem) in
      let registry = ProfileRegistry(home: .memory)
      guard let product = Product.named("yhealth") else { return [] }
      _ = try await registry.person(product, "me")
      var options = WebOptions(Product.all)
      options.port = 0
      let face = try await WebFace.start(registry, options)
      let port = face.port
      let measured = await onThread { () throws(Problem) in try TabMeasures(at: port) }
      await face.stop()
      await registry.close()
      let found = try measured.get()
      return [
        Figure(
          "tab-memory", here: found.memory, peer: 262_144, peerName: "the budget of 256 KiB", unit: "bytes", limit: 1),
        Figure(
          "tab-tap", here: found.crowded.p99, peer: 5000, peerName: "the budget of 5 ms, p99", unit: "us", limit: 1),
        Figure(
          "tab-crowd", here: found.crowded.median, peer: found.alone.median, peerName: "the same tap with one tab open",
          unit: "us", limit: 2),
      ]
    })

  /// Runs blocking socket code on a thread of its own.
  static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Problem) -> Value
  ) async -> Result<Value, Problem> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "bench").async {
        continuation.resume(returning: Result { () throws(Problem) in try body() })
      }
    }
  }
}

private struct TabMeasures: Sendable {
  let memory: Double
  let alone: Times
  let crowded: Times

  private static let count = 500
  private static let place = "/yhealth/me/dashboard"

  init(at port: UInt16) throws(Problem) {
    let cookie = try TabClient.cookie(at: port)
    let tab = try TabClient(at: port, cookie, showing: TabMeasures.place)
    // Warm-up.
    _ = try TabMeasures.taps(tab, 20)
    alone = try TabMeasures.taps(tab, 200)
    let before = OwnProcess.residentMemory
    var others: [TabClient] = []
    for _ in 1..<TabMeasures.count { others.append(try TabClient(at: port, cookie, showing: TabMeasures.place)) }
    memory = Double(OwnProcess.residentMemory - before) / Double(others.count)
    crowded = try TabMeasures.taps(tab, 200)
    withExtendedLifetime(others) {}
  }

  /// Measures from sending a tap to the response with the new screen.
  private static func taps(_ tab: TabClient, _ count: Int) throws(Problem) -> Times {
    var times: [Double] = []
    for index in 0..<count {
      let start = ContinuousClock.now
      try tab.say("tap", index.isMultiple(of: 2) ? "{\"id\":\"tabs.insights\"}" : "{\"id\":\"tabs.dashboard\"}")
      times.append((ContinuousClock.now - start).microseconds)
    }
    return Times(times)
  }
}
