public import Conversation
public import Kernel
internal import Platform
public import Storage

/// The dependencies of the voice session.
public struct VoiceNeeds: Sendable {
  /// The day as a window sees it.
  public var day: @Sendable (Moment) async -> VoiceDay
  public var load: @Sendable () async throws(Problem) -> VoiceBook
  public var keepWishes: @Sendable (VoiceWishes) async throws(Problem) -> Void
  public var keep: @Sendable ([TimedEvent], _ from: Int) async throws(Problem) -> Void
  public var delete: @Sendable () async throws(Problem) -> Void
  public var speech = SpeechPort.none
}

extension VoiceNeeds {
  /// Keeps the wishes and the transcripts on this device alone, the transcripts for seven days within a budget.
  public init(
    _ store: Store, within budget: Budget, day: @escaping @Sendable (Moment) async -> VoiceDay
  ) {
    let log = TranscriptLog("voice", in: store, .cached(budget, window: .seconds(7 * 86_400)))
    let wishes = Shelf<KeptVoiceWishes>(store, .local)
    self.init(
      day: day,
      load: { () throws(Problem) in
        var book = VoiceBook()
        if let kept = try await wishes.collection().record(KeptVoiceWishes.only) { book.wishes = kept.wishes }
        (book.events, book.next) = try await log.read()
        return book
      },
      keepWishes: { new throws(Problem) in
        try await wishes.collection().save(KeptVoiceWishes(new), over: .anything)
      },
      keep: { events, number throws(Problem) in try await log.append(events, from: number) },
      delete: { () throws(Problem) in try await log.clear() })
  }
}

/// The wishes as they are stored.
struct KeptVoiceWishes: Kept {
  static let collection = "voice_wishes"
  static let only = ID<KeptVoiceWishes>(named: "wishes")

  let id: ID<KeptVoiceWishes>
  let keeps: Bool
  let readsAloud: Bool

  var when: Date { .distantPast }
  var wishes: VoiceWishes { VoiceWishes(keeps: keeps, readsAloud: readsAloud) }

  init(_ wishes: VoiceWishes) {
    id = KeptVoiceWishes.only
    (keeps, readsAloud) = (wishes.keeps, wishes.readsAloud)
  }
}
