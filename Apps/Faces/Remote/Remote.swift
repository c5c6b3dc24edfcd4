public import Interface
internal import JSON
public import Kernel
internal import Platform
public import Shell

/// Serves one window over JSON-RPC 2.0, one message a line, to native shells and scripts.
///
/// Requests are carried out one after another, except `wait`: it is answered when its node is shown, or its time is over,
/// and holds up nothing.
public actor Remote {
  /// The largest number of calls in a batch; longer batches are refused.
  static let largestBatch = 100
  /// The largest number of unanswered `wait` requests.
  static let mostWaits = 64
  /// After this time, frames are sent before the command has completed.
  private static let patience = Duration.milliseconds(50)

  /// Work that goes on beside the requests that follow.
  typealias Concurrent = @Sendable () async -> Void

  private let window: Window
  private let products: [Product]
  private let write: @Sendable (String) -> Void
  private let perform: @Sendable (Command) async throws(Problem) -> Frame
  private var sending = FrameSending()
  /// The newest frame that the client has or is about to get.
  private var lastFrame: Frame?
  private var busySince: ContinuousClock.Instant?
  private var waits = 0
  private lazy var places = window.person.product.places

  /// `products` are those that `rpc.discover` describes.
  public init(_ window: Window, of products: [Product], write: @escaping @Sendable (String) -> Void) {
    self.init(
      window, of: products, perform: { command throws(Problem) in try await window.perform(command) }, write: write)
  }

  /// For callers that do more than perform the command, such as recording it.
  public init(
    _ window: Window, of products: [Product], perform: @escaping @Sendable (Command) async throws(Problem) -> Frame,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.window = window
    self.products = products
    self.perform = perform
    self.write = write
  }

  /// Answers each line until the input ends, and the waits that are under way then. Meanwhile sends what the window
  /// reports by itself.
  public func serve(_ lines: some AsyncSequence<LineReader.Line, Never> & Sendable) async {
    await serve(lines, by: \.bytes)
  }

  /// Does the same for messages that do not come as lines. `bytes` returns nil for one that is too long. A message is released
  /// when it is answered, or waits.
  public func serve<Message>(
    _ messages: some AsyncSequence<Message, Never> & Sendable, by bytes: (Message) -> [UInt8]?
  ) async {
    let frames = window.frames.listen()
    let outlets = window.outlets.listen()
    let telling = [
      Task { for await frame in frames { self.changed(frame) } },
      Task { await outlets.hear { news in if case .said(let outlet) = news { self.say(outlet) } } },
    ]
    await withDiscardingTaskGroup { group in
      for await message in messages {
        if let work = await begin(bytes(message)) { group.addTask { await work() } }
        if Task.isCancelled { break }
      }
    }
    for task in telling { task.cancel() }
  }

  // MARK: Incoming requests

  /// Answers one line, and returns when everything of it is answered.
  func take(_ bytes: [UInt8]?) async { await begin(bytes)?() }

  /// Answers one line. Returns the work that is left of it and can go on beside the next lines.
  func begin(_ bytes: [UInt8]?) async -> Concurrent? {
    guard let bytes else {
      refuse(
        Problem(
          "line-too-long", "The line is longer than \(LineReader.longest) bytes.", safe: "The line was ignored.",
          remedy: "Send shorter lines."))
      return nil
    }
    guard bytes.contains(where: { !$0.isBlank }) else { return nil }
    let line: RPCLine
    do throws(JSONFlaw) {
      line = try RPCLine(bytes)
    } catch {
      refuse(error, in: bytes)
      return nil
    }
    guard case .array(let batch) = line.value else {
      return await begin([line.value], line.ids) { [write] replies in if let reply = replies.first { write(reply) } }
    }
    guard (1...Remote.largestBatch).contains(batch.count) else {
      write(MessageEncoding.fault(ErrorCode.notARequest, "A batch holds 1 to \(Remote.largestBatch) messages."))
      return nil
    }
    return await begin(batch, line.ids) { [write] replies in
      if !replies.isEmpty { write("[\(replies.joined(separator: ","))]") }
    }
  }

  private func refuse(_ problem: Problem, to id: String? = nil) { write(MessageEncoding.fault(problem, to: id)) }

  private func refuse(_ flaw: JSONFlaw, in bytes: [UInt8]) {
    guard flaw.isDepth else {
      let what = "This line is not JSON: it \(flaw.what), at byte \(flaw.offset). Send one JSON-RPC 2.0 message a line."
      return write(MessageEncoding.fault(ErrorCode.unreadable, what))
    }
    let ids = (try? RPCLine.ids(in: bytes)) ?? []
    refuse(
      Problem(
        "too-deep", "The message is nested more than \(RPCLine.deepest) levels deep.", safe: "It was ignored.",
        remedy: "No method takes more than three."), to: ids.count == 1 ? ids[0] : nil)
  }

  /// Answers messages in order, and then those that wait, in the work that is returned. `reply` gets the answers of
  /// all.
  private func begin(
    _ messages: [JSON], _ ids: [String?], reply: @escaping @Sendable ([String]) -> Void
  ) async -> Concurrent? {
    var replies: [Reply?] = []
    var waiting: [Int: Reply.Wait] = [:]
    for (message, id) in zip(messages, ids) {
      guard let request = RPCRequest(message, id: id) else {
        replies.append(Reply(to: id ?? "null", .notARequest))
        continue
      }
      do {
        if let wait = try self.wait(request) { waiting[replies.count] = wait }
        let outcome = waiting[replies.count] == nil ? try await answer(request) : .latest
        replies.append(request.id.map { Reply(to: $0, outcome) })
      } catch {
        replies.append(request.id.map { Reply(to: $0, .problem(error)) })
      }
    }
    guard !waiting.isEmpty else {
      reply(encoded(replies))
      return nil
    }
    return { [self, replies, waiting] in await finish(replies, waiting, reply) }
  }

  private func wait(_ request: RPCRequest) throws(Problem) -> Reply.Wait? {
    guard request.method == "wait", let command = try command(request) else { return nil }
    guard waits < Remote.mostWaits else {
      throw Problem(
        "too-many-waits", "\(waits) requests wait already.", safe: "They go on.",
        remedy: "Send it when one is answered.")
    }
    waits += 1
    return Reply.Wait(command: command)
  }

  private func finish(
    _ replies: [Reply?], _ waiting: [Int: Reply.Wait], _ reply: @escaping @Sendable ([String]) -> Void
  ) async {
    var replies = replies
    let perform = perform
    await withTaskGroup(of: (Int, Problem?).self) { group in
      for (index, wait) in waiting {
        group.addTask {
          do throws(Problem) {
            _ = try await perform(wait.command)
            return (index, nil)
          } catch {
            return (index, error)
          }
        }
      }
      for await (index, problem) in group {
        waits -= 1
        if let problem { replies[index]?.outcome = .problem(problem) }
      }
    }
    reply(encoded(replies))
  }

  private func command(_ request: RPCRequest) throws(Problem) -> Command? {
    if request.params == nil, Remote.methods.contains(request.method) { throw .positional(request.method) }
    return try Command(method: request.method, params: request.params ?? [:])
  }

  private func answer(_ request: RPCRequest) async throws(Problem) -> Reply.Outcome {
    if let command = try command(request) {
      if case .open(let route) = command { try window.person.product.check(route, among: places) }
      busySince = .now
      defer { busySince = nil }
      return shown(try await perform(command))
    }
    if let greeting = try Greeting(request) {
      if let form = greeting.frames { sending.use(form) }
      return .value(Greeting.answer(window, frames: sending.form))
    }
    if let result = try await Inspection.answer(request, window, of: products) { return .value(result) }
    if let result = try await handedOut(request) { return result }
    throw Problem(
      "unknown-method", "There is no method “\(request.method.prefix(40))”.",
      remedy: "There are: \(Remote.methods.joined(separator: ", ")).")
  }

  /// The names of all methods.
  static let methods = Command.methods + Inspection.methods + FileRequest.methods + [Greeting.method]

  private func shown(_ frame: Frame) -> Reply.Outcome {
    lastFrame = frame
    return .frame(frame)
  }

  /// Answers a request for an offered file; nil for another method. What becomes of a file is performed as a command.
  private func handedOut(_ request: RPCRequest) async throws(Problem) -> Reply.Outcome? {
    guard let asked = try FileRequest(request) else { return nil }
    switch asked {
    case .piece(let file, let start): return .value(FileRequest.json(try await window.piece(of: file, from: start)))
    case .save(let file, let folder):
      busySince = .now
      defer { busySince = nil }
      let perform = perform
      let saved = try await window.save(file, in: folder) { command throws(Problem) in try await perform(command) }
      return shown(saved.frame)
    }
  }

  // MARK: Outgoing messages

  /// Encodes replies, which must be written at once, since a frame may be a patch of the one before it.
  private func encoded(_ replies: [Reply?]) -> [String] {
    replies.compactMap(\.self).map { reply in
      switch reply.outcome {
      case .value(let json): MessageEncoding.result(MessageEncoding.text(json), to: reply.id)
      case .frame(let frame): MessageEncoding.result(sending.text(of: frame), to: reply.id)
      case .latest: MessageEncoding.result(latest(), to: reply.id)
      case .problem(let problem): MessageEncoding.fault(problem, to: reply.id)
      case .notARequest:
        MessageEncoding.fault(
          ErrorCode.notARequest,
          "This is not a JSON-RPC 2.0 request. Send {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"screen\"}.",
          to: reply.id)
      }
    }
  }

  /// Encodes the frame that is shown now: what was shown when a wait ended may be older than what was sent meanwhile.
  private func latest() -> String {
    let frame = window.frames.value
    lastFrame = frame
    return sending.text(of: frame)
  }

  private func changed(_ frame: Frame) {
    // The answer to a command carries its frame. Earlier frames are sent only if the command takes long.
    if let busySince, .now - busySince < Remote.patience { return }
    guard frame != lastFrame else { return }
    lastFrame = frame
    write(MessageEncoding.notification("frame", sending.text(of: frame)))
  }

  private func say(_ outlet: Outlet) {
    switch outlet {
    case .toast(let toast): send("toast", toast)
    case .announcement(let announcement): send("announcement", announcement)
    case .changed(let announcement): send("announcement", ShownAnnouncement(announcement))
    case .haptic:
      // Nothing is sent of what the person has turned off.
      if let cue = outlet.cue(under: window.frames.value.appearance.feedback) { send("haptic", cue) }
    case .notification(let push): send("notification", push)
    case .withdrawn(let names): send("notification_withdrawn", ["names": names])
    case .problem(let problem): send("problem", problem)
    case .photoAsked(let id): send("photo_asked", ["id": id])
    case .fileOffered(let offer): send("file_offered", offer)
    case .browserAsked(let visit): send("browser_asked", visit)
    case .addressAsked(let address): send("address_asked", address)
    case .speechAsked(let request): send("speech_asked", request)
    case .leave: send("leave", [String: String]())
    }
  }

  private func send(_ method: String, _ params: some Encodable) {
    write(MessageEncoding.notification(method, MessageEncoding.text(params)))
  }
}

/// The form of an announcement about what the frame shows.
private struct ShownAnnouncement: Encodable {
  let text: String
  let urgency: Announcement.Urgency
  let shown = true

  init(_ announcement: Announcement) { (text, urgency) = (announcement.text, announcement.urgency) }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
