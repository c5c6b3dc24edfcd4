internal import Catalog
internal import Commands
internal import Dispatch
internal import Glibc
internal import JSON
internal import Kernel
internal import Owner
internal import Play
internal import Remote
internal import Shell

extension Tools {
  private static let openRPC = Option(name: "openrpc", value: nil, words: "print the whole description and stop")

  private static let typeScript = Option(
    name: "typescript", value: nil, words: "print a client in TypeScript and stop")

  static let rpc = Tool(
    name: "rpc", summary: "one window over JSON-RPC 2.0, one message a line",
    options: ProfileOpening.options + [.record, openRPC, typeScript],
    details: """
      Requests come in on standard input, answers and notifications go out on standard output:
        {"jsonrpc":"2.0","id":1,"method":"tap","params":{"label":"Insights"}}
      The process ends when the input ends, or on SIGTERM, once what is under way has settled. While another process has
      the profile open, the window is one of that process: --key, --seed, --record and --backend are refused, and --clock
      moves its time where that is moved by hand.

      --record writes a new profile's session with its seed and its clock, drawn and begun now where none is given. The clock is
      then moved to the real time before each command, and stands still between two.

      Without --backend it has a server of its own, in the folder `backend` beside the profiles, on the same clock, from
      the moment something first asks for it. Other processes of that folder share it.
      """,
    run: { given throws(Problem) in
      if given.has(openRPC) {
        Output.document((try? JSON.text(OpenRPC.document(of: Product.all), isPretty: true)) ?? "")
        return 0
      }
      if given.has(typeScript) {
        Output.document(TypeScriptClient.source(of: Product.all))
        return 0
      }
      let product = try ProfileOpening.product(given)
      let isKnown = ProfileOpening.isThere(product, given)
      return try await RunSettings.use(given) { setting throws(Problem) in
        switch try await ProfileOpening.entrance(product, given, in: setting) {
        case .here(let person, let owner):
          try checkRecording(given, isKnown: isKnown)
          let region = try ProfileOpening.region(given)
          // A recording has the place as its first command.
          let window = await person.window(in: given.has(.record) ? RegionalSettings() : region)
          try await serve(window, given, setting)
          await window.close()
          await owner?.stop()
          await person.close()
        case .through(let visit):
          let region = try ProfileOpening.region(given)
          if !region.isEmpty { try await visit.ask(.region(region)) }
          try await pass(through: visit)
        }
        return 0
      }
    })

  /// Relays lines in both directions until the input ends or a signal asks this process to stop.
  private static func pass(through visit: Visit) async throws(Problem) {
    let pipe = Pipe(visit)
    let stop = Stop { pipe.stop() }
    try await pipe.run(from: STDIN_FILENO) { Output.document($0) }
    withExtendedLifetime(stop) {}
  }

  /// Serves JSON-RPC until the input ends or a signal asks this process to stop.
  static func serve(_ window: Window, _ given: Arguments, _ setting: RunSettings? = nil) async throws(Problem) {
    let recorder = try await recorder(given, window, setting)
    let region = try ProfileOpening.region(given)
    if let recorder, !region.isEmpty { _ = try await recorder.perform(.region(region), in: window) }
    let remote =
      recorder.map { recorder in
        Remote(
          window, of: Product.all,
          perform: { command throws(Problem) in try await recorder.perform(command, in: window) }
        ) {
          Output.document($0)
        }
      } ?? Remote(window, of: Product.all) { Output.document($0) }
    let serving = Task { await remote.serve(LineReader.from(STDIN_FILENO)) }
    let stop = Stop { serving.cancel() }
    await serving.value
    withExtendedLifetime(stop) {}
    _ = await window.settled()
    if let problem = recorder?.problem { throw problem }
  }

  /// Returns a recorder of actions; nil unless `--record` is given.
  private static func recorder(
    _ given: Arguments, _ window: Window, _ setting: RunSettings?
  ) async throws(Problem) -> Recorder? {
    guard let path = given[.record] else { return nil }
    return try await Recorder(
      of: window, seed: setting?.seed, followsTime: setting?.followsTime ?? false, write: Recorder.file(path))
  }

  /// Throws for a recording that could not be replayed, since a replay begins with nothing.
  private static func checkRecording(_ given: Arguments, isKnown: Bool) throws(Problem) {
    guard given.has(.record) else { return }
    for option in [Option.backend, .demo] where given.has(option) {
      throw .usage("--record and --\(option.name) do not go together: a replay would not have it.", help: "rpc")
    }
    guard isKnown else { return }
    throw Problem(
      "known-profile", "The profile holds something already, and a replay begins with nothing.",
      safe: "Nothing was recorded.",
      remedy: "Record in a new profile: give --profile or --data another name.")
  }
}

/// Handles SIGTERM and SIGINT until deinitialized.
final class Stop {
  private let sources: [any DispatchSourceSignal]

  init(_ stop: @escaping @Sendable () -> Void) {
    // The default handling is disabled only after the sources are registered: a signal in between would be lost, and
    // the process would never end.
    let isHeard = DispatchSemaphore(value: 0)
    sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { stop() }
      source.setRegistrationHandler { isHeard.signal() }
      source.resume()
      return source
    }
    for _ in sources { _ = isHeard.wait(timeout: .now() + .seconds(1)) }
  }

  deinit { for source in sources { source.cancel() } }
}
