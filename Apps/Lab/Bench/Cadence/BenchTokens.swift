internal import Catalog
internal import Connectivity
internal import Fetch
internal import Interface
internal import Kernel
internal import Shell
internal import Web

extension Benchmark {
  /// The time from a token on the wire of a model to the patch that shows it in a browser. A browser's tab shows the conversation
  /// of Cadence, whose coach lets a model of this benchmark word its messages.
  static func wire(tokens count: Int) async throws(Problem) -> Figure {
    guard let product = Product.named("cadence") else { throw .unmeasured("there is no Cadence") }
    let model = try TokenServer(tokens: count)
    model.start()
    let registry = ProfileRegistry(home: .memory, http: .curl())
    let person = try await registry.person(product, "me")
    let allow = try await choose(model, of: person)
    var options = WebOptions(Product.all)
    options.port = 0
    let face = try await WebFace.start(registry, options)
    let port = face.port
    let shown = await onThread { () throws(Problem) in
      let tab = try TabClient(at: port, try TabClient.cookie(at: port), showing: "/cadence/me/coach")
      try tab.begin("tap", "{\"id\":\"\(allow)\"}")
      var shown: [ContinuousClock.Instant] = []
      while shown.count < model.tokens.count {
        let patch = try tab.told()
        let now = ContinuousClock.now
        while shown.count < model.tokens.count, patch.contains(model.tokens[shown.count]) { shown.append(now) }
      }
      return shown
    }
    await face.stop()
    await registry.close()
    let times = zip(model.sent, try shown.get()).map { ($1 - $0).microseconds / 1000 }
    guard times.count == count, times.allSatisfy({ $0 > 0 }) else {
      throw .unmeasured("\(times.count) of \(count) tokens are shown")
    }
    return figure("conversation-token", times, 20)
  }

  /// Chooses the model in the settings, and returns the button that allows to ask it.
  private static func choose(_ model: TokenServer, of person: Person) async throws(Problem) -> String {
    let window = await person.windowAtOnce()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["settings", "coach"])))
    try await window.perform(.tap(.label("A model at an address of my own")))
    try await window.perform(.type(.label("Address"), "http://127.0.0.1:\(model.port)/v1/chat/completions"))
    try await window.perform(.type(.label("Model"), "tokens"))
    try await window.perform(.tap(.label("Save")))
    let frame = try await window.perform(.open(Route(["coach"])))
    let found = frame.everything.first { $0.label == "Allow the model" }
    await window.close()
    guard let found else { throw .unmeasured("the coach does not ask for the model") }
    return found.id
  }
}
