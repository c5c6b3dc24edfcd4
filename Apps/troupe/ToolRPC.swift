internal import Dispatch
internal import Glibc
internal import JSON
internal import Kernel
internal import Play
internal import Remote
internal import Shell

extension Tools {
  private static let openRPC = Option(name: "openrpc", value: nil, words: "print the whole description and stop")
  private static let record = Option(name: "record", value: "FILE", words: "write what is done, for `troupe replay`")

  static let rpc = Tool(
    name: "rpc", summary: "one window over JSON-RPC 2.0, one message a line",
    options: Opening.options + [record, openRPC],
    details: """
      Requests come in on standard input, answers and notifications go out on standard output:
        {"jsonrpc":"2.0","id":1,"method":"tap","params":{"label":"Insights"}}
      The process ends when the input ends, or on SIGTERM, once what is under way has settled.
      """,
    run: { given throws(Problem) in
      if given.has(openRPC) {
        Output.line((try? JSON.text(OpenRPC.document, isPretty: true)) ?? "")
        return 0
      }
      let window = try await Opening.person(Opening.product(given), given).window()
      try await serve(window, given)
      return 0
    })

  /// Until the input ends, or somebody asks the process to stop.
  static func serve(_ window: Window, _ given: Arguments) async throws(Problem) {
    let recorder = try await recorder(given, window)
    let remote =
      recorder.map { recorder in
        Remote(window, perform: { command throws(Problem) in try await recorder.perform(command, in: window) }) {
          Output.line($0)
        }
      } ?? Remote(window) { Output.line($0) }
    let serving = Task { await remote.serve(Lines.from(STDIN_FILENO)) }
    let stop = Stop { serving.cancel() }
    await serving.value
    withExtendedLifetime(stop) {}
    _ = await window.settled()
    if let problem = recorder?.problem { throw problem }
  }

  /// Nil unless what is done is to be written down.
  private static func recorder(_ given: Arguments, _ window: Window) async throws(Problem) -> Recorder? {
    guard let path = given[record] else { return nil }
    return try await Recorder(of: window, seed: Opening.seed(given), write: Recorder.file(path))
  }
}

/// Hears SIGTERM and SIGINT, for as long as it is kept.
final class Stop {
  private let sources: [any DispatchSourceSignal]

  init(_ stop: @escaping @Sendable () -> Void) {
    sources = [SIGTERM, SIGINT].map { number in
      // Otherwise the system ends the process before anybody hears.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { stop() }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }
}
