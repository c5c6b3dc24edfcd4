public import Platform

/// A conversation as its log tells it. Every log makes a transcript: an event that refers to nothing is ignored.
public struct Transcript: Sendable, Equatable {
  public enum Author: Sendable, Hashable {
    case assistant, person
  }

  /// A call of a tool in a message, and where it stands.
  public struct Call: Sendable, Hashable {
    public enum Phase: Sendable, Hashable {
      /// The message that makes it has not ended.
      case loading
      case ready
      case answered(ToolAnswer)
    }

    public let call: ToolCall
    public internal(set) var phase: Phase
  }

  public struct Message: Sendable, Hashable, Identifiable {
    public let id: String
    public let author: Author
    public let at: Date
    public internal(set) var text = ""
    public internal(set) var thinking = ""
    public internal(set) var calls: [Call] = []
    public internal(set) var hasEnded = false
    /// The call that this message of the person answers.
    public internal(set) var answers: String?
  }

  public private(set) var messages: [Message] = []
  /// Number of events in the log, including those that were ignored.
  public private(set) var count = 0
  /// Indices of messages by their identifiers, and by those of their calls.
  private var places: [String: Int] = [:]
  private var callPlaces: [String: Int] = [:]

  public init() {}

  public static func == (one: Transcript, other: Transcript) -> Bool {
    one.count == other.count && one.messages == other.messages
  }

  /// The assistant's message that has not ended: it is being streamed, or was when the process ended.
  public var unfinished: Message? { messages.last { $0.author == .assistant && !$0.hasEnded } }

  /// The calls that wait for an answer, the oldest first.
  public var open: [ScreenCall] {
    messages.flatMap(\.calls).filter { $0.phase == .ready }.compactMap { ScreenCall($0.call) }.filter(\.tool.asks)
  }

  /// The calls of the newest question: those that wait for an answer in the last message that asks. Older ones that were not
  /// answered are not asked any more.
  public var asked: [ScreenCall] {
    for message in messages.reversed() where !message.calls.isEmpty {
      return message.calls.filter { $0.phase == .ready }.compactMap { ScreenCall($0.call) }.filter(\.tool.asks)
    }
    return []
  }

  /// The call with that identifier, and where it stands.
  public func call(_ id: String) -> Call? {
    callPlaces[id].flatMap { messages[$0].calls.first { $0.call.id == id } }
  }

  public mutating func apply(_ event: TranscriptEvent, at date: Date) {
    count += 1
    switch event {
    case .began(let id):
      if places[id] == nil { add(Message(id: id, author: .assistant, at: date)) }
    case .text(let text, let id): change(id) { $0.text += text }
    case .thinking(let text, let id): change(id) { $0.thinking += text }
    case .called(let call, let id):
      guard callPlaces[call.id] == nil, let index = places[id] else { return }
      change(id) { $0.calls.append(Call(call: call, phase: .loading)) }
      if messages[index].calls.last?.call == call { callPlaces[call.id] = index }
    case .ended(let id):
      change(id) { message in
        message.hasEnded = true
        for index in message.calls.indices where message.calls[index].phase == .loading {
          message.calls[index].phase = .ready
        }
      }
    case .dropped(let id): drop(id)
    case .said(let text, let id):
      guard places[id] == nil else { return }
      var message = Message(id: id, author: .person, at: date)
      message.text = text
      message.hasEnded = true
      add(message)
    case .answered(let answer, let id): answered(answer, id, date)
    }
  }

  private mutating func answered(_ answer: ToolAnswer, _ id: String, _ date: Date) {
    guard let index = callPlaces[id],
      let call = messages[index].calls.firstIndex(where: { $0.call.id == id && $0.phase == .ready })
    else { return }
    messages[index].calls[call].phase = .answered(answer)
    var message = Message(id: "answer-\(id)", author: .person, at: date)
    message.text = answer.words
    message.hasEnded = true
    message.answers = id
    add(message)
  }

  private mutating func add(_ message: Message) {
    places[message.id] = messages.count
    messages.append(message)
  }

  private mutating func drop(_ id: String) {
    guard let index = places[id], !messages[index].hasEnded else { return }
    messages.remove(at: index)
    places = Dictionary(messages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    callPlaces = [:]
    for (index, message) in messages.enumerated() {
      for call in message.calls { callPlaces[call.call.id] = index }
    }
  }

  private mutating func change(_ id: String, _ body: (inout Message) -> Void) {
    guard let index = places[id], messages[index].author == .assistant, !messages[index].hasEnded else { return }
    body(&messages[index])
  }
}
