internal import CTroupe
internal import Catalog
internal import FoundationEssentials
internal import Glibc
internal import Interface
internal import JSON
internal import Kernel
internal import Shell

// The library `libtroupe.so`: what its interface of C adds to a call, its start, and its memory.
extension Benchmark {
  static let embed = embed(taps: 400, starts: 100)

  static func embed(taps: Int, starts: Int) -> Benchmark {
    Benchmark(
      name: "embed", summary: "a tap through libtroupe.so against the call in Swift, its start and its memory",
      measure: { () throws(Problem) in
        let folder = ProcessInfo.processInfo.environment["TROUPE_BENCH_LIBRARY"] ?? ""
        let (library, shell) = (folder + "/libtroupe.so", folder + "/shell")
        guard access(library, R_OK) == 0, access(shell, X_OK) == 0 else {
          throw Problem(
            "no-library", "The library and the shell in C that are measured are missing.",
            remedy: "Run Scripts/bench embed, which builds both.")
        }
        // Memory comes first, while this process has done nothing else.
        let before = (own: residentMebibytes("RssAnon:"), all: residentMebibytes("VmRSS:"))
        let troupe = try TroupeLibrary(library)
        let window = try troupe.open(#"{"product":"yhealth","memory":true,"demo":true}"#)
        try await window.call("screen")
        let own = residentMebibytes("RssAnon:") - before.own
        let all = residentMebibytes("VmRSS:") - before.all

        let calls = try await tapTimes(window, taps)
        try window.close()
        return [
          Figure(
            "embed-tap", here: calls.library, peer: calls.swift, peerName: "the call in Swift", unit: "µs", limit: 1.2),
          Figure(
            "embed-start", here: try startTimes(shell, starts).p99, peer: 50, peerName: "the limit", unit: "ms",
            limit: 1),
          // The library's own pages are the file's: other processes share them, and the system may drop them.
          Figure("embed-memory", here: own, peer: 25, peerName: "the limit", unit: "MiB", limit: 1),
          Figure("embed-resident", here: all, peer: own, peerName: "without the pages of its file", unit: "MiB"),
          Figure(
            "embed-size", here: Double(try size(of: library)) / 1_048_576,
            peer: Double(try size(of: Program.shipped())) / 1_048_576, peerName: "the program `troupe`", unit: "MiB"),
        ]
      })
  }

  /// Taps the tabs of the same product through the library and in this process, one after the other.
  private static func tapTimes(
    _ library: LibraryWindow, _ count: Int
  ) async throws(Problem) -> (library: Double, swift: Double) {
    guard let product = Product.named("yhealth") else { throw .unmeasured("there is no yHealth") }
    let person = try await Person.open(product, home: .memory)
    try await product.demonstration?.fill(person.store, person.context.time.now())
    let window = await person.window()
    let tabs = window.frames.value.everything.filter { $0.role == .link && $0.id.hasPrefix("tabs.") }
    guard tabs.count > 1 else { throw .unmeasured("there are no tabs") }
    try await library.call("hello", ["protocol": 1, "frames": "differences"])
    var (ours, peers): ([Double], [Double]) = ([], [])
    // The first round fills the caches of both.
    for number in 0..<(count + tabs.count) {
      let tab = tabs[number % tabs.count].id
      let begin = ContinuousClock.now
      try await library.call("tap", ["id": .string(tab)])
      let own = (ContinuousClock.now - begin).microseconds
      let start = ContinuousClock.now
      let frame = try await window.perform(.tap(.id(tab)))
      let peer = (ContinuousClock.now - start).microseconds
      guard frame.everything.contains(where: { $0.id == tab && $0.state.isCurrent }) else {
        throw .unmeasured("a tab does not open")
      }
      guard number >= tabs.count else { continue }
      ours.append(own)
      peers.append(peer)
    }
    await window.close()
    await person.close()
    return (Times(ours).median, Times(peers).median)
  }

  /// Returns the milliseconds from the start of a shell in C to the title of the first screen, with a profile that exists.
  private static func startTimes(_ shell: String, _ count: Int) throws(Problem) -> Times {
    let folder = "/tmp/troupe-bench-\(getpid())"
    defer { Program.remove(folder) }
    let arguments = [#"{"product":"yhealth","data":"\#(folder)"}"#]
    _ = try Program.untilFirstLine(shell, arguments)
    var times: [Double] = []
    for _ in 0..<count { times.append(try Program.untilFirstLine(shell, arguments) / 1000) }
    return Times(times)
  }

  private static func size(of path: String) throws(Problem) -> Int {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .unmeasured("\(path) is missing") }
    return Int(facts.st_size)
  }
}

/// The library, opened at run time as a program in another language opens it.
private struct TroupeLibrary {
  typealias Open =
    @convention(c) (
      UnsafePointer<CChar>?, Int, troupe_callback?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt64>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32
  typealias Send = @convention(c) (UInt64, UnsafePointer<CChar>?, Int) -> Int32
  typealias Close = @convention(c) (UInt64) -> Int32

  private let opening: Open
  fileprivate let send: Send
  fileprivate let close: Close

  init(_ path: String) throws(Problem) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), let open = dlsym(handle, "troupe_open"),
      let send = dlsym(handle, "troupe_send"), let close = dlsym(handle, "troupe_close")
    else { throw .unmeasured("the library cannot be opened") }
    opening = unsafeBitCast(open, to: Open.self)
    self.send = unsafeBitCast(send, to: Send.self)
    self.close = unsafeBitCast(close, to: Close.self)
  }

  /// Opens a window and returns when the library has.
  func open(_ options: String) throws(Problem) -> LibraryWindow {
    let inbox = LibraryInbox()
    var number: UInt64 = 0
    let status = opening(
      options, options.utf8.count,
      { context, event in
        guard let context, let event, event.pointee.kind == TROUPE_MESSAGE else { return }
        let bytes = UnsafeRawBufferPointer(start: event.pointee.bytes, count: event.pointee.length)
        Unmanaged<LibraryInbox>.fromOpaque(context).takeUnretainedValue().take(bytes)
      }, Unmanaged.passUnretained(inbox).toOpaque(), &number, nil)
    guard status == TROUPE_OK else { throw .unmeasured("a window of the library does not open") }
    return LibraryWindow(library: self, number: number, inbox: inbox)
  }
}

/// A window of the library that sends one request at a time.
private struct LibraryWindow {
  let library: TroupeLibrary
  let number: UInt64
  let inbox: LibraryInbox

  /// Sends a request, and waits for its answer. What a client does with it afterwards is not part of the call.
  func call(_ method: String, _ parameters: JSON = [:]) async throws(Problem) {
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": parameters]
    guard let text = try? JSON.text(request), library.send(number, text, text.utf8.count) == TROUPE_OK else {
      throw .unmeasured("the library takes no request")
    }
    guard let answer = await inbox.next(), !String(decoding: answer.prefix(60), as: UTF8.self).contains("error") else {
      throw .unmeasured("the library does not answer \(method)")
    }
  }

  func close() throws(Problem) {
    guard library.close(number) == TROUPE_OK else { throw .unmeasured("a window of the library does not close") }
  }
}

/// The answers of a window, handed over from the library's thread.
private final class LibraryInbox: Sendable {
  private let (answers, arrived) = AsyncStream.makeStream(of: [UInt8].self)

  /// Takes a message. A notification has no identifier, and is left out.
  func take(_ message: UnsafeRawBufferPointer) {
    guard String(decoding: message.prefix(60), as: UTF8.self).contains(#""id":1"#) else { return }
    arrived.yield(Array(message))
  }

  func next() async -> [UInt8]? { await answers.first { _ in true } }
}
