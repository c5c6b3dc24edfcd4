internal import Catalog
internal import Kernel
internal import Remote
internal import Shell

/// One open window of the C interface: its messages go to a `Remote`, and what that writes goes to the callback.
final class HostedWindow: Sendable {
  /// The most files that wait to be read.
  static let mostFiles = 8

  private let person: HostedPerson
  private let persons: OpenPersons
  private let window: Window
  private let events: EventQueue
  private let messages = MessageQueue()
  private let serving: Task<Void, Never>
  private let files: AsyncStream<Int64>.Continuation
  private let filing: Task<Void, Never>

  /// Opens a window whose events wait until `begin`.
  static func open(
    _ options: EmbeddingOptions, _ callback: EventCallback, among persons: OpenPersons
  ) async throws(Problem) -> HostedWindow {
    let events = EventQueue(callback)
    let person = try await persons.enter(options, events)
    let window = await person.window(in: options.region, events)
    return HostedWindow(window, of: person, among: persons, events)
  }

  private init(_ window: Window, of person: HostedPerson, among persons: OpenPersons, _ events: EventQueue) {
    self.window = window
    self.person = person
    self.persons = persons
    self.events = events
    let remote = Remote(window, of: Product.all) { events.add(.message($0)) }
    serving = Task { [messages] in await remote.serve(messages.messages, by: \.bytes) }
    let (asked, files) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingOldest(Self.mostFiles))
    self.files = files
    filing = Task { for await file in asked { await HostedWindow.read(file, of: window, events) } }
  }

  /// Delivers the events from the first one on.
  func begin() { events.begin() }

  func send(_ bytes: [UInt8]?) -> MessageQueue.Outcome { messages.add(bytes) }

  /// Has a file read. Returns false when too many wait already.
  func read(_ file: Int64) -> Bool {
    if case .enqueued = files.yield(file) { true } else { false }
  }

  /// Carries out what was sent, closes the window, and returns when the last callback has returned.
  func close() async {
    await messages.finish()
    // What is left are calls that wait for something to be shown.
    serving.cancel()
    await serving.value
    filing.cancel()
    await filing.value
    _ = await window.settled()
    await window.close()
    person.forget(events)
    await persons.leave(person)
    await events.finish()
  }

  /// Hands out a file in pieces, each when the callback has returned from the one before.
  private static func read(_ file: Int64, of window: Window, _ events: EventQueue) async {
    var start = 0
    do throws(Problem) {
      while !Task.isCancelled {
        let piece = try await window.piece(of: Int(file), from: start)
        await events.deliver(.piece(piece))
        start += piece.bytes.count
        if start >= piece.offer.size || piece.bytes.isEmpty { return }
      }
    } catch {
      await events.deliver(.failure(error, of: file))
    }
  }
}
