internal import FoundationEssentials
public import Interface
internal import JSON
public import Kernel
public import Shell

/// Serves one window over JSON-RPC 2.0, one message a line, to native shells and scripts.
public actor Remote {
  /// The largest number of calls in a batch; longer batches are refused.
  static let largestBatch = 100
  /// After this time, frames are sent before the command has completed.
  private static let patience = Duration.milliseconds(50)

  private let window: Window
  private let products: [Product]
  private let write: @Sendable (String) -> Void
  private let perform: @Sendable (Command) async throws(Problem) -> Frame
  private var lastFrame: Frame?
  private var busySince: ContinuousClock.Instant?

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

  /// Answers each line until the input ends. Meanwhile sends what the window reports by itself.
  public func serve(_ lines: some AsyncSequence<Lines.Line, Never> & Sendable) async {
    let frames = window.frames.listen()
    let outlets = window.outlets.listen()
    let telling = [
      Task { for await frame in frames { self.changed(frame) } },
      Task { await outlets.hear { news in if case .said(let outlet) = news { self.say(outlet) } } },
    ]
    for await line in lines {
      await take(line.bytes)
      if Task.isCancelled { break }
    }
    for task in telling { task.cancel() }
  }

  // MARK: Incoming requests

  func take(_ bytes: [UInt8]?) async {
    guard let bytes else {
      let problem = Problem(
        "line-too-long", "The line is longer than \(Lines.longest) bytes.", safe: "The line was ignored.",
        remedy: "Send shorter lines.")
      return send(MessageEncoding.fault(problem, to: .null))
    }
    guard bytes.contains(where: { !$0.isBlank }) else { return }
    guard let value = try? JSON(bytes: Data(bytes)) else {
      return send(
        MessageEncoding.fault(ErrorCode.unreadable, "This line is not JSON. Send one JSON-RPC 2.0 message a line."))
    }
    guard case .array(let batch) = value else {
      if let reply = await reply(to: value) { send(reply) }
      return
    }
    guard (1...Remote.largestBatch).contains(batch.count) else {
      return send(MessageEncoding.fault(ErrorCode.notARequest, "A batch holds 1 to \(Remote.largestBatch) messages."))
    }
    var replies: [JSON] = []
    for one in batch { if let reply = await reply(to: one) { replies.append(reply) } }
    if !replies.isEmpty { send(.array(replies)) }
  }

  /// The reply to a request; nil for a notification.
  private func reply(to value: JSON) async -> JSON? {
    guard let request = RPCRequest(value) else {
      return MessageEncoding.fault(
        ErrorCode.notARequest,
        "This is not a JSON-RPC 2.0 request. Send {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"screen\"}; params are an "
          + "object.", to: value["id"] ?? .null)
    }
    do {
      let result = try await answer(request)
      return request.id.map { MessageEncoding.result(result, to: $0) }
    } catch {
      return request.id.map { id in
        error.code == "unknown-method"
          ? MessageEncoding.fault(ErrorCode.unknownMethod, error.sentence, to: id)
          : MessageEncoding.fault(error, to: id)
      }
    }
  }

  private func answer(_ request: RPCRequest) async throws(Problem) -> JSON {
    if let command = try Command(method: request.method, params: request.params) {
      busySince = .now
      defer { busySince = nil }
      let frame = try await perform(command)
      lastFrame = frame
      return encoded(frame)
    }
    if let result = try await Inspection.answer(request, window, of: products) { return result }
    if let result = try await handedOut(request) { return result }
    let known = Command.methods + Inspection.methods + FileRequest.methods
    throw Problem(
      "unknown-method", "There is no method “\(request.method.prefix(40))”.",
      remedy: "There are: \(known.joined(separator: ", ")).")
  }

  /// Answers a request for an offered file; nil for another method. What becomes of a file is performed as a command.
  private func handedOut(_ request: RPCRequest) async throws(Problem) -> JSON? {
    guard let asked = try FileRequest(request) else { return nil }
    switch asked {
    case .piece(let file, let start): return FileRequest.json(try await window.piece(of: file, from: start))
    case .save(let file, let folder):
      busySince = .now
      defer { busySince = nil }
      let perform = perform
      let saved = try await window.save(file, in: folder) { command throws(Problem) in try await perform(command) }
      lastFrame = saved.frame
      return encoded(saved.frame)
    }
  }

  // MARK: Outgoing messages

  private func changed(_ frame: Frame) {
    // The answer to a command carries its frame. Earlier frames are sent only if the command takes long.
    if let busySince, .now - busySince < Remote.patience { return }
    guard frame != lastFrame else { return }
    lastFrame = frame
    send(MessageEncoding.notification("frame", encoded(frame)))
  }

  private func say(_ outlet: Outlet) {
    switch outlet {
    case .toast(let toast): send(MessageEncoding.notification("toast", encoded(toast)))
    case .announcement(let announcement): send(MessageEncoding.notification("announcement", encoded(announcement)))
    case .haptic(let haptic): send(MessageEncoding.notification("haptic", ["kind": .string(haptic.rawValue)]))
    case .notification(let push): send(MessageEncoding.notification("notification", encoded(push)))
    case .problem(let problem): send(MessageEncoding.notification("problem", encoded(problem)))
    case .photoAsked(let id): send(MessageEncoding.notification("photo_asked", ["id": .number(Double(id))]))
    case .fileOffered(let offer): send(MessageEncoding.notification("file_offered", encoded(offer)))
    case .browserAsked(let visit): send(MessageEncoding.notification("browser_asked", encoded(visit)))
    case .addressAsked(let address): send(MessageEncoding.notification("address_asked", encoded(address)))
    case .leave: send(MessageEncoding.notification("leave", [:]))
    }
  }

  private func encoded(_ value: some Encodable) -> JSON { (try? JSON(encoding: value)) ?? .null }

  private func send(_ message: JSON) {
    if let text = try? JSON.text(message) { write(text) }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
